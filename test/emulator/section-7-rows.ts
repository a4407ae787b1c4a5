import type { SeedInput } from "../../emulator/src/index";
import { bucket } from "./client";

/** One row of the table in section 7 of the contract. */
export interface Row {
  readonly error: string;
  /** Added to `{name, use_next}`; a body without `sources` and `auth_type` gets one good source. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Location below `errors`. */
  readonly at: readonly string[];
  readonly message: string;
  /** What the emulator has to know for the condition to hold. */
  readonly seed?: SeedInput;
  /** The row needs a group that exists. */
  readonly changeOnly?: true;
}

type Rest = Pick<Row, "seed" | "changeOnly">;

const used = (resource: { cname?: string; originProtocol?: string }): Rest => {
  const usedBy = { resources: [{ id: 55, ...resource }] };
  const originGroups = [{ id: 7, name: "used", sources: [{ source: "x.example.com" }], usedBy }];
  return { seed: { originGroups }, changeOnly: true };
};
const named = (name: string, kind: string) => ({ seed: { names: { [name]: kind } } }) as Rest;

/** A row about a field of the group. */
const own = (error: string, field: string, message: string, body: Row["body"], rest: Rest = {}): Row => {
  return { error, body, at: [field], message, ...rest };
};
/** A row about a source. */
const of = (error: string, at: [string, string], message: string, sources: object[], rest: Rest = {}): Row => {
  return { error, body: { sources }, at: ["sources", ...at], message, ...rest };
};
/** A row about the text of one host. */
const host = (error: string, source: string, message: string, rest: Rest = {}) =>
  of(error, [source, "source"], message, [{ source }], rest);

const required = "This field is required.";
const secretRule = (range: string) => `Only ${range} alpha-numeric-plus-slash characters are allowed.`;
const signed = { auth_type: "cloudSignatureV4" };
const place = { s3_type: "cloudvendor", s3_bucket_name: "media", s3_region: "north-1" };
const vendorAuth = { ...place, s3_access_key_id: "ACCESSKEY-1", s3_secret_access_key: "s".repeat(40) };
const storage = { s3_type: "other", s3_region: undefined, s3_storage_hostname: "storage.example.com" };
const otherAuth = { ...vendorAuth, ...storage, s3_secret_access_key: "s".repeat(20) };

/** A row about one property of `auth`. */
function auth(error: string, property: string, value: unknown, message = required, base: object = vendorAuth): Row {
  return { error, body: { ...signed, auth: { ...base, [property]: value } }, at: ["auth", property], message };
}

const a = { source: "a.example.com" };
const b = { source: "b.example.com" };
const privately = { sources: [{ source: "own.example.com" }, a] };

