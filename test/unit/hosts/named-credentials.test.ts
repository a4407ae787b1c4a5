import { mkdtempSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "edgecloud-emulator";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import type { JsonObject } from "../../../provider/values/json";
import {
  file,
  first,
  folder,
  group,
  legacy,
  names,
  place,
  provide,
  resize,
  second,
  token,
  useEmulator,
  values,
  words,
} from "./credentials";
import { hosts } from "./stored-resource";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { Unknown } from "../../../provider/core/tree";

const getPlatform = useEmulator();

let emulator: Emulator;
let config: Record<string, string>;

beforeEach(() => {
  ({ emulator, config } = getPlatform());
});

/** The credentials that the platform has. */
function readPlatform(): unknown {
  const { originGroups, functions } = emulator.state();
  const text = JSON.stringify([originGroups, functions.map(({ envs }) => envs)]);
  return words.filter((word) => text.includes(JSON.stringify(word).slice(1, -1)));
}

const countChanges = () => emulator.requests().filter(({ method }) => method !== "GET").length;

describe.each(Object.entries(hosts))("credentials given by name to %s", (_, create) => {
  type Version = typeof first;
  const ofBucket = ({ key, secret }: Version) => [key, secret];
  const ofFunction = ({ token: value }: Version) => [value];
  const mode = { MODE: "fast" };
  /** The arguments with names, those with the values of a version, and these values. */
  const kinds: [string, unknown, JsonObject, (version: Version) => JsonObject, (version: Version) => string[]][] = [
    ["a bucket", originGroup, group(names), (version) => group(values(version)), ofBucket],
    ["the legacy form", originGroup, legacy(names), (version) => legacy(values(version)), ofBucket],
    [
      "a function",
      cloudFunction,
      resize({ envs: mode, envsFrom: token }),
      (version) => resize({ envs: { ...mode, TOKEN: version.token } }),
      ofFunction,
    ],
  ];

  describe.each(kinds)("%s", (__, definition, named, given, valuesOf) => {
    const [one, two] = [first, second].map(valuesOf) as [string[], string[]];

    it("are sent and never stored, and a rotation is an update", async () => {
      const resource = create(definition, config);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(one);
      expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
      expect(await resource.up(named)).toBe("unchanged");

      provide(second);
      const { changes, notices } = await resource.preview(named);
      expect(changes).toBe(true);
      expect(notices.join("\n")).toMatch(/differs from the one sent last/);
      expect(notices).toHaveLength(1);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(two);
      expect(await resource.up(named)).toBe("unchanged");
      expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
      expect(countChanges()).toBe(2);
    });

    it("are not needed by a refresh and a destroy, and a refresh changes nothing", async () => {
      const resource = create(definition, config);
      await resource.up(named);
      provide(undefined);
      await resource.refresh();
      expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
      provide(first);
      expect(await resource.up(named)).toBe("unchanged");
      provide(undefined);
      await resource.destroy();
      expect(emulator.state()).toMatchObject({ originGroups: [], functions: [] });
    });

    it("are not needed by an import, and are sent by the update after it", async () => {
      const before = create(definition, config);
      await before.up(named);
      const resource = create(definition, config);
      provide(undefined);
      await resource.import(before.id);
      provide(second);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(two);
      expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
      expect(await resource.up(named)).toBe("unchanged");
    });

    it("replace values and are replaced by them in one update, which leaves nothing of the old value", async () => {
      const resource = create(definition, config);
      expect(await resource.up(given(first))).toBe("done");
      expect(words.filter((word) => resource.all().includes(word))).toEqual(one);
      provide(second);
      expect(await resource.up(named)).toBe("done");
      expect(readPlatform()).toEqual(two);
      expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
      expect(await resource.up(given(first))).toBe("done");
      expect(readPlatform()).toEqual(one);
      expect(resource.all()).not.toMatch(/NAMED_|fingerprints|From/);
      expect(await resource.up(given(first))).toBe("unchanged");
      expect(await resource.up(given(second))).toBe("done");
      expect(emulator.requests().filter(({ method }) => method === "DELETE")).toEqual([]);
    });

    it("are sent again after a failure, whatever was sent", async () => {
      const resource = create(definition, config);
      await resource.up(named);
      for (const fault of ["before", "after"] as const) {
        provide(second);
        emulator.addFault({ method: "PUT", path: "/cdn/*", reset: fault, times: 9 });
        emulator.addFault({ method: "PATCH", path: "/cloud/*", reset: fault, times: 9 });
        // A function that can be read would show what was carried out.
        const isShown = { method: "GET", path: "/cloud/*", skip: 1, times: 99 } as const;
        emulator.addFault({ ...isShown, answer: { status: 503, body: {} } });
        expect(await resource.up(named)).toBeInstanceOf(Error);
        emulator.clearFaults();
        expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
        await resource.refresh();
        expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
        // Back to the value that was confirmed before: the platform may have the other one.
        provide(first);
        expect((await resource.preview(named)).changes).toBe(true);
        expect(await resource.up(named)).toBe("done");
        expect(readPlatform()).toEqual(one);
        expect(await resource.up(named)).toBe("unchanged");
      }
    });

    it("are in no message, even if the platform repeats them, and those before them as well", async () => {
      const resource = create(definition, config);
      const message = `refused: ${words.join(" ")} ${words.map((word) => `"${word}"`).join(", ")}.`;
      const answer = { status: 400, body: { message } };
      emulator.addFault({ method: "POST", path: "/*", times: 9, answer });
      const refused = String(await resource.up(named));
      expect(one.filter((word) => refused.includes(word))).toEqual([]);
      emulator.clearFaults();
      await resource.up(named);
      provide(second);
      (["PUT", "PATCH", "DELETE"] as const).forEach((method) =>
        emulator.addFault({ method, path: "/*", times: 9, answer }),
      );
      const text = String(await resource.up(named));
      expect([...one, ...two].filter((word) => text.includes(word))).toEqual([]);
      provide(undefined);
      const kept = await resource.destroy().then(String, String);
      expect(one.filter((word) => kept.includes(word))).toEqual([]);
    });

    it("have to be readable at preview, unless the setting says that they need not be", async () => {
      provide(undefined);
      const { failures } = await create(definition, config).preview(named);
      expect(failures).toHaveLength(one.length);
      expect(failures.join("\n")).toMatch(/From.* names the environment variable NAMED_\w+, which is not set$/m);
      const allowing = { ...config, "edgecloud:allowMissingCredentials": "true" };
      const resource = create(definition, allowing);
      const without = await resource.preview(named);
      expect(without.failures).toEqual([]);
      expect(without.notices).toHaveLength(one.length);
      expect(without.notices.join("\n")).toMatch(/NAMED_\w+, which is not set: its value was not checked/);
      const failed = String(await resource.up(named));
      expect(failed).toMatch(/Error: creating .* names the environment variable NAMED_.*Nothing was sent/);
      expect(countChanges()).toBe(0);
      provide(first);
      expect(await resource.up(named)).toBe("done");
      provide(undefined);
      expect((await resource.preview(named)).changes).toBe(false);
    });
  });

  it("are read through links, as Kubernetes mounts them, without the line break at the end", async () => {
    const link = path.join(mkdtempSync(path.join(folder, "links-")), "link");
    symlinkSync(file, link);
    const resource = create(originGroup, config);
    expect(await resource.up(group({ ...names, s3SecretAccessKeyFrom: { file: link } }))).toBe("done");
    expect(readPlatform()).toEqual([first.key, first.secret]);
  });

  it("may be the same variable for two buckets, and each rotation tells both", async () => {
    const other = { config: { ...place, ...names, s3BucketName: "other" } };
    const args = { ...group(names), sources: [...(group(names).sources as object[]), other] };
    const resource = create(originGroup, config);
    expect(await resource.up(args)).toBe("done");
    provide({ ...first, key: second.key });
    const { notices } = await resource.preview(args);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('sources[1].config.s3AccessKeyId of "media" changes');
    expect(notices[0]).toContain('sources[2].config.s3AccessKeyId of "other" changes');
    // In another order, and without one of them, the fingerprints are still those of their buckets.
    provide(first);
    expect(await resource.up({ ...args, sources: args.sources.toReversed() })).toBe("done");
    expect((await resource.preview({ ...args, sources: args.sources.toReversed() })).notices).toEqual([]);
  });

  it("are sent if only another name leads to another value, and not if to the same", async () => {
    const resource = create(cloudFunction, config);
    await resource.up(resize({ envsFrom: token }));
    process.env.NAMED_OTHER = first.token;
    const renamed = resize({ envsFrom: { TOKEN: { env: "NAMED_OTHER" } } });
    expect((await resource.preview(renamed)).changes).toBe(true);
    expect(await resource.up(renamed)).toBe("done");
    expect(countChanges()).toBe(1);
    process.env.NAMED_OTHER = second.token;
    expect(await resource.up(renamed)).toBe("done");
    expect(readPlatform()).toEqual([second.token]);
  });

  it("are sent again if somebody else has changed them, whose value is not stored either", async () => {
    const resource = create(cloudFunction, config);
    const args = resize({ envs: { MODE: "fast" }, envsFrom: token });
    await resource.up(args);
    const [found] = emulator.state().functions;
    for (const envs of [{ ...mode, TOKEN: "of-somebody-else" }, { ...mode, MOVED: first.token }, mode]) {
      emulator.replaceState({ ...emulator.state(), functions: [{ ...found!, envs }] });
      await resource.refresh();
      expect(resource.all()).not.toMatch(/of-somebody-else|named-token/);
      expect(await resource.up(args)).toBe("done");
      expect(emulator.state().functions[0]?.envs).toEqual({ MODE: "fast", TOKEN: first.token });
    }
  });

  it("belong to a bucket or a variable that a preview does not know yet", async () => {
    const resource = create(originGroup, config);
    const later = group({ ...names, s3BucketName: new Unknown() });
    expect(await resource.preview(later)).toEqual({ failures: [], changes: true, notices: [] });
    const unknownName = group({ ...names, s3AccessKeyIdFrom: { env: new Unknown() } });
    expect(await resource.preview(unknownName)).toEqual({ failures: [], changes: true, notices: [] });
    await resource.up(group(names));
    expect(await resource.preview(later)).toEqual({ failures: [], changes: true, notices: [] });
    expect(await resource.preview(unknownName)).toMatchObject({ failures: [], changes: true });
    expect(await resource.up(group(names))).toBe("unchanged");
  });

  it("of what is adopted are sent, announced without values, and not needed to restore it", async () => {
    const found = { id: 7, name: "found", use_next: true, sources: [{ source: "b.example.com" }] };
    emulator.replaceState({ originGroups: [found] });
    const resource = create(originGroup, config);
    const args = group(names, { originGroupId: 7, onDestroy: "restore" });
    const { failures, notices } = await resource.preview(args);
    expect(failures).toEqual([]);
    expect(notices.join()).toMatch(/adopts the existing one, which changes name: /);
    expect(words.filter((word) => notices.join().includes(word))).toEqual([]);
    expect(await resource.up(args)).toBe("done");
    expect(readPlatform()).toEqual([first.key, first.secret]);
    expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
    provide(undefined);
    await resource.destroy();
    expect(emulator.state().originGroups).toMatchObject([found]);
  });

  it("of an adopted function replace its variables", async () => {
    await create(cloudFunction, config).up(resize({ envs: { TOKEN: first.token } }));
    const resource = create(cloudFunction, config);
    const args = resize({ adopt: true, envsFrom: token });
    // It has the value already.
    expect((await resource.preview(args)).notices).toEqual([expect.stringContaining("which changes nothing")]);
    provide(second);
    expect((await resource.preview(args)).notices).toEqual([expect.stringContaining("envs.TOKEN: changes")]);
    expect(await resource.up(args)).toBe("done");
    expect(readPlatform()).toEqual([second.token]);
    expect(words.filter((word) => resource.all().includes(word))).toEqual([]);
  });

  it("leave an empty map of variables alone", async () => {
    const resource = create(cloudFunction, config);
    const args = resize({ envs: {}, envsFrom: token });
    await resource.up(args);
    await resource.refresh();
    expect(await resource.up(args)).toBe("unchanged");
    expect(await resource.up(resize({}))).toBe("done");
    expect(emulator.state().functions[0]?.envs).toEqual({});
  });

  it("of a function whose creation was lost are not needed to find and delete it", async () => {
    const resource = create(cloudFunction, config);
    emulator.addFault({ method: "POST", path: "/cloud/*", reset: "after", times: 9 });
    emulator.addFault({ method: "GET", path: "/cloud/*", answer: { status: 503, body: {} }, times: 99 });
    expect(await resource.up(resize({ envsFrom: token }))).toBeInstanceOf(Error);
    expect(resource.all()).not.toMatch(/named-token/);
    emulator.clearFaults();
    provide(undefined);
    await resource.destroy();
    expect(emulator.state().functions).toEqual([]);
  });
});
