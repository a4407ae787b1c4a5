import type { JsonObject } from "../../../provider/values/json";
import { checkOriginGroup } from "../../../provider/resources/origin-group/check";
import { failureOf } from "../core/failure";
import { bucket, bucketConfig, edgeapp, group, host, legacyAuth, legacyGroup } from "./groups";
import { containsUnknown, Unknown } from "../../../provider/core/tree";

/** A property of the second source, why it is refused, and sources to which that applies. */
type Row = [property: string, reason: string, ...sources: unknown[]];

const failuresOf = (source: unknown) => checkOriginGroup(group({ sources: [host("a.example.com"), source] })).failures;
const buckets = (key: string, ...values: unknown[]) => values.map((value) => bucket({ [key]: value }));
const hosts = (...texts: string[]) => texts.map((text) => host(text));
const longLabels = (last: number) => [63, 63, 63, last, 1].map((length) => "a".repeat(length)).join(".");
const blanks = ["", " ", "\t\n\u00a0"];

const notAHost =
  "must be an IP address or a domain name, with `:port` for a custom port, and without scheme, path and login";
const port = (text: string) => `must have a port from 1 to 65535 after the colon, not "${text}"`;
const reserved = "must not be a reserved or private IP address; give one that the CDN can reach";
const noFormNamed = "is required: the IP address or domain name, or a config for a bucket or edge application";
const repeated = "repeats that of sources[0]; each must be unique in the group";
const ofHost: Row[] = [
  ["source", "must be a string, not a number", host(7)],
  ["source", noFormNamed, { backup: true }, { originType: "host" }],
  ["source", "must have at most 255 characters", host(longLabels(62))],
  ["source", notAHost, ...hosts("u:p@b.example.com", "http://b.example.com", "HTTP://b.example.com?x")],
  ["source", notAHost, ...hosts("https://[2001:db8::1]:80/", "//b.example.com/img", "b.example.com/img")],
  ...["0", "65536", "99999", "123456", "http", "", "-1", "8 0"].map((text): Row => [
    "source",
    port(text),
    host(`b.example.com:${text}`),
  ]),
  ["source", port("0"), host("[2001:db8::1]:0")],
  ["source", notAHost, ...hosts("/img", "", "not a host", "-b.example.com", "b-.example.com", "b..example.com", ".")],
  ["source", notAHost, ...hosts(`${"b".repeat(64)}.example.com`, "192.0.2.256", "192.0.2", "[2001:db8::g]")],
  ["source", notAHost, ...hosts("[192.0.2.1]", "b.example.com?x", "b,c", "\u0308b.example", "b.example\u200c")],
  [
    "source",
    reserved,
    ...hosts("0.0.0.0", "10.1.2.3:80", "127.0.0.1", "169.254.1.1", "172.16.0.1", "192.168.0.1:8443"),
  ],
  ["source", reserved, ...hosts("224.0.0.1", "255.255.255.255", "::1", "[::]:80", "fd00::1", "[fe80::1]", "ff02::1")],
  ["source", repeated, ...hosts("A.Example.com", "a.example.com")],
  ["source", notAHost, ...hosts("a.example.com.", "a.example.com.:8443")],
  ["backup", "must be a boolean, not a number", host("b.example.com", { backup: 1 })],
  ["enabled", "must be a boolean, not a string", host("b.example.com", { enabled: "no" })],
  ["hostHeaderOverride", "must be a string, not a boolean", host("b.example.com", { hostHeaderOverride: true })],
  ["hostHeaderOverride", "must have at most 255 characters", host("b.test", { hostHeaderOverride: "h".repeat(256) })],
  ["originType", 'must be one of "host", "s3", "edgeapp" (did you mean "host"?)', host("b.io", { originType: "hots" })],
];

const notAHostText =
  "must be only a domain name or an IP address, without scheme, path, login, white space and control characters";
const noHostTexts = ["a\r\nX-Evil: 1", "a\n", "a\0.b", " a", "/img", "https://a.b", "a.b/img", "u:p@a.b"];
const ofHostsElsewhere: Row[] = [
  ["hostHeaderOverride", notAHostText, ...noHostTexts.map((text) => host("b.io", { hostHeaderOverride: text }))],
  ["config.s3StorageHostname", notAHostText, ...buckets("s3StorageHostname", ...noHostTexts)],
];

const described = (type: string) => `must be left out with originType "${type}": the config describes the origin`;
const ofForms: Row[] = [
  [
    "config",
    "must be left out of a host; give it an entry of its own in `sources`",
    host("b.example.com", { config: bucketConfig() }),
  ],
  ["source", described("s3"), bucket({}, { source: "b.example.com" })],
  ["source", described("edgeapp"), edgeapp({ appId: "1" }, { source: "b.example.com" })],
  ["config", 'is required with originType "s3"', { originType: "s3" }],
  ["config", 'is required with originType "edgeapp"', { originType: "edgeapp" }],
  ["config", "must be an object, not a string", { originType: "s3", config: "media" }],
  [
    "config.appId",
    'requires originType "edgeapp"',
    { config: { appId: "77" } },
    { config: { appId: "77", s3Type: "other" } },
    bucket({ appId: "77" }),
  ],
];

