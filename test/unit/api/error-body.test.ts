import { readErrorBody } from "../../../provider/api/failures/error-body";
import { ValidationError } from "../../../provider/api/failures/errors";
import { camelCase, snakeCase } from "../../../provider/api/calls/naming";
import { bucketFields } from "../../../provider/model/origin-group";
import { toPropertyPath } from "../../../provider/resources/origin-group/wire";

const shapes: [shape: string, body: unknown, read: object][] = [
  [
    "CDN: errors by field",
    { errors: { name: ["Origin Group name should be unique."] } },
    {
      message: "name: Origin Group name should be unique.",
      fields: [{ location: ["name"], message: "Origin Group name should be unique." }],
    },
  ],
  [
    "CDN: errors by source",
    { errors: { sources: { "a.example.com:80": { source: ["one", "two"], backup: ["three"] } } } },
    {
      message:
        "sources.a.example.com:80.source: one; sources.a.example.com:80.source: two; sources.a.example.com:80.backup: three",
      fields: [
        { location: ["sources", "a.example.com:80", "source"], message: "one" },
        { location: ["sources", "a.example.com:80", "source"], message: "two" },
        { location: ["sources", "a.example.com:80", "backup"], message: "three" },
      ],
    },
  ],
  [
    "CDN: a message that is not a list",
    { errors: { auth: "wrong" } },
    { message: "auth: wrong", fields: [{ location: ["auth"], message: "wrong" }] },
  ],
  ["CDN: message", { message: "You have no permission." }, { message: "You have no permission.", fields: [] }],
  [
    "CDN: bare field map",
    { name: ["There are resources using this group"] },
    {
      message: "name: There are resources using this group",
      fields: [{ location: ["name"], message: "There are resources using this group" }],
    },
  ],
  [
    "cloud",
    { exception_class: "NotFoundError", message: "Image not found", request_id: "7f3a" },
    { message: "Image not found", requestId: "7f3a", fields: [] },
  ],
  [
    "cloud: invalid fields",
    {
      exception_class: "ValidationError",
      message: "Validation failed",
      request_id: "7f3a",
      info: { limit: 5 },
      invalid_fields: { name: ["Too short"], tags: ["Too many"] },
    },
    {
      message: "Validation failed; name: Too short; tags: Too many",
      requestId: "7f3a",
      fields: [
        { location: [], message: "Validation failed" },
        { location: ["name"], message: "Too short" },
        { location: ["tags"], message: "Too many" },
      ],
    },
  ],
  [
    "streaming: list of errors",
    { data: [], errors: ["from: query param is not set", "to: query param is not set"] },
    { message: "from: query param is not set; to: query param is not set", fields: [] },
  ],
  ["streaming: error", { error: "Stream not found" }, { message: "Stream not found", fields: [] }],
  [
    "streaming: 422",
    { errors: { dvr_duration: ["is out of range"] } },
    {
      message: "dvr_duration: is out of range",
      fields: [{ location: ["dvr_duration"], message: "is out of range" }],
    },
  ],
  [
    "GraphQL: list of errors",
    { errors: [{ message: "Syntax Error", locations: [{ line: 1, column: 2 }] }, { message: "Unknown field" }] },
    { message: "Syntax Error; Unknown field", fields: [] },
  ],
  [
    "both message and errors",
    { message: "Bad", errors: { name: ["x"] } },
    {
      message: "Bad; name: x",
      fields: [
        { location: [], message: "Bad" },
        { location: ["name"], message: "x" },
      ],
    },
  ],
  [
    "message beside bare fields",
    { message: "Bad", name: ["x"] },
    {
      message: "Bad; name: x",
      fields: [
        { location: [], message: "Bad" },
        { location: ["name"], message: "x" },
      ],
    },
  ],
  ["both error and list", { error: "first", errors: ["second"] }, { message: "first; second", fields: [] }],
  ["the same twice", { message: "Bad", error: "Bad", errors: ["Bad"] }, { message: "Bad", fields: [] }],
  ["errors as a text", { errors: "Bad" }, { message: "Bad", fields: [] }],
  ["error with a message", { error: { code: 7, message: "Bad" } }, { message: "Bad", fields: [] }],
  ["detail as a text", { detail: "Not found." }, { message: "Not found.", fields: [] }],
  ["detail as a list of texts", { detail: ["Bad", "Worse"] }, { message: "Bad; Worse", fields: [] }],
  ["detail as an object", { detail: { message: "Bad" } }, { message: "Bad", fields: [] }],
  [
    "detail as a field map",
    { detail: { name: ["Bad"] } },
    { message: "name: Bad", fields: [{ location: ["name"], message: "Bad" }] },
  ],
  [
    "detail as validators write it",
    {
      detail: [
        { loc: ["body", "sources", 0, "source"], msg: "field required", type: "missing" },
        { loc: ["query", "limit"], msg: "too much" },
        { loc: ["name"], msg: "too long" },
        { loc: [], msg: "bad" },
        { msg: "worse" },
      ],
    },
    {
      message: "sources.0.source: field required; limit: too much; name: too long; bad; worse",
      fields: [
        { location: ["sources", "0", "source"], message: "field required" },
        { location: ["limit"], message: "too much" },
        { location: ["name"], message: "too long" },
        { location: [], message: "bad" },
        { location: [], message: "worse" },
      ],
    },
  ],
  ["a list of texts", ["Bad", "Worse"], { message: "Bad; Worse", fields: [] }],
  ["a list of objects", [{ message: "Bad" }, { detail: "Worse" }, 7], { message: "Bad; Worse", fields: [] }],
  [
    "a list of field maps",
    [{ name: ["Bad"] }, {}],
    { message: "name: Bad", fields: [{ location: ["name"], message: "Bad" }] },
  ],
  [
    "errors as a list of field maps",
    { errors: [{ name: ["Bad"] }] },
    { message: "name: Bad", fields: [{ location: ["name"], message: "Bad" }] },
  ],
  ["plain text", "  upstream\n\n connect error \n", { message: "upstream connect error", fields: [] }],
  [
    "a long plain text, which ends before a word",
    `${"x ".repeat(248)}secret`,
    { message: `${"x ".repeat(248)}…`, fields: [] },
  ],
  ["a long plain text of one word", "x".repeat(501), { message: undefined, fields: [] }],
  ["a plain text that is just short enough", "x".repeat(500), { message: "x".repeat(500), fields: [] }],
  [
    "a page with a title",
    "\n<!DOCTYPE html><html><head><title>\n502 Bad\nGateway </title></head><body>nginx</body></html>",
    { message: "502 Bad Gateway", fields: [] },
  ],
  ["a page with an empty title", "<html><title> </title>nginx</html>", { fields: [] }],
  ["numbers and nulls where texts should be", { errors: { name: [1, null], auth: { a: null } } }, { fields: [] }],
  ["an empty message", { message: "", request_id: "" }, { fields: [] }],
  ["lists of other things", { errors: [1, null, {}] }, { fields: [] }],
  ...[{}, [], null, undefined, "", "<html>Bad Gateway</html>", 7, true].map((body): [string, unknown, object] => [
    `nothing to read: ${JSON.stringify(body)}`,
    body,
    { fields: [] },
  ]),
];

