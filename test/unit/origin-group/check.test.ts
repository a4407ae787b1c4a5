import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { args as functionArgs } from "../cloud-function/functions";
import { failureOf } from "../core/failure";
import {
  accessKeyId,
  bucket,
  bucketConfig,
  edgeapp,
  group,
  host,
  legacyAuth,
  legacyGroup,
  otherAuth,
  secretAccessKey,
  vendorSecretKey,
} from "./groups";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import { Unknown } from "../../../provider/core/tree";

/** What is refused, and arguments to which that applies. */
type Row = [property: string, reason: string, ...args: JsonObject[]];

const failuresOf = (args: JsonObject) => checkOriginGroup(args).failures;
const cases =
  '"error", "timeout", "invalid_header", "http_403", "http_404", "http_429", "http_500", "http_502", "http_503", "http_504"';
const blanks = ["", " ", "\t\n\u00a0"];
const blank = "must not be blank";
const masked = "is what the platform shows in place of a credential; give the real one";
const accessFormat = "must be 3 to 512 characters, only Latin letters, digits, colon, dash and underscore";
const secretFormat =
  "must be 16 to 255 characters, only Latin letters, digits, plus, slash, dash, colon and underscore";
const unknown = (near?: string) => `is not a property${near ? ` (did you mean "${near}"?)` : ""}; remove it`;
const legacy = (change: object) => legacyGroup({ ...otherAuth, ...change });
const signed = { name: "assets", authType: "cloudSignatureV4" };
const inSource = (config: object) => group({ sources: [bucket(config)] });
const one = (source: unknown) => group({ sources: [source] });
const two = (first: unknown, second: unknown) => group({ sources: [first, second] });

const ofCase = (word: unknown, near = ""): Row => [
  "proxyNextUpstream[0]",
  `must be one of ${cases}, not ${JSON.stringify(word)}${near && ` (did you mean "${near}"?)`}`,
  group({ proxyNextUpstream: [word] }),
];
const ofGroup: Row[] = [
  ["name", "is required", group({ name: undefined })],
  ["name", "must be a string, not a number", group({ name: 7 })],
  ["name", "must have at most 255 characters", group({ name: "n".repeat(256) })],
  ["name", blank, ...blanks.map((name) => group({ name }))],
  ["useNext", "must be a boolean, not a string", group({ useNext: "yes" })],
  ["proxyNextUpstream", "must be an array, not a string", group({ proxyNextUpstream: "error" })],
  ["proxyNextUpstream[1]", `must be one of ${cases}, not "rain"`, group({ proxyNextUpstream: ["error", "rain"] })],
  ofCase("http_505", "http_500"),
  ofCase("http-504s", "http_504"),
  ...["http_599", "http_418", "htp_505", 403].map((word) => ofCase(word)),
  [
    "proxyNextUpstream",
    "must name at least one case while useNext is true; leave it out to use the default: error and timeout",
    group({ useNext: true, proxyNextUpstream: [] }),
  ],
  ["originGroupId", "must be a number, not a string", group({ originGroupId: "7" })],
  ["originGroupId", "must be a whole number", group({ originGroupId: 7.5 })],
  ["originGroupId", "must be at least 1", group({ originGroupId: 0 })],
  ["onDestroy", 'must be one of "delete", "retain", "restore"', group({ onDestroy: "keep" })],
  [
    "onDestroy",
    'can be "restore" only for an adopted group: give its originGroupId, or use "delete" or "retain"',
    group({ onDestroy: "restore" }),
  ],
  ["sources", "is required: give at least one origin", group({ sources: undefined })],
  ["sources", "must be an array, not an object", group({ sources: host("a.example.com") })],
  ["sources[0]", "must be an object, not a string", one("a.example.com")],
  ["sources", "must have at least 1 entry", group({ sources: [] })],
  [
    "sources",
    "are all backups; set backup to false for at least one",
    two(host("a.example.com", { backup: true }), bucket({}, { backup: true })),
  ],
  [
    "sources",
    "are all disabled; set enabled to true for at least one",
    two(host("a.example.com", { enabled: false }), bucket({}, { enabled: false })),
  ],
  [
    "sources[2].config.s3BucketName",
    "repeats that of sources[0]; each must be unique in the group",
    group({ sources: [bucket(), host("a.example.com"), bucket()] }),
  ],
  ["source", unknown("sources"), group({ source: "x" })],
  ["use_next", unknown("useNext"), group({ use_next: true })],
  ["weather", unknown(), group({ weather: 1 })],
  ["sources[0].bakcup", unknown("backup"), one(host("a.example.com", { bakcup: true }))],
  ["sources[1].config.s3_region", unknown("s3Region"), two(host("a.example.com"), bucket({ s3_region: "x" }))],
  ["auth.bucket", unknown(), legacyGroup({ bucket: "x" })],
];

