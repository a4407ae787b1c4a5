import { OriginGroup, type OriginGroupArgs, type S3Bucket } from "pulumi-edgecloud";
import { expectConverged, expectProblems } from "../../engine/setup/expectations";
import { findWords } from "../../engine/setup/search";
import { cloudBucket, credentials } from "../../engine/setup/sources";
import { engineTest, failureText, type TestStack } from "../../engine/setup/test-stack";

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
  "name must have at most 255 characters",
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

/** Expects exactly these problems, no credential in the text, and no request. */
function expectRefusal(stack: TestStack, text: string, problems: string[], secrets: string[]): void {
  expectProblems(text, problems);
  expect(findWords([...secrets, ...Object.values(credentials)], { text })).toEqual([]);
  expect(stack.requests()).toEqual([]);
}

const isMask = "is what the platform shows in place of a credential; give the real one";
const host = { source: "a.example.com" };

/** The deprecated form beside the standard one. */
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
  sources: [host],
};

const legacyProblems = [`auth.s3AccessKeyId ${isMask}`, "auth.s3SecretAccessKey must", "sources must be left out"];

/** One entry for each rule across several arguments; test/unit/origin-group has those that exclude these. */
const rules: [source: object, problem: string][] = [
  [{ ...host, backup: true }, "sources are all backups"],
  [host, "sources[1].source repeats that of sources[0]"],
  [{ source: "a.example.com/static" }, "sources[2].source must not contain a path"],
  [{ source: "not a host" }, "sources[3].source must be an IP address or a domain"],
  [{ source: "10.0.0.1" }, "sources[4].source must not be a reserved or private"],
  [{ ...cloudBucket("m"), source: "b.example.com" }, "sources[5].source must be left out"],
  [{ source: "c.example.com", config: cloudBucket("n").config }, "sources[6].config must be left out"],
  [{ config: { appId: "7" } }, 'sources[7].originType must be "edgeapp"'],
  [
    { originType: "edgeapp", config: { appId: "7", s3Region: "north-1" } },
    "sources[8].config.s3Region must be left out",
  ],
  [badBucket({ s3Type: "other" }), 'sources[9].config.s3StorageHostname is required when s3Type is "other"'],
];

const otherRules = {
  name: "assets",
  useNext: true,
  proxyNextUpstream: [],
  onDestroy: "restore",
  sources: rules.map(([source]) => ({ ...source, backup: true, enabled: false })),
};

const otherProblems = [
  ...rules.map(([, problem]) => problem),
  "sources are all disabled",
  "proxyNextUpstream must name at least",
  'onDestroy can be "restore" only for an adopted',
];

engineTest("bad input: preview reports every problem, and shows no credential", {}, async (stack) => {
  for (const [wanted, problems] of [
    [manyWrong, manyProblems],
    [legacy, legacyProblems],
    [otherRules, otherProblems],
  ] as const) {
    stack.program = () => void new OriginGroup("assets", args(wanted));
    const text = await failureText(stack.preview());
    expectRefusal(stack, text, [...problems], [badAccessKeyId, badSecretAccessKey, mask]);
  }
  expect(await stack.resources()).toEqual([]);
});

engineTest("bad input: up creates nothing, refuses the platform's mask, and changes no group", {}, async (stack) => {
  let wanted = args({ name: "assets", sources: [badBucket({ s3AccessKeyId: mask, s3SecretAccessKey: mask })] });
  stack.program = () => void new OriginGroup("assets", wanted);
  const isMasked = ["s3AccessKeyId", "s3SecretAccessKey"].map((key) => `sources[0].config.${key} ${isMask}`);
  expectRefusal(stack, await failureText(stack.up()), isMasked, [mask]);
  expect(await stack.resources()).toEqual([]);

  const good = args({ name: "assets", sources: [cloudBucket("media")] });
  wanted = good;
  await stack.up();
  const before = stack.emulator.state();
  stack.emulator.clearRequests();
  wanted = args({ name: "assets", sources: [badBucket({ s3SecretAccessKey: badSecretAccessKey }), { source: "a b" }] });
  const problems = ["sources[0].config.s3SecretAccessKey must", "sources[1].source must"];
  expectRefusal(stack, await failureText(stack.up()), problems, [badSecretAccessKey]);
  expect(stack.emulator.state()).toEqual(before);
  wanted = good;
  await expectConverged(stack);
});
