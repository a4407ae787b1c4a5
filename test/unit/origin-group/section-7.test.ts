import { snakeCase } from "../../../provider/api/calls/naming";
import { readErrorBody } from "../../../provider/api/failures/failure";
import { ValidationError } from "../../../provider/api/failures/errors";
import { bucketFields } from "../../../provider/model/origin-group";
import type { JsonObject } from "../../../provider/values/json";
import { normalizeGroup } from "../../../provider/resources/origin-group/schema";
import { listFields, toPropertyPath } from "../../../provider/resources/origin-group/wire";
import { bucket, edgeapp, group, host, legacyGroup } from "./groups";

type Row = [error: string, location: string, message: string, property: string];

/** Of the whole group, at the same property. */
const own = (error: string, property: string, message: string): Row => [error, snakeCase(property), message, property];
const source = (error: string, message: string, field = "source"): Row => [
  error,
  `sources/b.example.com:80/${field}`,
  message,
  `sources[1].${field}${field === "source" ? ' ("b.example.com:80")' : ""}`,
];
const required = "This field is required.";
const auth = (error: string, property: string, message = required): Row => [
  error,
  `auth/${snakeCase(property)}`,
  message,
  `auth.${property}`,
];

/** The contract's table, row by row, with the property of `sent` that each names. */
const rows: Row[] = [
  own("OriginGroupNameNotUniqueError", "name", "Origin Group name should be unique."),
  own("OriginGroupNameMore255Error", "name", "Ensure this field has no more than 255 characters."),
  ["OriginGroupIsEmptyError", "source", "Origin Group has to have at least one origin source.", "sources"],
  ["OriginSourceIsRequiredError", "source", required, "sources"],
  own(
    "OriginGroupSourcesLimitEditError",
    "sources",
    "Impossible to edit origin group with more than 5 origins and add more origins on your tariff plan.",
  ),
  source("OriginSourceWithoutSchemaError", "Source should be specified without schema"),
  source("OriginSourceWithoutPathError", "Source should be specified without path"),
  source("OriginSourceMustBeUniqueError", "The field origin source must be unique inside group of origins."),
  source("OriginSourceForbiddenError", "That origin source is forbidden"),
  source("OriginSourceEqualResourceCnameError", "Origin source is equal to attached resource CNAME."),
  source("OriginSourceShouldNotHavePortError", "Origin source should not have specified port (resource ID: 55)"),
  source(
    "OriginLastSourceNotBackupError",
    "You cannot specify all origin sources as reserve (backup). Add non-reserve origins.",
    "backup",
  ),
  source("SourcesShouldBeEnabledError", "Origin Group must have at least one active origin sources.", "enabled"),
  source("OriginSourceNotResolvedError", "The domain name cannot be resolved. Please specify a valid domain name."),
  source("OriginSourceWrongPortError", "The port value must be a number within the range 1 and 65535"),
  source(
    "OriginSourcePrivateNetworkError",
    "The domain name's IP belongs to a private network. Please use another domain name.",
  ),
  source(
    "OriginSourceForbiddenNetworkError",
    "The domain name's IP belongs to a forbidden network. Please use another domain name.",
  ),
  source("OriginSourceBadIPError", "The IP address cannot be used as an origin source. Please try another IP."),
  source(
    "OriginSourceInvalidError",
    "The origin source value is invalid. Please specify an IP address or valid domain name.",
  ),
  source("OriginSourceIPv4Error", "The domain name's IP is not IPv4. Please use another domain name."),
  own("AuthTypeInvalidValueError", "authType", "Invalid value, should be in: ['none', 'cloudSignatureV4']"),
  own("AuthInvalidWithNoneAuthTypeValueError", "auth", "Origin Group hasn't to auth with auth type: none."),
  own(
    "OriginGroupOriginsForbiddenForPrivateOriginError",
    "sources",
    "Private origin can only be used as the sole origin in the group.",
  ),
  own(
    "AuthRequiredWithAwsSignatureV4ValueError",
    "auth",
    "Origin Group has to have auth with `cloudSignatureV4` auth type.",
  ),
  own("AuthInvalidValueError", "auth", "Invalid data. Expected a dictionary, but got list."),
  auth("AuthS3TypeIsRequiredError", "s3Type"),
  auth("AuthS3BucketNameIsRequiredError", "s3BucketName"),
  auth("AuthS3AccessKeyIdIsRequiredError", "s3AccessKeyId"),
  auth("AuthS3AccessKeyIdIsInvalidError", "s3AccessKeyId", "Only 20-25 alpha-numeric characters are allowed."),
  auth("AuthS3SecretAccessKeyIsRequiredError", "s3SecretAccessKey"),
  auth(
    "AuthS3AmazonSecretAccessKeyIsInvalidError",
    "s3SecretAccessKey",
    "Only 40 alpha-numeric-plus-slash characters are allowed.",
  ),
  auth(
    "AuthS3OtherSecretAccessKeyIsInvalidError",
    "s3SecretAccessKey",
    "Only 20-50 alpha-numeric-plus-slash characters are allowed.",
  ),
  auth("AuthS3RegionIsRequiredError", "s3Region"),
  auth("AuthS3RegionIsInvalidError", "s3Region", "Not support moon-1"),
  auth("AuthS3StorageHostnameIsRequiredError", "s3StorageHostname"),
  ["S3ConfigRequiredError", "sources/s3_entry_3/config", required, "sources[3].config"],
  [
    "S3BucketNameDuplicateError",
    "sources/media/config",
    "The S3 bucket name must be unique inside group of origins.",
    "sources[2].config",
  ],
  [
    "OriginTypeRequiredForNewS3Error",
    "sources/media/origin_type",
    "Provide origin_type explicitly for new S3 sources.",
    "sources[2].originType",
  ],
];