const ofLegacyForm: Row[] = [
  ["path", "must be a string, not a number", group({ path: 1 })],
  ["authType", 'must be one of "none", "cloudSignatureV4"', group({ authType: "basic" })],
  [
    "auth",
    'requires authType "cloudSignatureV4"; better, give `sources` an S3 source instead',
    group({ authType: "none", auth: legacyAuth() }),
    group({ auth: legacyAuth() }),
  ],
  [
    "sources",
    'must be left out with authType "cloudSignatureV4": a private bucket is the only origin of its group',
    legacyGroup({}, { sources: [host("a.example.com")] }),
  ],
  ["auth", 'is required with authType "cloudSignatureV4"', signed],
  ["auth", "must be an object, not an array", { ...signed, auth: [] }],
  ["auth.s3Type", 'is required: one of "cloudvendor", "other"', legacyGroup({ s3Type: undefined })],
  ["auth.s3Type", 'must be one of "cloudvendor", "other"', legacyGroup({ s3Type: "elsewhere" })],
  ["auth.s3BucketName", "is required", legacyGroup({ s3BucketName: undefined })],
  ["auth.s3BucketName", blank, ...blanks.map((text) => legacyGroup({ s3BucketName: text }))],
  ["auth.s3BucketName", "must have at most 256 characters", legacyGroup({ s3BucketName: "b".repeat(257) })],
  ["auth.s3AccessKeyId", "is required", legacyGroup({ s3AccessKeyId: undefined })],
  [
    "auth.s3AccessKeyId",
    accessFormat,
    ...["with space", "ab", "a".repeat(513)].map((s3AccessKeyId) => legacyGroup({ s3AccessKeyId })),
  ],
  ["auth.s3AccessKeyId", masked, legacyGroup({ s3AccessKeyId: "SECRET_VALUE" })],
  ["auth.s3SecretAccessKey", "is required", legacyGroup({ s3SecretAccessKey: undefined })],
  [
    "auth.s3SecretAccessKey",
    secretFormat,
    ...["s".repeat(15), "s".repeat(256), "s".repeat(20) + "."].map((s3SecretAccessKey) =>
      legacy({ s3SecretAccessKey }),
    ),
  ],
  [
    "auth.s3SecretAccessKey",
    'must have exactly 40 characters when s3Type is "cloudvendor"',
    ...[20, 39, 41].map((length) => legacyGroup({ s3SecretAccessKey: "s".repeat(length) })),
  ],
  ["auth.s3SecretAccessKey", masked, legacy({ s3SecretAccessKey: "SECRET_VALUE" })],
  [
    "auth.s3Region",
    'is required when s3Type is "cloudvendor"',
    ...[undefined, ...blanks].map((s3Region) => legacyGroup({ s3Region })),
  ],
  [
    "auth.s3StorageHostname",
    'is required when s3Type is "other"',
    ...[undefined, ...blanks].map((s3StorageHostname) => legacy({ s3StorageHostname })),
  ],
];

const noLines: [reason: string, ...texts: string[]][] = [
  ["must not begin or end with white space, such as a line break", " text", "text\n", "text\u00a0"],
  ["must not contain a control character, such as a line break", "a\r\nb", "a\0b", "a\tb"],
];
const ofLines = noLines.flatMap(([reason, ...texts]): Row[] => [
  ["name", reason, ...texts.map((name) => group({ name }))],
  ["path", reason, ...texts.map((path) => group({ path }))],
  ["sources[0].config.s3BucketName", reason, ...texts.map((s3BucketName) => inSource({ s3BucketName }))],
  ["sources[0].config.s3Region", reason, ...texts.map((s3Region) => inSource({ s3Region }))],
  ["sources[0].config.s3AuthType", reason, ...texts.map((s3AuthType) => inSource({ s3AuthType }))],
  ["sources[0].config.appId", reason, ...texts.map((appId) => one(edgeapp({ appId })))],
  ["auth.s3BucketName", reason, ...texts.map((s3BucketName) => legacyGroup({ s3BucketName }))],
  ["auth.s3Region", reason, ...texts.map((s3Region) => legacyGroup({ s3Region }))],
]);

describe.each([
  ["a group", ofGroup],
  ["the legacy form", ofLegacyForm],
  ["a line of text", ofLines],
])("check of %s", (_, rows) => {
  it.each(rows)("%s %s, case %#", (property, reason, ...args) => {
    expect(args.map(failuresOf)).toEqual(args.map(() => [failureOf(property, reason)]));
  });
});

it.each(noLines)("of a function, too, a text %s", (reason, ...texts) => {
  for (const property of ["mainMethod", "runtime", "flavor"]) {
    const checked = texts.map((text) => functionKind.check(functionArgs({ [property]: text }), undefined).failures);
    expect(checked).toEqual(texts.map(() => [failureOf(property, reason)]));
  }
});