const accessFormat = "must be 4 to 255 characters, only Latin letters, digits, colon, dash and underscore";
const secretFormat =
  "must be 16 to 255 characters, only Latin letters, digits, plus, slash, dash, colon and underscore";
const masked = "is what the platform shows in place of a credential; give the real one";
const ofConfigs: Row[] = [
  ["config.s3Type", "is required", ...buckets("s3Type", undefined)],
  ["config.s3Type", 'must be one of "cloudvendor", "other" (did you mean "other"?)', ...buckets("s3Type", "others")],
  ["config.s3BucketName", "is required", ...buckets("s3BucketName", undefined)],
  ["config.s3BucketName", "must not be blank", ...buckets("s3BucketName", ...blanks)],
  ["config.s3BucketName", "must have at most 256 characters", ...buckets("s3BucketName", "b".repeat(257))],
  [
    "config.s3Region",
    'is required when s3Type is "cloudvendor"',
    ...[undefined, null, ...blanks].map((s3Region) => bucket({ s3Type: "cloudvendor", s3Region })),
  ],
  ["config.s3Region", "must be a string, not a number", ...buckets("s3Region", 1)],
  [
    "config.s3StorageHostname",
    'is required when s3Type is "other"',
    ...buckets("s3StorageHostname", undefined, null, ...blanks),
  ],
  ["config.s3StorageHostname", "must be a string, not an array", ...buckets("s3StorageHostname", [])],
  ["config.s3AuthType", "must be a string, not a number", ...buckets("s3AuthType", 4)],
  ["config.s3AccessKeyId", "is required", ...buckets("s3AccessKeyId", undefined)],
  [
    "config.s3AccessKeyId",
    accessFormat,
    ...buckets("s3AccessKeyId", "abc", "a".repeat(256), "with space", "sl/ash", "plus+", "ключ"),
  ],
  ["config.s3AccessKeyId", masked, ...buckets("s3AccessKeyId", "SECRET_VALUE")],
  ["config.s3SecretAccessKey", "is required", ...buckets("s3SecretAccessKey", undefined)],
  [
    "config.s3SecretAccessKey",
    secretFormat,
    ...buckets("s3SecretAccessKey", "s".repeat(15), "s".repeat(256), "s".repeat(16) + "=", "s".repeat(16) + " "),
  ],
  ["config.s3SecretAccessKey", masked, ...buckets("s3SecretAccessKey", "SECRET_VALUE")],
  ["config.appId", "is required: the ID of the edge application", edgeapp({})],
  ["config.appId", "must be a string, not a number", edgeapp({ appId: 77 })],
  ["config.appId", "must not be empty", edgeapp({ appId: "" })],
  ["config.s3BucketName", "must be left out of an edge application", edgeapp({ appId: "77", s3BucketName: "media" })],
];

describe.each([
  ["a host", ofHost],
  ["a host in a header or a config", ofHostsElsewhere],
  ["the form of a source", ofForms],
  ["a config", ofConfigs],
])("check of %s", (_, rows) => {
  it.each(rows)("%s %s, case %#", (property, reason, ...sources) => {
    expect(sources.map(failuresOf)).toEqual(sources.map(() => [failureOf(`sources[1].${property}`, reason)]));
  });
});

const vendor = { s3Type: "cloudvendor", s3Region: "north-1" };
const headers = ["", "www.example.com:8443", "a_b.example.com", "*.example.com", "10.0.0.1", "h".repeat(255), null];

