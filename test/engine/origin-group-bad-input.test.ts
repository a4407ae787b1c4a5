import { OriginGroup, type OriginGroupArgs, type S3Bucket } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { findWords } from "./setup/search";
import { cloudBucket, credentials } from "./setup/sources";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const mask = "SECRET_VALUE";

/** Looks like a credential, but is invalid: too short, or with a forbidden character. */
const badAccessKeyId = "tests access key";
const badSecretAccessKey = "tests-secret*key";

const badBucket = (config: Partial<Record<keyof S3Bucket | "s3Type", unknown>>) => {
  const good = cloudBucket("media");
  return { ...good, config: { ...good.config, ...config } };
};

/** Passes arguments as a JavaScript program, or one with casts, can. */
const args = (values: object) => values as OriginGroupArgs;

/** A group with many mistakes, and every problem that the preview must report. */
const manyWrong = args({
  name: "n".repeat(256),
  useNext: "yes",
  proxyNextUpstream: ["error", "http_501"],
  sourcs: [],
  sources: [
    { source: "https://a.example.com/static" },
    badBucket({ s3Region: undefined, s3AccessKeyId: badAccessKeyId, s3SecretAccessKey: badSecretAccessKey }),
    { source: "b.example.com:70000", bakup: true },
    { originType: "edgeapp", config: {} },
    { backup: true },
    cloudBucket("films"),
    cloudBucket("films"),
  ],
});

const manyProblems = [
  "name must have at most 255 characters, has 256",
  "useNext must be a boolean, not a string",
  'proxyNextUpstream[1] must be one of "error", "timeout", "invalid_header"',
  'sourcs is not a property (did you mean "sources"?); remove it',
  "sources[0].source must not contain a scheme",
  'sources[1].config.s3Region is required when s3Type is "cloudvendor"',
  "sources[1].config.s3AccessKeyId must be 4 to 255 characters",
  "sources[1].config.s3SecretAccessKey must be 16 to 255 characters",
  "sources[2].source must have a port from 1 to 65535",
  'sources[2].bakup is not a property (did you mean "backup"?); remove it',
  "sources[3].config.appId is required",
  "sources[4].source is required",
  "sources[6].config.s3BucketName repeats that of sources[5]",
];

/** The problems that an operation reports, without the engine's text around them. */
function problemsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/ has a problem: (.*)$/gm)].map(([, problem = ""]) => problem))];
}

function expectProblems(text: string, expected: string[]): void {
  const problems = problemsIn(text);
  const unsaid = expected.filter((start) => !problems.some((problem) => problem.startsWith(start)));
  const unexpected = problems.filter((problem) => !expected.some((start) => problem.startsWith(start)));
  expect({ unsaid, unexpected }).toEqual({ unsaid: [], unexpected: [] });
}

function expectUntouched(stack: TestStack): void {
  expect(stack.requests()).toEqual([]);
}

engineTest("bad input: preview reports every problem, and nothing is created", {}, async (stack) => {
  stack.program = () => void new OriginGroup("assets", manyWrong);
  const preview = await failureText(stack.preview());
  expectProblems(preview, manyProblems);
  const up = await failureText(stack.up());
  expectProblems(up, manyProblems);
  expectUntouched(stack);
  expect(await stack.resources()).toEqual([]);
  const secrets = [badAccessKeyId, badSecretAccessKey, ...Object.values(credentials)];
  expect(findWords(secrets, { preview, up })).toEqual([]);
});

const legacy = {
  name: "assets",
  authType: "cloudSignatureV4",
  auth: {
    s3Type: "cloudvendor",
    s3BucketName: "media",
    s3Region: "north-1",
    s3AccessKeyId: mask,
    s3SecretAccessKey: badSecretAccessKey,
  },
};

const isMask = "is what the platform shows in place of a credential; give the real one";

engineTest("bad input: the platform's mask is refused, and a bad credential is never shown", {}, async (stack) => {
  let wanted = args({ name: "assets", sources: [badBucket({ s3AccessKeyId: mask, s3SecretAccessKey: mask })] });
  stack.program = () => void new OriginGroup("assets", wanted);
  const standardText = await failureText(stack.preview());
  expectProblems(standardText, [
    `sources[0].config.s3AccessKeyId ${isMask}`,
    `sources[0].config.s3SecretAccessKey ${isMask}`,
  ]);
  expect(standardText).not.toContain(mask);

  wanted = args(legacy);
  const legacyText = await failureText(stack.preview());
  expectProblems(legacyText, [`auth.s3AccessKeyId ${isMask}`, "auth.s3SecretAccessKey must"]);
  expect(findWords([mask, badSecretAccessKey], { legacyText })).toEqual([]);
  expectUntouched(stack);
});

