import { snakeCase } from "../../../provider/api/calls/naming";
import { readErrorBody } from "../../../provider/api/failures/failure";
import { ValidationError } from "../../../provider/api/failures/errors";
import { credentials } from "../../../provider/model/origin-group";
import { bucketFields, normalizeGroup } from "../../../provider/model/origin-group-fields";
import type { JsonObject } from "../../../provider/values/json";
import { toPropertyPath } from "../../../provider/resources/origin-group/apply";
import { bucket, edgeapp, group, host, legacyGroup } from "./groups";

/** Each location of the contract's table, and the property of `sent` that it names. */
const rows: [location: string, property: string][] = [
  ...["name", "sources", "auth"].map((name): [string, string] => [name, name]),
  ["auth_type", "authType"],
  ["source", "sources"],
  ["sources/b.example.com:80/source", 'sources[1].source ("b.example.com:80")'],
  ...["backup", "enabled"].map((name): [string, string] => [`sources/b.example.com:80/${name}`, `sources[1].${name}`]),
  ...[...bucketFields.auth, ...credentials].map((name): [string, string] => [
    `auth/${snakeCase(name)}`,
    `auth.${name}`,
  ]),
  ["sources/s3_entry_3/config", "sources[3].config"],
  ["sources/media/config", "sources[2].config"],
  ["sources/media/origin_type", "sources[2].originType"],
];
const messages = ["Only 40 alpha-numeric characters are allowed.", "The domain name's IP is not IPv4. Use another."];

const standard = normalizeGroup(
  group({ sources: [host("a.example.com"), host("b.example.com:80"), bucket(), { originType: "s3" }] }),
);
const legacy = normalizeGroup(legacyGroup());

function bodyOf(location: string[], message: string): unknown {
  return { errors: location.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [message]) };
}

function errorOf(body: unknown): ValidationError {
  const { message = "", fields } = readErrorBody(body);
  return new ValidationError({ message, status: 400, requestId: "7f3a", fields });
}

describe("section 7 of the contract", () => {
  it.each(rows)("%s is %s, and the message stays as it is", (path, property) => {
    const [location, sent] = [path.split("/"), path.startsWith("auth") ? legacy : standard];
    for (const message of messages) {
      const error = errorOf(bodyOf(location, message));
      expect(error.fields).toEqual([{ location, message }]);
      const explained = error.translatePaths((at) => toPropertyPath(at, sent));
      expect(explained.message).toBe(`${property}: ${message} (400, request 7f3a)`);
    }
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
  const inBucket = (location: string, property: string, field: string) =>
    [location, `${snakeCase(field)}: Bad`, `${property}.${field}: Bad`] as [string, string, string];
  const named: [location: string, message: string, property: string][] = [
    ["sources/media/config", "s3_region: Bad", "sources[2].config.s3Region: Bad"],
    ["sources/a.example.com", "host_header_override: Bad", "sources[0].hostHeaderOverride: Bad"],
    ...bucketFields.config.map((field) => inBucket("sources/media/config", "sources[2].config", field)),
    ...bucketFields.auth.map((field) => inBucket("auth", "auth", field)),
    ["sources/media/config", "name: Bad", "sources[2].config: name: Bad"],
    ["sources", "source: Bad", "sources: source: Bad"],
    ["description", "name: Bad", "description: name: Bad"],
  ];

  it.each(named)("%s, %s", (location, message, explained) => {
    const error = errorOf(bodyOf(location.split("/"), message));
    expect(error.translatePaths((at) => toPropertyPath(at, standard)).message).toBe(`${explained} (400, request 7f3a)`);
  });
});