it("everything is reported at once", () => {
  const config = { s3BucketName: "media", s3Region: "north-1", s3AccessKeyId: "abc", s3SecretAccessKey: "x" };
  const sources = [host("http://a.example.com"), { originType: "s3", config }];
  const args = { name: "n".repeat(256), useNext: true, proxyNextUpstream: [], sources, onDestroy: "restore" };
  const credentials = ["sources[1].config.s3AccessKeyId", "sources[1].config.s3SecretAccessKey"];
  expect(failuresOf(args).map(({ property }) => property)).toEqual(
    ["name", "sources[0].source", credentials, "proxyNextUpstream", "onDestroy", "sources[1].config.s3Type"].flat(),
  );
});

const allCases = cases.replaceAll('"', "").split(", ");
const names = ["Assets of: a/b (https)", "n".repeat(255), "\u{1f511}".repeat(255)];

it.each<[what: string, ...args: JsonObject[]]>([
  ["names with spaces and marks, and 255 characters of one or two units", ...names.map((name) => group({ name }))],
  ["every case", group({ useNext: true, proxyNextUpstream: allCases })],
  ["no case while useNext is off", group({ useNext: false, proxyNextUpstream: [] })],
  ["useNext with the default cases", group({ useNext: true })],
  ["path, authType none", group({ path: "/img", authType: "none" })],
  ["adoption", group({ originGroupId: 7, onDestroy: "restore" })],
  ["each onDestroy", ...["delete", "retain"].map((onDestroy) => group({ onDestroy }))],
  ["mixed forms", group({ sources: [edgeapp(), bucket(), bucket({ s3BucketName: "b" }), host("c.example.com")] })],
  ["the same application twice", two(edgeapp(), edgeapp())],
  [
    "one active, one enabled",
    group({ sources: [host("a", { enabled: false }), host("b", { backup: true }), bucket()] }),
  ],
  ["legacy, cloudvendor", legacyGroup()],
  ["legacy, other", legacyGroup(otherAuth, { path: "/img", useNext: true })],
  ["legacy, shortest", legacy({ s3AccessKeyId: "a:_", s3SecretAccessKey: "s".repeat(16) })],
  ["legacy, longest", legacy({ s3AccessKeyId: "a".repeat(512), s3SecretAccessKey: "s".repeat(255) })],
  ["legacy, bucket of 256 characters", legacyGroup({ s3BucketName: "b".repeat(256) })],
])("check accepts the group: %s", (_, ...args) => {
  expect(args.flatMap(failuresOf)).toEqual([]);
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

const full = { backup: true, enabled: true, hostHeaderOverride: "w" };
const complete = group({
  ...{ useNext: true, proxyNextUpstream: ["error", "http_403"], path: "/img", authType: "none" },
  ...{ originGroupId: 7, onDestroy: "retain" },
  sources: [
    host("a.example.com:80", { ...full, backup: false, originType: "host" }),
    bucket({ s3Region: "r", s3AuthType: "cloudSignatureV4" }, full),
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
    expect(failuresOf(args as JsonObject)).toEqual([]);
  });

  it("in two sources that may be equal, backup or disabled", () => {
    const later = () => host(new Unknown(), { backup: new Unknown(), enabled: new Unknown() });
    const bucketLater = () => bucket({ s3BucketName: new Unknown() });
    expect(failuresOf(group({ sources: [later(), later(), bucketLater(), bucketLater(), new Unknown()] }))).toEqual([]);
  });

  it("beside a wrong value, which is still found", () => {
    const args = group({ name: new Unknown(), sources: [host(new Unknown()), host("a/b")] });
    expect(failuresOf(args).map(({ property }) => property)).toEqual(["sources[1].source"]);
  });
});

describe("no reason holds a credential", () => {
  const wrong = (credential: string) => `${credential} !`;
  const credentials = { s3AccessKeyId: wrong(accessKeyId), s3SecretAccessKey: wrong(secretAccessKey) };

  it.each<[string, JsonObject]>([
    ["wrong characters", inSource(credentials)],
    ["wrong type", inSource({ s3AccessKeyId: [accessKeyId], s3SecretAccessKey: { secretAccessKey } })],
    ["too long", inSource({ s3AccessKeyId: accessKeyId.repeat(99), s3SecretAccessKey: secretAccessKey.repeat(9) })],
    ["wrong form", two(host("a", { config: bucketConfig() }), edgeapp(bucketConfig()))],
    ["in the wrong place", inSource({ s3Type: accessKeyId, s3SecretKey: secretAccessKey })],
    ["twice", two(bucket(), bucket())],
    ["legacy, wrong characters", legacyGroup(credentials)],
    ["legacy, wrong length", legacyGroup({ s3SecretAccessKey: vendorSecretKey.repeat(9) })],
    ["legacy, in a list", { ...signed, auth: [accessKeyId, secretAccessKey] }],
    ["in the address", two(host(`https://u:${accessKeyId}@a`), host(`u:${secretAccessKey}@b`))],
  ])("%s", (_, args) => {
    const failures = failuresOf(args);
    expect(failures).not.toEqual([]);
    const text = JSON.stringify(failures);
    for (const secret of [accessKeyId, secretAccessKey, vendorSecretKey]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.split("/").at(-1));
    }
  });
});