const standard = normalizeGroup(
  group({ sources: [host("a.example.com"), host("b.example.com:80"), bucket(), { originType: "s3" }] }),
);
const legacy = normalizeGroup(legacyGroup());

function bodyOf(location: string[], message: string): unknown {
  return { errors: location.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [message]) };
}

function errorOf(body: unknown): ValidationError {
  const { message = "", fields } = readErrorBody(body);
  return new ValidationError({ message, status: 400, requestId: "7f3a" }, fields);
}

describe("section 7 of the contract", () => {
  it("has one row in this test for each row of its table", () => {
    expect(new Set(rows.map(([error]) => error)).size).toBe(38);
    expect(rows).toHaveLength(38);
  });

  it.each(rows)("%s", (_, path, message, property) => {
    const [location, sent] = [path.split("/"), path.startsWith("auth") ? legacy : standard];
    const error = errorOf(bodyOf(location, message));
    expect(error.fields).toEqual([{ location, message }]);
    const explained = error.translatePaths((at) => toPropertyPath(at, sent), listFields);
    expect(explained.message).toBe(`${property}: ${message} (400, request 7f3a)`);
  });

  it("is reported as a whole if several errors come at once", () => {
    const errors: JsonObject = {
      name: ["Origin Group name should be unique."],
      sources: {
        "a.example.com": { source: ["That origin source is forbidden"], backup: ["No backup."] },
        media: { config: ["The S3 bucket name must be unique inside group of origins."] },
      },
    };
    expect(errorOf({ errors }).translatePaths((at) => toPropertyPath(at, standard)).message).toBe(
      [
        "name: Origin Group name should be unique.",
        'sources[0].source ("a.example.com"): That origin source is forbidden',
        "sources[0].backup: No backup.",
        "sources[2].config: The S3 bucket name must be unique inside group of origins. (400, request 7f3a)",
      ].join("\n"),
    );
  });
});

describe("the property of another location in an error body", () => {
  const mixed = normalizeGroup(
    group({ sources: [host("a.example.com:80"), bucket(), edgeapp(), host("b.example.com")] }),
  );
  const twice = { ...mixed, sources: [...(mixed.sources ?? []), ...(mixed.sources ?? [])] };

  it.each([
    ["proxy_next_upstream", mixed, "proxyNextUpstream"],
    ["use_next", mixed, "useNext"],
    ["sources/b.example.com", mixed, "sources[3]"],
    ["sources/b.example.com/host_header_override", mixed, "sources[3].hostHeaderOverride"],
    ["sources/media/config/s3_region", mixed, "sources[1].config.s3Region"],
    ["sources/77/config", mixed, "sources[2].config"],
    ["sources/a.example.com:80/source", twice, 'sources[4].source ("a.example.com:80")'],
    ["sources/media/config", twice, "sources[5].config"],
    ["sources/elsewhere.example.com/source", mixed, 'sources ("elsewhere.example.com").source'],
    ["sources/s3_entry_9/config", mixed, 'sources ("s3_entry_9").config'],
    ["sources/x/source", legacy, 'sources ("x").source'],
  ])("%s", (location, inputs, path) => {
    expect(toPropertyPath(location.split("/"), inputs)).toBe(path);
  });
});

describe("a message that begins with a field's name is about that field", () => {
  const named: [location: string, message: string, property: string][] = [
    ["sources/media/config", "s3_region: Bad", "sources[2].config.s3Region: Bad"],
    ["sources/media", "config: s3_region: Bad", "sources[2].config.s3Region: Bad"],
    ["sources/a.example.com", "host_header_override: Bad", "sources[0].hostHeaderOverride: Bad"],
    ...bucketFields.config.map((field): [string, string, string] => [
      "sources/media/config",
      `${snakeCase(field)}: Bad`,
      `sources[2].config.${field}: Bad`,
    ]),
    ...bucketFields.auth.map((field): [string, string, string] => [
      "auth",
      `${snakeCase(field)}: Bad`,
      `auth.${field}: Bad`,
    ]),
    ["sources/media/config", "name: Bad", "sources[2].config: name: Bad"],
    ["sources", "source: Bad", "sources: source: Bad"],
    ["description", "name: Bad", "description: name: Bad"],
  ];

  it.each(named)("%s, %s", (location, message, explained) => {
    const error = errorOf(bodyOf(location.split("/"), message));
    expect(error.translatePaths((at) => toPropertyPath(at, standard), listFields).message).toBe(
      `${explained} (400, request 7f3a)`,
    );
  });
});
