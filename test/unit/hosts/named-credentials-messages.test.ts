import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "edgecloud-emulator";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import type { JsonObject } from "../../../provider/values/json";
import {
  file,
  folder,
  group,
  namedKinds,
  names,
  resize,
  token,
  useEmulator,
  first,
  provide,
  second,
} from "./credentials";
import { hosts } from "./stored-resource";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

const getPlatform = useEmulator();

const notForThePlatform =
  "must not name a secret of Pulumi or of this package, which is not for the platform; put the intended value into " +
  "a variable of another name";
const below = "must not be below /proc, /sys or /dev, where nothing is read; put the value into an ordinary file";

const at = (name: string) => path.join(folder, name);

type Row = [what: string, definition: unknown, args: JsonObject, expected: string];

/** A variable of a function that comes from there. */
const variable = (what: string, source: object, expected: string): Row => [
  what,
  cloudFunction,
  resize({ envsFrom: { TOKEN: source } }),
  `envsFrom.TOKEN${expected}`,
];
/** A bucket of which a credential comes from elsewhere. */
const bucket = (what: string, change: object, expected: string): Row => [
  what,
  originGroup,
  group({ ...names, ...change }),
  `sources[1].config.${expected}`,
];
const oneOf = ' must have exactly one of env and file: { env: "NAME" } or { file: "/path" }';
const secretRule =
  "names the environment variable NAMED_SHORT, whose value must be 16 to 255 characters, only Latin letters, digits, plus, " +
  "slash, dash, colon and underscore";

const wrong: Row[] = [
  bucket("its format", { s3SecretAccessKeyFrom: { env: "NAMED_SHORT" } }, `s3SecretAccessKeyFrom ${secretRule}`),
  bucket(
    "a value and a name together",
    { s3AccessKeyId: "given-access-key" },
    "s3AccessKeyIdFrom cannot be given together with sources[1].config.s3AccessKeyId; leave one of them out",
  ),
  [
    "a variable by value and by name",
    cloudFunction,
    resize({ envs: { TOKEN: "given" }, envsFrom: token }),
    "envsFrom.TOKEN cannot be given together with envs.TOKEN; leave one of them out",
  ],
  variable("neither env nor file", {}, oneOf),
  bucket("env and file", { s3AccessKeyIdFrom: { env: "NAMED_KEY", file } }, `s3AccessKeyIdFrom${oneOf}`),
  bucket("a text", { s3AccessKeyIdFrom: "NAMED_KEY" }, "s3AccessKeyIdFrom must be an object, not a string"),
  bucket(
    "another word",
    { s3AccessKeyIdFrom: { env: "NAMED_KEY", files: "x" } },
    's3AccessKeyIdFrom.files is not a property (did you mean "file"?); remove it',
  ),
  variable(
    "a relative path",
    { file: "secret" },
    ".file must be an absolute path: another process, with another working directory, reads the file",
  ),
  [
    "a wrong name of a variable",
    cloudFunction,
    resize({ envsFrom: { "A-B": { env: "NAMED_TOKEN" } } }),
    'envsFrom["A-B"] must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a ' +
      "digit",
  ],
  variable("a folder", { file: folder }, ` names the file ${folder}, which is not a regular file`),
  variable("no file", { file: `${file}s` }, ` names the file ${file}s, which does not exist`),
  variable("empty", { env: "NAMED_EMPTY" }, " names the environment variable NAMED_EMPTY, which is empty"),
  variable("not its own", { env: "toString" }, " names the environment variable toString, which is not set"),
  ...["EDGECLOUD_API_KEY", "edgecloud_api_key", "PULUMI_ACCESS_TOKEN", "PULUMI_CONFIG", "PULUMI_CONFIG_PASSPHRASE"].map(
    (env) => variable(`a secret of the run, ${env}`, { env }, `.env ${notForThePlatform}`),
  ),
  variable("its file", { env: "PULUMI_CONFIG_PASSPHRASE_FILE" }, `.env ${notForThePlatform}`),
  bucket(
    "a secret of the run",
    { s3SecretAccessKeyFrom: { env: "EDGECLOUD_API_KEY" } },
    `s3SecretAccessKeyFrom.env ${notForThePlatform}`,
  ),
  ...["/proc/self/environ", "/tmp/../proc/self/pagemap", "//dev/zero", "/sys/kernel/notes"].map((named) =>
    variable(`a file of the system, ${named}`, { file: named }, `.file ${below}`),
  ),
  variable(
    "a link to a file of the system",
    { file: at("environ") },
    ` names the file ${at("environ")}, which is below /proc, /sys or /dev, where nothing is read`,
  ),
  variable("a large file", { file: at("large") }, ` names the file ${at("large")}, which has more than 65536 bytes`),
  variable(
    "a value that is too long, without its length",
    { env: "NAMED_LONG" },
    " names the environment variable NAMED_LONG, whose value must have at most 255 characters",
  ),
];

