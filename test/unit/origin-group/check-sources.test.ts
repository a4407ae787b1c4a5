import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { bucket, bucketConfig, edgeapp, group, host } from "./groups";
import { failureOf } from "../core/failure";

type Row = [rule: string, source: unknown, property: string, reason: string];

const notAHost = "must be an IP address or a domain name, with `:port` for a custom port";
const port = (text: string) => `must have a port from 1 to 65535 after the colon, not "${text}"`;
const longName = [63, 63, 63, 62, 1].map((length) => "a".repeat(length)).join(".");
const at = (config: string) => `sources[1].config.${config}`;
const noFormNamed = "is required: the IP address or domain name, or a config for a bucket or edge application";

const notOnlyAHost = "must be only a domain name or an IP address: no white space, control character or slash";

/** Texts that a header or a request cannot have where a host is. */
const noHosts: [text: string, reason: string][] = [
  ...["a.example.com\r\nX-Evil: 1", "a.example.com\n", "a\0.example.com", " a.example.com", "a b", "/img"].map(
    (text): [string, string] => [text, notOnlyAHost],
  ),
  ["https://a.example.com", 'must not contain a scheme; write "a.example.com"'],
  ["a.example.com/img", 'must not contain a path; write "a.example.com"'],
  ["u:p@a.example.com", "must not contain a user name or password"],
];

const hostRows: Row[] = [
  ["source: type", host(7), "sources[1].source", "must be a string, not a number"],
  ["OriginSourceIsRequiredError", { backup: true }, "sources[1].source", noFormNamed],
  ["source: required for a host", { originType: "host" }, "sources[1].source", noFormNamed],
  ["256 characters", host(longName), "sources[1].source", "must have at most 255 characters"],
  ["http", host("http://b.example.com"), "sources[1].source", 'must not contain a scheme; write "b.example.com"'],
  ["credentials", host("u:p@b.example.com"), "sources[1].source", "must not contain a user name or password"],
  [
    "OriginSourceWithoutSchemaError",
    host("https://b.example.com:8443"),
    "sources[1].source",
    'must not contain a scheme; write "b.example.com:8443"',
  ],
  ...[
    ["https://b.example.com/", "b.example.com"],
    ["https://b.example.com:8443/", "b.example.com:8443"],
    ["https://b.example.com/img?x=1#y", "b.example.com"],
    ["HTTP://b.example.com?x", "b.example.com"],
    ["//b.example.com/img", "b.example.com"],
    ["https://[2001:db8::1]:80/", "[2001:db8::1]:80"],
  ].map(([text = "", advised = ""]): Row => [
    `an address: ${text}`,
    host(text),
    "sources[1].source",
    `must not contain a ${text.startsWith("//") ? "path" : "scheme"}; write "${advised}"`,
  ]),
  [
    "an address without a host",
    host("https:///img"),
    "sources[1].source",
    "must not contain a scheme; write only the IP address or domain name",
  ],
  ["a path alone", host("/img"), "sources[1].source", notAHost],
  [
    "OriginSourceWithoutPathError",
    host("b.example.com/img"),
    "sources[1].source",
    'must not contain a path; write "b.example.com"',
  ],
  ...["0", "65536", "99999", "123456", "http", "", "-1", "8 0"].map((text): Row => [
    `OriginSourceWrongPortError: "${text}"`,
    host(`b.example.com:${text}`),
    "sources[1].source",
    port(text),
  ]),
  ["port of an IPv6 address", host("[2001:db8::1]:0"), "sources[1].source", port("0")],
  ...[
    ...["", "not a host", "-b.example.com", "b-.example.com", "b..example.com", ".", `${"b".repeat(64)}.example.com`],
    ...["192.0.2.256", "192.0.2", "[2001:db8::g]", "[192.0.2.1]", "b.example.com?x", "b,c"],
    ...["\u0308b.example", "a\u200db.example", "\u200cb.example", "क्\u200d.example", "b.example\u200c"],
  ].map((text): Row => [`OriginSourceInvalidError: "${text}"`, host(text), "sources[1].source", notAHost]),
  ...["127.0.0.1", "10.1.2.3:8080", "192.168.0.1", "0.0.0.0", "255.255.255.255", "::1", "[fe80::1]:80"].map(
    (text): Row => [
      `OriginSourceBadIPError: ${text}`,
      host(text),
      "sources[1].source",
      "must not be a reserved or private IP address; give one that the CDN can reach",
    ],
  ),
  [
    "OriginSourceMustBeUniqueError, whatever the case",
    host("A.Example.com"),
    "sources[1].source",
    "repeats that of sources[0]; each must be unique in the group",
  ],
  [
    "OriginSourceMustBeUniqueError",
    host("a.example.com"),
    "sources[1].source",
    "repeats that of sources[0]; each must be unique in the group",
  ],
  ["backup: type", host("b.example.com", { backup: 1 }), "sources[1].backup", "must be a boolean, not a number"],
  ["enabled: type", host("b.example.com", { enabled: "no" }), "sources[1].enabled", "must be a boolean, not a string"],
  [
    "hostHeaderOverride: type",
    host("b.example.com", { hostHeaderOverride: true }),
    "sources[1].hostHeaderOverride",
    "must be a string, not a boolean",
  ],
  ...["a.example.com.", "a.example.com.:8443", "localhost."].map((text): Row => [
    `a final dot: ${text}`,
    host(text),
    "sources[1].source",
    `must not end in a dot; write "${text.replace(/\.(:|$)/, "$1")}"`,
  ]),
  [
    "hostHeaderOverride: 256 characters",
    host("b.example.com", { hostHeaderOverride: "h".repeat(256) }),
    "sources[1].hostHeaderOverride",
    "must have at most 255 characters",
  ],
  ...noHosts.map(([text, reason]): Row => [
    `hostHeaderOverride: ${JSON.stringify(text)}`,
    host("b.example.com", { hostHeaderOverride: text }),
    "sources[1].hostHeaderOverride",
    reason,
  ]),
  ...noHosts.map(([text, reason]): Row => [
    `s3StorageHostname: ${JSON.stringify(text)}`,
    bucket({ s3StorageHostname: text }),
    at("s3StorageHostname"),
    reason,
  ]),
  [
    "originType: enum",
    host("b.example.com", { originType: "hots" }),
    "sources[1].originType",
    'must be one of "host", "s3", "edgeapp" (did you mean "host"?)',
  ],
];

