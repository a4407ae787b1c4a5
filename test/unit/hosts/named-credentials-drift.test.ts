import type { Emulator } from "edgecloud-emulator";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { first, provide, resize, second, token, useEmulator } from "./credentials";
import { hosts } from "./stored-resource";

const getPlatform = useEmulator();

let emulator: Emulator;
let config: Record<string, string>;

beforeEach(() => {
  ({ emulator, config } = getPlatform());
});

/** Somebody else sets the variables of the only function. */
function setVariables(envs: Record<string, string>): void {
  const [found] = emulator.state().functions;
  emulator.replaceState({ ...emulator.state(), functions: [{ ...found!, envs }] });
}

describe.each(Object.entries(hosts))("credentials given by name to %s", (_, create) => {
  it.each<[string, Record<string, string>, typeof first, string]>([
    [
      "was changed there",
      { TOKEN: "of-somebody-else" },
      first,
      "was changed on the platform since the last `pulumi up`; the value of the environment variable NAMED_TOKEN is sent again",
    ],
    [
      "was removed there",
      {},
      first,
      "is missing on the platform; the value of the environment variable NAMED_TOKEN is sent again",
    ],
    [
      "rotates",
      { TOKEN: first.token },
      second,
      "changes: the value of the environment variable NAMED_TOKEN differs from",
    ],
    [
      "was changed there and rotates",
      { TOKEN: "of-somebody-else" },
      second,
      "changes: the value of the environment variable NAMED_TOKEN differs from the one sent last",
    ],
    [
      "rotated there first",
      { TOKEN: second.token },
      second,
      "changes: the value of the environment variable NAMED_TOKEN differs from the one sent last",
    ],
  ])("are sent again for the reason that one %s, however often it was read", async (__, envs, texts, reason) => {
    const resource = create(cloudFunction, config);
    const args = resize({ envsFrom: token });
    await resource.up(args);
    setVariables(envs);
    await resource.refresh();
    await resource.refresh();
    provide(texts);
    const { notices } = await resource.preview(args);
    expect(notices).toEqual([expect.stringContaining(`function "resize": envs.TOKEN ${reason}`)]);
    expect(await resource.up(args)).toBe("done");
    expect(emulator.state().functions[0]?.envs).toEqual({ TOKEN: texts.token });
    await resource.refresh();
    expect(await resource.preview(args)).toMatchObject({ changes: false, notices: [] });
  });

  it("are nothing to do when the platform has the earlier value again", async () => {
    const resource = create(cloudFunction, config);
    const args = resize({ envsFrom: token });
    await resource.up(args);
    for (const TOKEN of ["of-somebody-else", first.token]) {
      setVariables({ TOKEN });
      await resource.refresh();
    }
    expect(await resource.preview(args)).toMatchObject({ changes: false, notices: [] });
    expect(resource.all()).not.toContain("sent");
  });

  it("of which the last `pulumi up` has failed are not said to be changed by somebody else", async () => {
    const resource = create(cloudFunction, config);
    const args = resize({ envsFrom: token });
    await resource.up(args);
    provide(second);
    emulator.addFault({ method: "PATCH", path: "/cloud/*", tasks: { end: "ERROR", error: "no", keeps: true } });
    expect(await resource.up(args)).toBeInstanceOf(Error);
    setVariables({ TOKEN: first.token });
    await resource.refresh();
    const { notices } = await resource.preview(args);
    expect(notices.join()).toContain(
      "envs.TOKEN has another value on the platform; the value of the environment variable NAMED_TOKEN is sent again",
    );
  });

  it("that somebody else has changed are a change even where they cannot be read", async () => {
    const resource = create(cloudFunction, { ...config, "edgecloud:allowMissingCredentials": "true" });
    const args = resize({ envsFrom: token });
    await resource.up(args);
    setVariables({ TOKEN: "of-somebody-else" });
    await resource.refresh();
    provide(undefined);
    const { changes, notices } = await resource.preview(args);
    expect(changes).toBe(true);
    expect(notices.join("\n")).toContain("envs.TOKEN was changed on the platform since the last `pulumi up`");
  });
});
