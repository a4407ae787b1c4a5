import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { bucket, group, host, legacyAuth, legacyGroup, otherAuth } from "./groups";
import { failureOf } from "../core/failure";

type Row = [rule: string, args: JsonObject, property: string, reason: string];

const cases =
  '"error", "timeout", "invalid_header", "http_403", "http_404", "http_429", "http_500", "http_502", "http_503", "http_504"';
const accessCharacters = "Latin letters, digits, colon, dash and underscore";
const secretCharacters = "Latin letters, digits, plus, slash, dash, colon and underscore";
const masked = "is what the platform shows in place of a credential; give the real one";
const oneBucket = { s3BucketName: "media", s3Region: "north-1", s3AccessKeyId: "abc", s3SecretAccessKey: "x" };

const nameRows: Row[] = [
  ["required", group({ name: undefined }), "name", "is required"],
  ["type", group({ name: 7 }), "name", "must be a string, not a number"],
  ["null", group({ name: null }), "name", "must be a string, not null"],
  ["256 characters", group({ name: "n".repeat(256) }), "name", "must have at most 255 characters"],
];

const failoverRows: Row[] = [
  ["useNext: type", group({ useNext: "yes" }), "useNext", "must be a boolean, not a string"],
  [
    "proxyNextUpstream: type",
    group({ proxyNextUpstream: "error" }),
    "proxyNextUpstream",
    "must be an array, not a string",
  ],
  [
    "proxyNextUpstream: enum",
    group({ proxyNextUpstream: ["error", "weather"] }),
    "proxyNextUpstream[1]",
    `must be one of ${cases}, not "weather"`,
  ],
  [
    "proxyNextUpstream: enum with a near miss",
    group({ proxyNextUpstream: ["http_505"] }),
    "proxyNextUpstream[0]",
    `must be one of ${cases}, not "http_505" (did you mean "http_500"?)`,
  ],
  ...["http_599", "http_418", "htp_505"].map((word): Row => [
    `proxyNextUpstream: enum with another number, ${word}`,
    group({ proxyNextUpstream: [word] }),
    "proxyNextUpstream[0]",
    `must be one of ${cases}, not "${word}"`,
  ]),
  [
    "proxyNextUpstream: enum with the right number",
    group({ proxyNextUpstream: ["http-504s"] }),
    "proxyNextUpstream[0]",
    `must be one of ${cases}, not "http-504s" (did you mean "http_504"?)`,
  ],
  [
    "proxyNextUpstream: number",
    group({ proxyNextUpstream: [403] }),
    "proxyNextUpstream[0]",
    `must be one of ${cases}, not 403`,
  ],
  [
    "useNext without cases",
    group({ useNext: true, proxyNextUpstream: [] }),
    "proxyNextUpstream",
    "must name at least one case while useNext is true; leave it out to use the default: error and timeout",
  ],
];

const adoptionRows: Row[] = [
  ["originGroupId: type", group({ originGroupId: "7" }), "originGroupId", "must be a number, not a string"],
  ["originGroupId: fraction", group({ originGroupId: 7.5 }), "originGroupId", "must be a whole number"],
  ["originGroupId: zero", group({ originGroupId: 0 }), "originGroupId", "must be at least 1"],
  ["onDestroy: enum", group({ onDestroy: "keep" }), "onDestroy", 'must be one of "delete", "retain", "restore"'],
  [
    "onDestroy: near miss",
    group({ onDestroy: "retian" }),
    "onDestroy",
    'must be one of "delete", "retain", "restore" (did you mean "retain"?)',
  ],
  [
    "restore without originGroupId",
    group({ onDestroy: "restore" }),
    "onDestroy",
    'can be "restore" only for an adopted group: give its originGroupId, or use "delete" or "retain"',
  ],
];

const listRows: Row[] = [
  ["required", group({ sources: undefined }), "sources", "is required: give at least one origin"],
  ["type", group({ sources: host("a.example.com") }), "sources", "must be an array, not an object"],
  ["type of an entry", group({ sources: ["a.example.com"] }), "sources[0]", "must be an object, not a string"],
  ["OriginGroupIsEmptyError", group({ sources: [] }), "sources", "must have at least 1 entry"],
  [
    "OriginLastSourceNotBackupError",
    group({ sources: [host("a.example.com", { backup: true }), bucket({}, { backup: true })] }),
    "sources",
    "are all backups; set backup to false for at least one",
  ],
  [
    "SourcesShouldBeEnabledError",
    group({ sources: [host("a.example.com", { enabled: false }), bucket({}, { enabled: false })] }),
    "sources",
    "are all disabled; set enabled to true for at least one",
  ],
];

const legacyFormRows: Row[] = [
  ["path: type", group({ path: 1 }), "path", "must be a string, not a number"],
  ["AuthTypeInvalidValueError", group({ authType: "basic" }), "authType", 'must be one of "none", "cloudSignatureV4"'],
  [
    "AuthInvalidWithNoneAuthTypeValueError",
    group({ authType: "none", auth: legacyAuth() }),
    "auth",
    'requires authType "cloudSignatureV4"; better, give `sources` an S3 source instead',
  ],
  [
    "auth without authType",
    group({ auth: legacyAuth() }),
    "auth",
    'requires authType "cloudSignatureV4"; better, give `sources` an S3 source instead',
  ],
  [
    "OriginGroupOriginsForbiddenForPrivateOriginError",
    legacyGroup({}, { sources: [host("a.example.com")] }),
    "sources",
    'must be left out with authType "cloudSignatureV4": a private bucket is the only origin of its group',
  ],
  [
    "AuthRequiredWithAwsSignatureV4ValueError",
    { name: "assets", authType: "cloudSignatureV4" },
    "auth",
    'is required with authType "cloudSignatureV4"',
  ],
  [
    "AuthInvalidValueError",
    { name: "assets", authType: "cloudSignatureV4", auth: [] },
    "auth",
    "must be an object, not an array",
  ],
];