const formRows: Row[] = [
  [
    "host with config",
    host("b.example.com", { config: bucketConfig() }),
    "sources[1].config",
    "must be left out of a host; give it an entry of its own in `sources`",
  ],
  [
    "S3 with source",
    bucket({}, { source: "b.example.com" }),
    "sources[1].source",
    'must be left out with originType "s3": the config describes the origin',
  ],
  [
    "edge application with source",
    edgeapp({ appId: "1" }, { source: "b.example.com" }),
    "sources[1].source",
    'must be left out with originType "edgeapp": the config describes the origin',
  ],
  ["S3ConfigRequiredError", { originType: "s3" }, "sources[1].config", 'is required with originType "s3"'],
  [
    "edge application without config",
    { originType: "edgeapp" },
    "sources[1].config",
    'is required with originType "edgeapp"',
  ],
  ["config: type", { originType: "s3", config: "media" }, "sources[1].config", "must be an object, not a string"],
  [
    "config of an edge application without its type",
    { config: { appId: "77" } },
    "sources[1].originType",
    'must be "edgeapp" for a config with appId',
  ],
];

const accessFormat = "must be 4 to 255 characters, only Latin letters, digits, colon, dash and underscore";
const secretFormat =
  "must be 16 to 255 characters, only Latin letters, digits, plus, slash, dash, colon and underscore";
const masked = "is what the platform shows in place of a credential; give the real one";