export const rows: readonly Row[] = [
  own("OriginGroupNameNotUniqueError", "name", "Origin Group name should be unique.", { name: "taken" }),
  own("OriginGroupNameMore255Error", "name", "Ensure this field has no more than 255 characters.", {
    name: "n".repeat(256),
  }),
  own("OriginGroupIsEmptyError", "source", "Origin Group has to have at least one origin source.", { sources: [] }),
  own("OriginSourceIsRequiredError", "source", required, { sources: [a, { backup: true }] }),
  own(
    "OriginGroupSourcesLimitEditError",
    "sources",
    "Impossible to edit origin group with more than 2 origins and add more origins on your tariff plan.",
    { sources: [a, b, { source: "c.example.com" }] },
    { seed: { plan: { originsLimit: 2 } }, changeOnly: true },
  ),
  own(
    "OriginGroupOriginsForbiddenForPrivateOriginError",
    "sources",
    "Private origin can only be used as the sole origin in the group.",
    privately,
    named("own.example.com", "privateOrigin"),
  ),
  host("OriginSourceWithoutSchemaError", "https://a.example.com", "Source should be specified without schema"),
  host("OriginSourceWithoutPathError", "a.example.com/img", "Source should be specified without path"),
  of(
    "OriginSourceMustBeUniqueError",
    ["a.example.com", "source"],
    "The field origin source must be unique inside group of origins.",
    [a, a],
  ),
  host("OriginSourceForbiddenError", "bad.test", "That origin source is forbidden", named("bad.test", "forbidden")),
  host(
    "OriginSourceEqualResourceCnameError",
    "cdn.example.com",
    "Origin source is equal to attached resource CNAME.",
    used({ cname: "cdn.example.com" }),
  ),
  host(
    "OriginSourceShouldNotHavePortError",
    "a.example.com:8080",
    "Origin source should not have specified port (resource ID: 55)",
    used({ originProtocol: "MATCH" }),
  ),
  of(
    "OriginLastSourceNotBackupError",
    ["b.example.com", "backup"],
    "You cannot specify all origin sources as reserve (backup). Add non-reserve origins.",
    [a, b].map((source) => ({ ...source, backup: true })),
  ),
  of(
    "SourcesShouldBeEnabledError",
    ["a.example.com", "enabled"],
    "Origin Group must have at least one active origin sources.",
    [{ ...a, enabled: false }],
  ),
  host(
    "OriginSourceNotResolvedError",
    "gone.example.com:80",
    "The domain name cannot be resolved. Please specify a valid domain name.",
    named("Gone.example.com", "unresolvable"),
  ),
  host("OriginSourceWrongPortError", "a.test:65536", "The port value must be a number within the range 1 and 65535"),
  host(
    "OriginSourcePrivateNetworkError",
    "inside.example.com",
    "The domain name's IP belongs to a private network. Please use another domain name.",
    named("inside.example.com", "private"),
  ),
  host(
    "OriginSourceForbiddenNetworkError",
    "closed.example.com",
    "The domain name's IP belongs to a forbidden network. Please use another domain name.",
    named("closed.example.com", "forbiddenNetwork"),
  ),
  host(
    "OriginSourceBadIPError",
    "127.0.0.1:80",
    "The IP address cannot be used as an origin source. Please try another IP.",
  ),
  host(
    "OriginSourceInvalidError",
    "not a host",
    "The origin source value is invalid. Please specify an IP address or valid domain name.",
  ),
  host(
    "OriginSourceIPv4Error",
    "six.example.com",
    "The domain name's IP is not IPv4. Please use another domain name.",
    named("six.example.com", "ipv6Only"),
  ),
  of("S3ConfigRequiredError", ["s3_entry_1", "config"], required, [a, { origin_type: "s3" }]),
  of("S3BucketNameDuplicateError", ["media", "config"], "The S3 bucket name must be unique inside group of origins.", [
    bucket("media"),
    bucket("media"),
  ]),
  of(
    "OriginTypeRequiredForNewS3Error",
    ["media", "origin_type"],
    "Provide origin_type explicitly for new S3 sources.",
    [{ ...bucket("media"), origin_type: undefined }],
    { changeOnly: true },
  ),
  own("AuthTypeInvalidValueError", "auth_type", "Invalid value, should be in: ['none', 'cloudSignatureV4']", {
    ...{ auth_type: "basic", sources: [a] },
  }),
  own("AuthInvalidWithNoneAuthTypeValueError", "auth", "Origin Group hasn't to auth with auth type: none.", {
    ...{ auth_type: "none", auth: vendorAuth, sources: [a] },
  }),
  own(
    "AuthRequiredWithAwsSignatureV4ValueError",
    "auth",
    "Origin Group has to have auth with `cloudSignatureV4` auth type.",
    signed,
  ),
  own("AuthInvalidValueError", "auth", "Invalid data. Expected a dictionary, but got list.", { ...signed, auth: [] }),
  auth("AuthS3TypeIsRequiredError", "s3_type", undefined),
  auth("AuthS3BucketNameIsRequiredError", "s3_bucket_name", undefined),
  auth("AuthS3AccessKeyIdIsRequiredError", "s3_access_key_id", undefined),
  auth(
    "AuthS3AccessKeyIdIsInvalidError",
    "s3_access_key_id",
    "with space",
    "Only 20-25 alpha-numeric characters are allowed.",
  ),
  auth("AuthS3SecretAccessKeyIsRequiredError", "s3_secret_access_key", undefined),
  auth("AuthS3AmazonSecretAccessKeyIsInvalidError", "s3_secret_access_key", "s".repeat(39), secretRule("40")),
  {
    ...auth(
      "AuthS3OtherSecretAccessKeyIsInvalidError",
      "s3_secret_access_key",
      "s".repeat(51),
      secretRule("20-50"),
      otherAuth,
    ),
    seed: { cdn: { olderLegacySecretRule: true } },
  },
  auth("AuthS3RegionIsRequiredError", "s3_region", undefined),
  {
    ...auth("AuthS3RegionIsInvalidError", "s3_region", "moon-1", "Not support moon-1"),
    seed: { s3Regions: ["north-1"] },
  },
  auth("AuthS3StorageHostnameIsRequiredError", "s3_storage_hostname", undefined, undefined, otherAuth),
];