const auth = (change: object, property: string, reason: string, rule = property): Row => [
  rule,
  legacyGroup(change),
  `auth.${property}`,
  reason,
];

const authRows: Row[] = [
  auth({ s3Type: undefined }, "s3Type", 'is required: one of "cloudvendor", "other"', "AuthS3TypeIsRequiredError"),
  auth({ s3Type: "elsewhere" }, "s3Type", 'must be one of "cloudvendor", "other"', "s3Type: enum"),
  auth({ s3BucketName: undefined }, "s3BucketName", "is required", "AuthS3BucketNameIsRequiredError"),
  auth({ s3BucketName: "b".repeat(257) }, "s3BucketName", "must have at most 256 characters", "257 characters"),
  auth({ s3AccessKeyId: undefined }, "s3AccessKeyId", "is required", "AuthS3AccessKeyIdIsRequiredError"),
  auth(
    { s3AccessKeyId: "with space" },
    "s3AccessKeyId",
    `must be 3 to 512 characters, only ${accessCharacters}`,
    "AuthS3AccessKeyIdIsInvalidError",
  ),
  auth(
    { s3AccessKeyId: "ab" },
    "s3AccessKeyId",
    `must be 3 to 512 characters, only ${accessCharacters}`,
    "2 characters",
  ),
  auth(
    { s3AccessKeyId: "a".repeat(513) },
    "s3AccessKeyId",
    `must be 3 to 512 characters, only ${accessCharacters}`,
    "513 characters",
  ),
  auth({ s3AccessKeyId: "SECRET_VALUE" }, "s3AccessKeyId", masked, "mask as access key"),
  auth({ s3SecretAccessKey: undefined }, "s3SecretAccessKey", "is required", "AuthS3SecretAccessKeyIsRequiredError"),
  ...[10, 39, 41, 300].map((length) =>
    auth(
      { s3SecretAccessKey: "s".repeat(length) },
      "s3SecretAccessKey",
      'must have exactly 40 characters when s3Type is "cloudvendor"',
      `AuthS3AmazonSecretAccessKeyIsInvalidError: ${length} characters`,
    ),
  ),
  ...[15, 256].map((length) =>
    auth(
      { ...otherAuth, s3SecretAccessKey: "s".repeat(length) },
      "s3SecretAccessKey",
      "must have 16 to 255 characters",
      `AuthS3OtherSecretAccessKeyIsInvalidError: ${length} characters`,
    ),
  ),
  auth(
    { ...otherAuth, s3SecretAccessKey: "s".repeat(20) + "." },
    "s3SecretAccessKey",
    `must have only ${secretCharacters}`,
    "AuthS3OtherSecretAccessKeyIsInvalidError: a dot",
  ),
  auth({ ...otherAuth, s3SecretAccessKey: "SECRET_VALUE" }, "s3SecretAccessKey", masked, "mask as secret key"),
  auth({ s3Region: undefined }, "s3Region", 'is required when s3Type is "cloudvendor"', "AuthS3RegionIsRequiredError"),
  auth(
    { ...otherAuth, s3StorageHostname: undefined },
    "s3StorageHostname",
    'is required when s3Type is "other"',
    "AuthS3StorageHostnameIsRequiredError",
  ),
];

const unknownRows: Row[] = [
  ["group", group({ source: "x" }), "source", 'is not a property (did you mean "sources"?); remove it'],
  ["group, wire name", group({ use_next: true }), "use_next", 'is not a property (did you mean "useNext"?); remove it'],
  ["group, nothing near", group({ weather: 1 }), "weather", "is not a property; remove it"],
  [
    "source",
    group({ sources: [host("a.example.com", { bakcup: true })] }),
    "sources[0].bakcup",
    'is not a property (did you mean "backup"?); remove it',
  ],
  [
    "config",
    group({ sources: [host("a.example.com"), bucket({ s3_region: "x" })] }),
    "sources[1].config.s3_region",
    'is not a property (did you mean "s3Region"?); remove it',
  ],
  ["auth", legacyGroup({ bucket: "x" }), "auth.bucket", "is not a property; remove it"],
];

describe.each([
  ["name", nameRows],
  ["failover", failoverRows],
  ["adoption", adoptionRows],
  ["sources as a list", listRows],
  ["legacy form", legacyFormRows],
  ["auth", authRows],
  ["unknown properties", unknownRows],
])("check of %s", (_, rows) => {
  it.each(rows)("%s", (_rule, args, property, reason) => {
    expect(checkOriginGroup(args).failures).toEqual([failureOf(property, reason)]);
  });
});

it("reports everything at once", () => {
  const args = {
    name: "n".repeat(256),
    useNext: true,
    proxyNextUpstream: [],
    sources: [host("http://a.example.com"), { originType: "s3", config: oneBucket }],
    onDestroy: "restore",
  };
  expect(checkOriginGroup(args).failures.map(({ property }) => property)).toEqual([
    "name",
    "sources[0].source",
    "sources[1].config.s3AccessKeyId",
    "sources[1].config.s3SecretAccessKey",
    "proxyNextUpstream",
    "onDestroy",
    "sources[1].config.s3Type",
  ]);
});