it.each<[what: string, ...sources: unknown[]]>([
  ["domains", ...hosts("localhost", "_dmarc.example.com", "xn--bcher-kva.example", "bücher.example", "1.example.com")],
  ["addresses", ...hosts("192.0.2.1", "192.0.2.1:1", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:8443")],
  [
    "the largest port, and long names",
    ...hosts("a.example.com:65535", longLabels(61), `${"a".repeat(63)}.example.com`),
  ],
  ["other scripts, with marks and joiners", ...hosts("हिन्दी.example", "bu\u0308cher.example", "نامه\u200cای.example")],
  ["a host with its type", host("b.example.com", { originType: "host" })],
  ["host headers", ...headers.map((hostHeaderOverride) => host("b.example.com", { hostHeaderOverride }))],
  ["backup, disabled", host("b.example.com", { backup: true, enabled: false })],
  ["S3, and without its type", bucket(), { config: bucketConfig() }],
  ["S3 at cloudvendor", ...[null, ...blanks].map((s3StorageHostname) => bucket({ ...vendor, s3StorageHostname }))],
  ["S3 with null region", ...buckets("s3Region", null)],
  ["S3 with its auth type", ...buckets("s3AuthType", "cloudSignatureV4")],
  ["a bucket of 256 characters", ...buckets("s3BucketName", "b".repeat(256))],
  ["shortest credentials", bucket({ s3AccessKeyId: "Az:_", s3SecretAccessKey: "Az09+/-:_Az09+/-" })],
  ["longest credentials", bucket({ s3AccessKeyId: "-".repeat(255), s3SecretAccessKey: "s".repeat(255) })],
  ["S3 with options", bucket({}, { backup: true, enabled: false, hostHeaderOverride: "www.example.com" })],
  ["an edge app", edgeapp(), edgeapp({ appId: "7" }, { backup: true, enabled: false, hostHeaderOverride: null })],
])("check accepts %s", (_, ...sources) => {
  expect(sources.flatMap(failuresOf)).toEqual([]);
});

const options = { backup: false, enabled: true };
const a = { source: "a.example.com", ...options };
const standard = { name: "assets", useNext: false, proxyNextUpstream: ["error", "timeout"], sources: [a] };
const s3 = { originType: "s3", config: bucketConfig({ s3AuthType: "cloudSignatureV4" }), ...options };
const only = (source: unknown) => group({ sources: [source] });
const set = { source: "a", backup: true, enabled: false, hostHeaderOverride: "w" };

const normalizations: [what: string, args: JsonObject, change: object][] = [
  ["defaults are filled in", group(), {}],
  [
    "cases are put in the contract's order, once each",
    group({ proxyNextUpstream: ["http_504", "timeout", "http_403", "timeout", "error"] }),
    { proxyNextUpstream: ["error", "timeout", "http_403", "http_504"] },
  ],
  ["an empty list of cases stays empty", group({ proxyNextUpstream: [] }), { proxyNextUpstream: [] }],
  ["an empty path and the default auth type are left out", group({ path: "", authType: "none" }), {}],
  ["a path stays unchanged", group({ path: "/img" }), { path: "/img" }],
  [
    "a null header and the type of a host are left out",
    only(host("a.example.com", { hostHeaderOverride: null, originType: "host" })),
    {},
  ],
  [
    "the order of sources stays unchanged",
    group({ sources: hosts("b.example.com", "a.example.com") }),
    { sources: [{ ...a, source: "b.example.com" }, a] },
  ],
  ["S3: type and auth type", only({ config: bucketConfig() }), { sources: [s3] }],
  ["S3: nulls are dropped", only(bucket({ s3Region: null }, { hostHeaderOverride: null })), { sources: [s3] }],
  [
    "S3: empty texts are dropped",
    only(bucket({ s3Region: "", s3AuthType: "" }, { hostHeaderOverride: "" })),
    { sources: [s3] },
  ],
  [
    "edge application: nothing is added, nulls are dropped",
    only(edgeapp({ appId: "77", s3Region: null })),
    { sources: [{ originType: "edgeapp", config: { appId: "77" }, ...options }] },
  ],
  [
    "a source with the name of no name",
    group({ sources: [host("undefined"), bucket()] }),
    { sources: [{ source: "undefined", ...options }, s3] },
  ],
  ["options stay unchanged", group({ useNext: true, sources: [set, a] }), { useNext: true, sources: [set, a] }],
  [
    "legacy: no auth type per bucket, nulls are dropped",
    legacyGroup({ s3StorageHostname: null }),
    { sources: undefined, authType: "cloudSignatureV4", auth: legacyAuth() },
  ],
  [
    "legacy: empty texts are dropped",
    legacyGroup({ s3StorageHostname: "" }),
    { sources: undefined, authType: "cloudSignatureV4", auth: legacyAuth() },
  ],
  [
    "the arguments of an adoption stay unchanged",
    group({ originGroupId: 7, onDestroy: "restore" }),
    { originGroupId: 7, onDestroy: "restore" },
  ],
];

describe("normalization", () => {
  it.each(normalizations)("%s", (_, args, change) => {
    const { inputs, failures } = checkOriginGroup(args);
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ ...standard, ...change });
    expect(Object.values(inputs)).not.toContain(undefined);
    expect(checkOriginGroup({ ...inputs }).inputs).toEqual(inputs);
  });

  it("leaves unknown values where they are and fills in defaults around them", () => {
    const later = new Unknown();
    const unknown = { useNext: later, proxyNextUpstream: ["timeout", later] };
    const { inputs } = checkOriginGroup(group({ ...unknown, sources: [host(later), later, bucket()] }));
    expect(inputs).toEqual({ ...standard, ...unknown, sources: [{ source: later, ...options }, later, s3] });
  });

  it.each(["proxyNextUpstream", "sources", "auth", "name"])("an unknown %s stays unknown", (key) => {
    const inputs = checkOriginGroup(group({ [key]: new Unknown() })).inputs as unknown as JsonObject;
    expect(containsUnknown(inputs[key])).toBe(true);
    expect(inputs[key]).toBeInstanceOf(Unknown);
  });

  it.each<[string, JsonObject]>([
    ["nothing", {}],
    ["sources of wrong types", { sources: [1, null, "a", []] }],
    ["cases of wrong types", { proxyNextUpstream: [null, 1, {}, "error"] }],
    ["wrong containers", { sources: {}, proxyNextUpstream: 7, auth: "x", config: [] }],
  ])("does not throw for wrong arguments, which the check refuses: %s", (_, args) => {
    expect(checkOriginGroup(args).failures).not.toEqual([]);
  });
});