engineTest("bad input: a bad change leaves an existing group unchanged", {}, async (stack) => {
  const good = args({ name: "assets", sources: [cloudBucket("media")] });
  let wanted = good;
  stack.program = () => void new OriginGroup("assets", wanted);
  await stack.up();
  const before = stack.emulator.state();
  stack.emulator.clearRequests();
  wanted = args({ name: "assets", sources: [badBucket({ s3SecretAccessKey: badSecretAccessKey }), { source: "a b" }] });
  const text = await failureText(stack.up());
  expectProblems(text, ["sources[0].config.s3SecretAccessKey must", "sources[1].source must"]);
  expect(findWords([badSecretAccessKey, ...Object.values(credentials)], { text })).toEqual([]);
  expectUntouched(stack);
  expect(stack.emulator.state()).toEqual(before);
  wanted = good;
  await expectConverged(stack);
});

const goodAuth = {
  s3Type: "cloudvendor",
  s3BucketName: "media",
  s3Region: "north-1",
  s3AccessKeyId: "tests-access-key",
  s3SecretAccessKey: "s".repeat(40),
};
const host = { source: "a.example.com" };
const rules: [what: string, values: object, problem: string][] = [
  ["no sources", {}, "sources is required"],
  ["no source", { sources: [] }, "sources must have at least 1 entry"],
  ["cases left out", { sources: [host], useNext: true, proxyNextUpstream: [] }, "proxyNextUpstream must name at least"],
  ["nothing to restore", { sources: [host], onDestroy: "restore" }, 'onDestroy can be "restore" only for an adopted'],
  ["only backups", { sources: [{ ...host, backup: true }] }, "sources are all backups"],
  ["only disabled", { sources: [{ ...host, enabled: false }] }, "sources are all disabled"],
  ["a host twice", { sources: [host, host] }, "sources[1].source repeats that of sources[0]"],
  ["a path", { sources: [{ source: "a.example.com/static" }] }, "sources[0].source must not contain a path"],
  ["no host at all", { sources: [{ source: "not a host" }] }, "sources[0].source must be an IP address or a domain"],
  ["a private address", { sources: [{ source: "10.0.0.1" }] }, "sources[0].source must not be a reserved or private"],
  ["a host and a bucket", { sources: [{ ...cloudBucket("m"), ...host }] }, "sources[0].source must be left out"],
  [
    "a host with a config",
    { sources: [{ ...host, config: cloudBucket("m").config }] },
    "sources[0].config must be left out",
  ],
  ["an untyped application", { sources: [{ config: { appId: "7" } }] }, 'sources[0].originType must be "edgeapp"'],
  [
    "a bucket in an application",
    { sources: [{ originType: "edgeapp", config: { appId: "7", s3Region: "north-1" } }] },
    "sources[0].config.s3Region must be left out",
  ],
  [
    "no host name of the storage",
    { sources: [badBucket({ s3Type: "other" })] },
    'sources[0].config.s3StorageHostname is required when s3Type is "other"',
  ],
  ["auth that is missing", { authType: "cloudSignatureV4" }, "auth is required"],
  ["auth beside sources", { ...legacy, auth: goodAuth, sources: [host] }, "sources must be left out"],
  ["auth without its type", { auth: goodAuth }, "auth requires authType"],
  [
    "a short secret key",
    { ...legacy, auth: { ...goodAuth, s3SecretAccessKey: "twenty-characters-20" } },
    "auth.s3SecretAccessKey must have exactly 40 characters",
  ],
];

engineTest("bad input: checks rules across several arguments at preview", {}, async (stack) => {
  for (const [what, values, problem] of rules) {
    stack.program = () => void new OriginGroup("assets", args({ name: "assets", ...values }));
    const problems = problemsIn(await failureText(stack.preview()));
    expect({ what, problems }).toEqual({ what, problems: [expect.stringContaining(problem)] });
  }
  expectUntouched(stack);
});