/** Messages that begin with a field's name: the location they have, and the location they belong to. */
const named: [string[], string, string[], string][] = [
  [
    ["sources", "media", "config"],
    "s3_region: Not support x",
    ["sources", "media", "config", "s3_region"],
    "Not support x",
  ],
  [["sources", "77", "config"], "app_id: No such app", ["sources", "77", "config", "app_id"], "No such app"],
  [["auth"], "s3_secret_access_key: Too short", ["auth", "s3_secret_access_key"], "Too short"],
  [["autoscaling"], "min_instances: Too many", ["autoscaling", "min_instances"], "Too many"],
  [
    ["sources", "a.example.com"],
    "host_header_override: Bad",
    ["sources", "a.example.com", "host_header_override"],
    "Bad",
  ],
  [["sources", "media"], "config: s3_region: Bad", ["sources", "media", "config", "s3_region"], "Bad"],
  [["auth", "s3_region"], "s3_region: Not support x", ["auth", "s3_region"], "Not support x"],
  [["sources", "media", "config"], "s3_region: one\ntwo", ["sources", "media", "config", "s3_region"], "one\ntwo"],
  // Words that are not fields at that location.
  [["sources", "media", "config"], "error: Bad", ["sources", "media", "config"], "error: Bad"],
  [["sources", "media", "config"], "name: Bad", ["sources", "media", "config"], "name: Bad"],
  [["sources", "media", "config"], "s3_region is bad", ["sources", "media", "config"], "s3_region is bad"],
  [["sources", "media", "config"], "s3_region:Bad", ["sources", "media", "config"], "s3_region:Bad"],
  [["sources"], "source: Bad", ["sources"], "source: Bad"],
  [["description"], "name: Bad", ["description"], "name: Bad"],
  [["constructor"], "name: Bad", ["constructor"], "name: Bad"],
];

describe("a message that begins with a field's name", () => {
  it.each(named)("is moved to that field, if %j has it: %j", (location, message, place, rest) => {
    const errors = location.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [message]);
    expect(readErrorBody({ errors }).fields).toEqual([{ location: place, message: rest }]);
  });

  it.each([
    ...bucketFields.config.map((field) => ["config", field] as const),
    ...bucketFields.auth.map((field) => ["auth", field] as const),
  ])("is recognized for every field of a bucket: %s.%s", (place, field) => {
    const name = snakeCase(field);
    const { fields } = readErrorBody({ errors: { sources: { media: { [place]: [`${name}: Bad`] } } } });
    expect(fields).toEqual([{ location: ["sources", "media", place, name], message: "Bad" }]);
  });

  it("is reported at the user's property", () => {
    const config = { s3Type: "other" as const, s3BucketName: "media" };
    const group = { name: "n", sources: [{ source: "a.example.com" }, { originType: "s3" as const, config }] };
    const body = { errors: { sources: { media: { config: ["s3_region: Not support x"] } } } };
    const { message = "", fields } = readErrorBody(body);
    const error = new ValidationError({ message }, fields).translatePaths((place) =>
      toPropertyPath(place, group as never),
    );
    expect(error.message).toBe("sources[1].config.s3Region: Not support x");
  });
});

describe("error bodies", () => {
  it("have their secrets redacted before they are shortened or joined into one line", () => {
    const secret = "line-one-of-it\nline-two-of-it";
    const { message } = readErrorBody(`${"x".repeat(490)} ${secret}`, [secret]);
    expect(message).toBe(`${"x".repeat(490)} [secret]`);
  });

  it("give the user the general message beside those of properties", () => {
    const { message = "", fields } = readErrorBody({ message: "Invalid", errors: { use_next: ["x"] } });
    const error = new ValidationError({ message, status: 400 }, fields);
    expect(error.translatePaths((place) => place.map(camelCase).join(".")).message).toBe("Invalid\nuseNext: x (400)");
    expect(error.hasMessageAbout("use_next", /x/)).toBe(true);
  });

  it.each(shapes)("%s", (_, body, read) => {
    expect(readErrorBody(body)).toEqual(read);
  });
});