const s3Rows: Row[] = [
  ["s3Type: required", bucket({ s3Type: undefined }), at("s3Type"), "is required"],
  [
    "s3Type: enum",
    bucket({ s3Type: "others" }),
    at("s3Type"),
    'must be one of "cloudvendor", "other" (did you mean "other"?)',
  ],
  ["s3BucketName: required", bucket({ s3BucketName: undefined }), at("s3BucketName"), "is required"],
  [
    "s3BucketName: 257 characters",
    bucket({ s3BucketName: "b".repeat(257) }),
    at("s3BucketName"),
    "must have at most 256 characters",
  ],
  [
    "s3Region: required for cloudvendor",
    bucket({ s3Type: "cloudvendor" }),
    at("s3Region"),
    'is required when s3Type is "cloudvendor"',
  ],
  [
    "s3Region: null for cloudvendor",
    bucket({ s3Type: "cloudvendor", s3Region: null }),
    at("s3Region"),
    'is required when s3Type is "cloudvendor"',
  ],
  ["s3Region: type", bucket({ s3Region: 1 }), at("s3Region"), "must be a string, not a number"],
  [
    "s3StorageHostname: required for other",
    bucket({ s3StorageHostname: undefined }),
    at("s3StorageHostname"),
    'is required when s3Type is "other"',
  ],
  [
    "s3StorageHostname: null for other",
    bucket({ s3StorageHostname: null }),
    at("s3StorageHostname"),
    'is required when s3Type is "other"',
  ],
  [
    "s3StorageHostname: type",
    bucket({ s3StorageHostname: [] }),
    at("s3StorageHostname"),
    "must be a string, not an array",
  ],
  ["s3AuthType: type", bucket({ s3AuthType: 4 }), at("s3AuthType"), "must be a string, not a number"],
  ["s3AccessKeyId: required", bucket({ s3AccessKeyId: undefined }), at("s3AccessKeyId"), "is required"],
  ...["abc", "a".repeat(256), "with space", "sl/ash", "plus+", "ключ"].map((key): Row => [
    `s3AccessKeyId: "${key.slice(0, 12)}"`,
    bucket({ s3AccessKeyId: key }),
    at("s3AccessKeyId"),
    accessFormat,
  ]),
  ["s3AccessKeyId: mask", bucket({ s3AccessKeyId: "SECRET_VALUE" }), at("s3AccessKeyId"), masked],
  ["s3SecretAccessKey: required", bucket({ s3SecretAccessKey: undefined }), at("s3SecretAccessKey"), "is required"],
  ...["s".repeat(15), "s".repeat(256), "s".repeat(16) + "=", "s".repeat(16) + " "].map((key): Row => [
    `s3SecretAccessKey: ${key.length} characters, last "${key.slice(-1)}"`,
    bucket({ s3SecretAccessKey: key }),
    at("s3SecretAccessKey"),
    secretFormat,
  ]),
  ["s3SecretAccessKey: mask", bucket({ s3SecretAccessKey: "SECRET_VALUE" }), at("s3SecretAccessKey"), masked],
  [
    "appId, the type left out",
    { config: { appId: "77", s3Type: "other" } },
    "sources[1].originType",
    'must be "edgeapp" for a config with appId',
  ],
  ["appId", bucket({ appId: "77" }), at("appId"), "must be left out of an S3 source"],
];

const edgeappRows: Row[] = [
  ["appId: required", edgeapp({}), at("appId"), "is required: the ID of the edge application"],
  ["appId: type", edgeapp({ appId: 77 }), at("appId"), "must be a string, not a number"],
  ["appId: empty", edgeapp({ appId: "" }), at("appId"), "must not be empty"],
  [
    "bucket fields",
    edgeapp({ appId: "77", s3BucketName: "media" }),
    at("s3BucketName"),
    "must be left out of an edge application",
  ],
];

describe.each([
  ["host", hostRows],
  ["forms", formRows],
  ["S3Config", s3Rows],
  ["EdgeappConfig", edgeappRows],
])("check of a source: %s", (_, rows) => {
  it.each(rows)("%s", (_rule, source, property, reason) => {
    const args = group({ sources: [host("a.example.com"), source] });
    expect(checkOriginGroup(args).failures).toEqual([failureOf(property, reason)]);
  });
});

it("S3BucketNameDuplicateError", () => {
  const args = group({ sources: [bucket(), host("a.example.com"), bucket()] });
  expect(checkOriginGroup(args).failures).toEqual([
    {
      property: "sources[2].config.s3BucketName",
      reason: "repeats that of sources[0]; each must be unique in the group",
    },
  ]);
});
