import type { JsonObject } from "../../../provider/values/json";
import { Unknown } from "../../../provider/core/unknown";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import {
  accessKeyId,
  bucket,
  bucketConfig,
  edgeapp,
  group,
  host,
  legacyGroup,
  otherAuth,
  secretAccessKey,
  vendorSecretKey,
} from "./groups";

const longName = [63, 63, 63, 61, 1].map((length) => "a".repeat(length)).join(".");
const allCases = ["error", "timeout", "invalid_header", "http_403", "http_404", "http_429"].concat([
  "http_500",
  "http_502",
  "http_503",
  "http_504",
]);

const sources: [what: string, source: unknown][] = [
  ...[
    ...["localhost", "_dmarc.example.com", "xn--bcher-kva.example", "bücher.example", "1.example.com"],
    ...["192.0.2.1", "192.0.2.1:1", "a.example.com:65535", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:8443"],
    ...[longName, `${"a".repeat(63)}.example.com`],
    // Combining marks, one of them apart from its letter, and joiners where IDNA has them.
    ...["हिन्दी.example", "தமிழ்.example:8443", "bu\u0308cher.example", "نامه\u200cای.example", "ශ්\u200dරී.example"],
  ].map((source): [string, unknown] => [source, host(source)]),
  ["host with its type", host("b.example.com", { originType: "host" })],
  ["hostHeaderOverride: null", host("b.example.com", { hostHeaderOverride: null })],
  ...["", "www.example.com:8443", "a_b.example.com", "*.example.com", "10.0.0.1"].map((text): [string, unknown] => [
    `hostHeaderOverride: "${text}"`,
    host("b.example.com", { hostHeaderOverride: text }),
  ]),
  ["hostHeaderOverride: 255 characters", host("b.example.com", { hostHeaderOverride: "h".repeat(255) })],
  ["backup, disabled", host("b.example.com", { backup: true, enabled: false })],
  ["S3", bucket()],
  ["S3 without its type", { config: bucketConfig() }],
  ["S3 at cloudvendor", bucket({ s3Type: "cloudvendor", s3Region: "north-1", s3StorageHostname: null })],
  ["S3 with null region", bucket({ s3Region: null })],
  ["S3 with its auth type", bucket({ s3AuthType: "cloudSignatureV4" })],
  ["bucket of 256 characters", bucket({ s3BucketName: "b".repeat(256) })],
  ["shortest credentials", bucket({ s3AccessKeyId: "Az:_", s3SecretAccessKey: "Az09+/-:_Az09+/-" })],
  ["longest credentials", bucket({ s3AccessKeyId: "-".repeat(255), s3SecretAccessKey: "s".repeat(255) })],
  ["S3 with options", bucket({}, { backup: true, enabled: false, hostHeaderOverride: "www.example.com" })],
  ["edge application", edgeapp()],
  [
    "edge application with options",
    edgeapp({ appId: "7" }, { backup: true, enabled: false, hostHeaderOverride: null }),
  ],
];

const groups: [what: string, args: JsonObject][] = [
  ["a name with spaces and marks inside", group({ name: "Assets of: a/b (https)" })],
  ["255 characters of name", group({ name: "n".repeat(255) })],
  ["255 characters of name, of two units each", group({ name: "\u{1f511}".repeat(255) })],
  ["every case", group({ useNext: true, proxyNextUpstream: allCases })],
  ["no case while useNext is off", group({ useNext: false, proxyNextUpstream: [] })],
  ["useNext with the default cases", group({ useNext: true })],
  ["path, authType none", group({ path: "/img", authType: "none" })],
  ["adoption", group({ originGroupId: 7, onDestroy: "restore" })],
  ...["delete", "retain"].map((onDestroy): [string, JsonObject] => [onDestroy, group({ onDestroy })]),
  ["mixed forms", group({ sources: [edgeapp(), bucket(), bucket({ s3BucketName: "b" }), host("c.example.com")] })],
  ["the same application twice", group({ sources: [edgeapp(), edgeapp()] })],
  [
    "one active, one enabled",
    group({ sources: [host("a", { enabled: false }), host("b", { backup: true }), bucket()] }),
  ],
  ["legacy, cloudvendor", legacyGroup()],
  ["legacy, other", legacyGroup(otherAuth, { path: "/img", useNext: true })],
  ["legacy, shortest", legacyGroup({ ...otherAuth, s3AccessKeyId: "a:_", s3SecretAccessKey: "s".repeat(16) })],
  [
    "legacy, longest",
    legacyGroup({ ...otherAuth, s3AccessKeyId: "a".repeat(512), s3SecretAccessKey: "s".repeat(255) }),
  ],
  ["legacy, bucket of 256 characters", legacyGroup({ s3BucketName: "b".repeat(256) })],
];

describe("check accepts", () => {
  it.each(sources)("the source %s", (_, source) => {
    expect(checkOriginGroup(group({ sources: [host("x.example.com"), source] })).failures).toEqual([]);
  });

  it.each(groups)("the group: %s", (_, args) => {
    expect(checkOriginGroup(args).failures).toEqual([]);
  });
});

/** Every copy of `value` in which one node, at any depth, is unknown. */
function eachUnknown(value: unknown, path: string): [string, unknown][] {
  const here: [string, unknown] = [path, new Unknown()];
  if (typeof value !== "object" || value === null) {
    return [here];
  }
  const inside = Object.entries(value).flatMap(([key, child]) =>
    eachUnknown(child, `${path}.${key}`).map(([at, changed]): [string, unknown] => [
      at,
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ]),
  );
  return [here, ...inside];
}

const complete = group({
  useNext: true,
  proxyNextUpstream: ["error", "http_403"],
  path: "/img",
  authType: "none",
  originGroupId: 7,
  onDestroy: "retain",
  sources: [
    host("a.example.com:80", { backup: false, enabled: true, hostHeaderOverride: "www", originType: "host" }),
    bucket({ s3Region: "r", s3AuthType: "cloudSignatureV4" }, { backup: true, enabled: true, hostHeaderOverride: "w" }),
    bucket({ s3BucketName: "b", s3Type: "cloudvendor", s3Region: "r" }),
    edgeapp({ appId: "77" }, { enabled: false }),
  ],
});

describe("an unknown value passes", () => {
  const unknowns = [...eachUnknown(complete, "group"), ...eachUnknown(legacyGroup(), "legacy")].filter(
    ([path]) => path !== "group" && path !== "legacy",
  );

  it("at more than forty places", () => expect(unknowns.length).toBeGreaterThan(40));

  it.each(unknowns)("%s", (_, args) => {
    expect(checkOriginGroup(args as JsonObject).failures).toEqual([]);
  });

  it("in two sources that may be equal, backup or disabled", () => {
    const later = () => host(new Unknown(), { backup: new Unknown(), enabled: new Unknown() });
    const bucketLater = () => bucket({ s3BucketName: new Unknown() });
    const args = group({ sources: [later(), later(), bucketLater(), bucketLater(), new Unknown()] });
    expect(checkOriginGroup(args).failures).toEqual([]);
  });

  it("beside a wrong value, which is still found", () => {
    const args = group({ name: new Unknown(), sources: [host(new Unknown()), host("a/b")] });
    expect(checkOriginGroup(args).failures.map(({ property }) => property)).toEqual(["sources[1].source"]);
  });
});

describe("no reason holds a credential", () => {
  const wrong = (credential: string) => `${credential} !`;
  const credentials = { s3AccessKeyId: wrong(accessKeyId), s3SecretAccessKey: wrong(secretAccessKey) };

  it.each<[string, JsonObject]>([
    ["wrong characters", group({ sources: [bucket(credentials)] })],
    [
      "wrong type",
      group({ sources: [bucket({ s3AccessKeyId: [accessKeyId], s3SecretAccessKey: { secretAccessKey } })] }),
    ],
    [
      "too long",
      group({
        sources: [bucket({ s3AccessKeyId: accessKeyId.repeat(99), s3SecretAccessKey: secretAccessKey.repeat(9) })],
      }),
    ],
    ["wrong form", group({ sources: [host("a", { config: bucketConfig() }), edgeapp(bucketConfig())] })],
    ["in the wrong place", group({ sources: [bucket({ s3Type: accessKeyId, s3SecretKey: secretAccessKey })] })],
    ["twice", group({ sources: [bucket(), bucket()] })],
    ["legacy, wrong characters", legacyGroup(credentials)],
    ["legacy, wrong length", legacyGroup({ s3SecretAccessKey: vendorSecretKey + "x" })],
    ["legacy, in a list", { name: "a", authType: "cloudSignatureV4", auth: [accessKeyId, secretAccessKey] }],
    ["in the address", group({ sources: [host(`https://u:${accessKeyId}@a`), host(`u:${secretAccessKey}@b`)] })],
  ])("%s", (_, args) => {
    const { failures } = checkOriginGroup(args);
    expect(failures).not.toEqual([]);
    const text = JSON.stringify(failures);
    for (const secret of [accessKeyId, secretAccessKey, vendorSecretKey]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.split("/").at(-1));
    }
  });
});
