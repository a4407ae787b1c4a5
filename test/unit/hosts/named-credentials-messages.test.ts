import type { Emulator } from "edgecloud-emulator";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import type { JsonObject } from "../../../provider/values/json";
import { first, group, legacy, names, provide, resize, second, token, useEmulator } from "./credentials";
import { hosts } from "./stored-resource";

const getPlatform = useEmulator();

let emulator: Emulator;
let config: Record<string, string>;

beforeEach(() => {
  ({ emulator, config } = getPlatform());
});

/** What the host reads after another rotation. */
const third = { key: "other-access-key-3", secret: "other/secret+access/key:3", token: "other-token-3" };

const ofBucket = [
  [first.key, first.secret],
  [second.key, second.secret],
] as const;
const kinds: [string, unknown, JsonObject, readonly string[], readonly string[]][] = [
  ["a bucket", originGroup, group(names), ...ofBucket],
  ["the legacy form", originGroup, legacy(names), ...ofBucket],
  ["a function", cloudFunction, resize({ envsFrom: token }), [first.token], [second.token]],
];

describe.each(Object.entries(hosts))("after a rotation, the old values behind names in messages of %s", (_, create) => {
  it.each(kinds)("are hidden for %s, whatever stands beside them", async (__, definition, named, one, two) => {
    const resource = create(definition, config);
    await resource.up(named);
    provide(second);
    const all = [...one, ...two];
    const message = all.map((word) => `[${word}],${word},x${word}y=${JSON.stringify(`(${word})`)};`).join("");
    const refuse = () => {
      emulator.addFault({ method: "PUT", path: "/*", times: 9, answer: { status: 400, body: { message } } });
      emulator.addFault({ method: "PATCH", path: "/*", times: 9, answer: { status: 400, body: { message } } });
    };
    const expectHidden = (text: string) => {
      expect(text).toContain("[[secret]],[secret],x[secret]y=");
      expect(all.filter((word) => text.includes(word))).toEqual([]);
    };
    refuse();
    expectHidden(String(await resource.up(named)));
    // Of the next values nobody knows whether the platform has them, and then there are others.
    emulator.clearFaults();
    emulator.addFault({ method: "PUT", path: "/*", times: 9, reset: "before" });
    emulator.addFault({ method: "PATCH", path: "/*", times: 9, reset: "before" });
    emulator.addFault({ method: "GET", path: "/cloud/*", skip: 1, times: 99, answer: { status: 503, body: {} } });
    expect(await resource.up(named)).toBeInstanceOf(Error);
    emulator.clearFaults();
    provide(third);
    refuse();
    expectHidden(String(await resource.up(named)));
  });

  it("are hidden if they have lines, escaped or not", async () => {
    const key = "-----BEGIN KEY-----\nMIGHAgEAMBMG cqGSM49\n-----END KEY-----";
    process.env.NAMED_TOKEN = key;
    const resource = create(cloudFunction, config);
    await resource.up(resize({ envsFrom: token }));
    provide(second);
    const message = `line 1: ${key}; line 2: ${JSON.stringify(key)}; line 3: ${encodeURIComponent(key)}`;
    emulator.addFault({ method: "PATCH", path: "/*", times: 9, answer: { status: 400, body: { message } } });
    const text = String(await resource.up(resize({ envsFrom: token })));
    expect(text).toContain('line 1: [secret]; line 2: "[secret]"; line 3: [secret] (400');
    expect(text).not.toMatch(/MIGHAgEAMBMG|BEGIN/);
  });

  it("are hidden in what the platform keeps, after a rotation and after another one", async () => {
    const resource = create(cloudFunction, config);
    await resource.up(resize({ envsFrom: token }));
    for (const texts of [second, third]) {
      provide(texts);
      expect(await resource.up(resize({ envsFrom: token }))).toBe("done");
    }
    const [found] = emulator.state().functions;
    const build_message = `built with [${first.token},${second.token}]`;
    emulator.replaceState({ functions: [{ ...found!, build_message }] });
    await resource.refresh();
    expect(resource.all()).toContain("built with [[secret],[secret]]");
    expect(await resource.up(resize({ envsFrom: token }))).toBe("unchanged");
  });
});
