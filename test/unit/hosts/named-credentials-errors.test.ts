import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import type { JsonObject } from "../../../provider/values/json";
import { file, folder, group, legacy, names, resize, token, useEmulator } from "./credentials";
import { hosts } from "./stored-resource";

const getPlatform = useEmulator();

const notForThePlatform =
  "must not name a secret of Pulumi or of this package, which is not for the platform; put the value that is meant into " +
  "a variable of another name";
const below = "must not be below /proc, /sys or /dev, where nothing is read; put the value into an ordinary file";

const at = (name: string) => path.join(folder, name);

const wrong: [string, unknown, JsonObject, string][] = [
  [
    "a value that breaks a rule of its format",
    originGroup,
    group({ ...names, s3SecretAccessKeyFrom: { env: "NAMED_SHORT" } }),
    "sources[1].config.s3SecretAccessKeyFrom names the environment variable NAMED_SHORT, whose value must be 16 to " +
      "255 characters, only Latin letters, digits, plus, slash, dash, colon and underscore",
  ],
  [
    "a value that breaks a rule between fields",
    originGroup,
    legacy({ ...names, s3Type: "cloudvendor", s3Region: "eu-1", s3SecretAccessKeyFrom: { env: "NAMED_TOKEN" } }),
    "auth.s3SecretAccessKeyFrom names the environment variable NAMED_TOKEN, whose value must have exactly 40 " +
      'characters when s3Type is "cloudvendor"',
  ],
  [
    "a value and a name together",
    originGroup,
    group({ ...names, s3AccessKeyId: "given-access-key" }),
    "sources[1].config.s3AccessKeyIdFrom cannot be given together with sources[1].config.s3AccessKeyId; leave one of " +
      "them out",
  ],
  [
    "a variable by value and by name",
    cloudFunction,
    resize({ envs: { TOKEN: "given" }, envsFrom: token }),
    "envsFrom.TOKEN cannot be given together with envs.TOKEN; leave one of them out",
  ],
  [
    "neither env nor file",
    cloudFunction,
    resize({ envsFrom: { TOKEN: {} } }),
    'envsFrom.TOKEN must have exactly one of env and file: { env: "NAME" } or { file: "/path" }',
  ],
  [
    "env and file",
    originGroup,
    legacy({ ...names, s3AccessKeyIdFrom: { env: "NAMED_KEY", file } }),
    'auth.s3AccessKeyIdFrom must have exactly one of env and file: { env: "NAME" } or { file: "/path" }',
  ],
  [
    "a text",
    originGroup,
    group({ ...names, s3AccessKeyIdFrom: "NAMED_KEY" }),
    "sources[1].config.s3AccessKeyIdFrom must be an object, not a string",
  ],
  [
    "another word",
    originGroup,
    group({ ...names, s3AccessKeyIdFrom: { env: "NAMED_KEY", files: "x" } }),
    'sources[1].config.s3AccessKeyIdFrom.files is not a property (did you mean "file"?); remove it',
  ],
  [
    "a relative path",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { file: "secret" } } }),
    "envsFrom.TOKEN.file must be an absolute path: another process, with another working directory, reads the file",
  ],
  [
    "a wrong name of a variable",
    cloudFunction,
    resize({ envsFrom: { "A-B": { env: "NAMED_TOKEN" } } }),
    'envsFrom["A-B"] must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a ' +
      "digit",
  ],
  [
    "a folder",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { file: folder } } }),
    `the file ${folder}, which is a directory`,
  ],
  [
    "a file that is not there",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { file: `${file}s` } } }),
    `envsFrom.TOKEN names the file ${file}s, which does not exist`,
  ],
  [
    "an empty variable",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { env: "NAMED_EMPTY" } } }),
    "envsFrom.TOKEN names the environment variable NAMED_EMPTY, which is empty",
  ],
  [
    "a variable that every object has",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { env: "toString" } } }),
    "envsFrom.TOKEN names the environment variable toString, which is not set",
  ],
  ...[
    "EDGECLOUD_API_KEY",
    "edgecloud_api_key",
    "PULUMI_ACCESS_TOKEN",
    "PULUMI_CONFIG",
    "PULUMI_CONFIG_PASSPHRASE",
    "PULUMI_CONFIG_PASSPHRASE_FILE",
  ].map((env): (typeof wrong)[number] => [
    `a secret of the run, ${env}`,
    cloudFunction,
    resize({ envsFrom: { TOKEN: { env } } }),
    `envsFrom.TOKEN.env ${notForThePlatform}`,
  ]),
  [
    "a secret of the run for a bucket",
    originGroup,
    group({ ...names, s3SecretAccessKeyFrom: { env: "EDGECLOUD_API_KEY" } }),
    `sources[1].config.s3SecretAccessKeyFrom.env ${notForThePlatform}`,
  ],
  ...["/proc/self/environ", "/tmp/../proc/self/pagemap", "//dev/zero", "/sys/kernel/notes"].map(
    (named): (typeof wrong)[number] => [
      `a file of the system, ${named}`,
      cloudFunction,
      resize({ envsFrom: { TOKEN: { file: named } } }),
      `envsFrom.TOKEN.file ${below}`,
    ],
  ),
  [
    "a link to a file of the system",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { file: at("environ") } } }),
    `envsFrom.TOKEN names the file ${at("environ")}, which is below /proc, /sys or /dev, where nothing is read`,
  ],
  ...["passphrase", "passphrase-link", "credentials.json"].map((name): (typeof wrong)[number] => [
    `a file with a secret of Pulumi, ${name}`,
    cloudFunction,
    resize({ envsFrom: { TOKEN: { file: at(name) } } }),
    `envsFrom.TOKEN names the file ${at(name)}, which has a secret of Pulumi itself, which is not sent`,
  ]),
  [
    "a large file",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { file: at("large") } } }),
    `envsFrom.TOKEN names the file ${at("large")}, which has more than 65536 bytes`,
  ],
  [
    "a value that is too long, without its length",
    cloudFunction,
    resize({ envsFrom: { TOKEN: { env: "NAMED_LONG" } } }),
    "envsFrom.TOKEN names the environment variable NAMED_LONG, whose value must have at most 255 characters",
  ],
];

/** The files that the rows above name. */
function writeFiles(): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync("/proc/self/environ", at("environ"));
  ["passphrase", "credentials.json"].forEach((name) => writeFileSync(at(name), "named-passphrase"));
  linkSync(at("passphrase"), at("passphrase-link"));
  writeFileSync(at("large"), "x".repeat(65_537));
}

beforeAll(writeFiles);

describe.each(Object.entries(hosts))("names of credentials, checked by %s", (_, create) => {
  it.each(wrong)("%s is an error at preview", async (__, definition, args, expected) => {
    process.env.NAMED_SHORT = "short";
    process.env.NAMED_EMPTY = "";
    process.env.NAMED_LONG = "x".repeat(300);
    process.env.PULUMI_CONFIG_PASSPHRASE_FILE = at("passphrase");
    process.env.PULUMI_HOME = folder;
    const { failures } = await create(definition, getPlatform().config).preview(args);
    expect(failures).toEqual([expect.stringContaining(expected)]);
    expect(failures.join()).not.toMatch(/short|\b300\b/);
  });
});