/** The files that the rows above name. */
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  symlinkSync("/proc/self/environ", at("environ"));
  writeFileSync(at("large"), "x".repeat(65_537));
});

describe.each(Object.entries(hosts))("names of credentials, checked by %s", (_, create) => {
  it.each(wrong)("%s is an error at preview", async (__, definition, args, expected) => {
    process.env.NAMED_SHORT = "short";
    process.env.NAMED_EMPTY = "";
    process.env.NAMED_LONG = "x".repeat(300);
    const { failures } = await create(definition, getPlatform().config).preview(args);
    expect(failures).toEqual([expect.stringContaining(expected)]);
    expect(failures.join()).not.toMatch(/short|\b300\b/);
  });
});

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

describe.each(Object.entries(hosts))("credentials of %s that differ on the platform", (_, create) => {
  const there = "was changed on the platform since the last `pulumi up`";
  const missing = "is missing on the platform";
  const again = "the value of the environment variable NAMED_TOKEN is sent again";
  const rotated = "changes: the value of the environment variable NAMED_TOKEN differs from the one sent last";

  it.each<[string, Record<string, string>, typeof first, string]>([
    ["was changed there", { TOKEN: "of-somebody-else" }, first, `${there}; ${again}`],
    ["was changed there beside its value elsewhere", { MOVED: first.token }, first, `${missing}; ${again}`],
    ["was removed there", {}, first, `${missing}; ${again}`],
    ["rotates", { TOKEN: first.token }, second, rotated],
    ["was changed there and rotates", { TOKEN: "of-somebody-else" }, second, rotated],
    ["rotated there first", { TOKEN: second.token }, second, rotated],
  ])("are sent again for the reason that one %s, however often it was read", async (__, envs, texts, reason) => {
    const resource = create(cloudFunction, config);
    const args = resize({ envsFrom: token });
    await resource.up(args);
    setVariables(envs);
    await resource.refresh();
    await resource.refresh();
    expect(resource.all()).not.toMatch(/of-somebody-else|named-token/);
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
    expect(notices.join("\n")).toContain(`envs.TOKEN ${there}`);
  });
});

/** What the host reads after another rotation. */
const third = { key: "other-access-key-3", secret: "other/secret+access/key:3", token: "other-token-3" };

describe.each(Object.entries(hosts))("after a rotation, the old values behind names in messages of %s", (_, create) => {
  it.each(namedKinds)("are hidden for %s, whatever stands beside them", async (__, { definition, named, valuesOf }) => {
    const resource = create(definition, config);
    const all = [first, second].flatMap(valuesOf);
    const message = all.map((word) => `[${word}],${word},x${word}y=${JSON.stringify(`(${word})`)};`).join("");
    const fail = (fault: { reset: "before" } | { answer: { status: number; body: object } }) =>
      (["POST", "PUT", "PATCH", "DELETE"] as const).forEach((method) =>
        emulator.addFault({ method, path: "/*", times: 9, ...fault }),
      );
    const refusal = { answer: { status: 400, body: { message } } };
    const expectHidden = (error: unknown, known = all) => {
      expect(String(error)).toContain("[[secret]],[secret],x[secret]y=");
      expect(known.filter((word) => String(error).includes(word))).toEqual([]);
    };
    fail(refusal);
    expectHidden(await resource.up(named), valuesOf(first));
    emulator.clearFaults();
    expect(await resource.up(named)).toBe("done");
    provide(second);
    fail(refusal);
    expectHidden(await resource.up(named));
    // Of the next values nobody knows whether the platform has them, and then there are others.
    emulator.clearFaults();
    fail({ reset: "before" });
    emulator.addFault({ method: "GET", path: "/cloud/*", skip: 1, times: 99, answer: { status: 503, body: {} } });
    expect(await resource.up(named)).toBeInstanceOf(Error);
    emulator.clearFaults();
    provide(third);
    fail(refusal);
    expectHidden(await resource.up(named));
    provide(undefined);
    expectHidden(await resource.destroy().catch(String));
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
    emulator.replaceState({ ...emulator.state(), functions: [{ ...found!, build_message }] });
    await resource.refresh();
    expect(resource.all()).toContain("built with [[secret],[secret]]");
    expect(await resource.up(resize({ envsFrom: token }))).toBe("unchanged");
  });
});
