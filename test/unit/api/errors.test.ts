import { inspect } from "node:util";
import { readErrorBody } from "../../../provider/api/failures/failure";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundAnswerError,
  NotFoundError,
  OutcomeUnknownError,
  PermissionError,
  RateLimitedError,
  UnavailableError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
  type ErrorFacts,
} from "../../../provider/api/failures/errors";
import { redact, collectSecretValues } from "../../../provider/api/failures/redaction";
import { camelCase } from "../../../provider/api/calls/naming";

const key = "key/with+odd=chars&1";
const credential = "AKIA:credential/2";
const leaky = `sent ${key} and ${encodeURIComponent(key)} and ${credential}`;
const facts: ErrorFacts = { message: leaky, status: 400, requestId: `r-${key}`, secrets: [key, credential] };
const fields = [{ location: ["sources", credential, "source"], message: leaky }];
const refused = new ValidationError({ ...facts, fields });

const classes = [
  ...[ApiError, AuthenticationError, PermissionError, NotFoundAnswerError, NotFoundError, ConflictError],
  ...[RateLimitedError, UnavailableError, TimeoutError, UnexpectedAnswerError, OutcomeUnknownError],
];

const errors: [string, Error][] = [
  ...classes.map((Class): [string, Error] => [Class.name, new Class(facts)]),
  ["NotFoundAnswerError that a list confirms", new NotFoundAnswerError(facts).explainAbsence(undefined)],
  ["NotFoundAnswerError that no list confirms", new NotFoundAnswerError(facts).explainAbsence("so what")],
  ["ValidationError", refused],
  ["ValidationError in the user's words", refused.translatePaths((at) => at.join("."))],
  ["ValidationError with a hint", refused.withHint("Use another name")],
];

/** All that a log or a debugger may print of an error. */
function everythingOf(error: Error): string {
  const own = Object.getOwnPropertyNames(error).map((name) => inspect(Reflect.get(error, name), { depth: 9 }));
  const printed = inspect(error, { depth: 9, showHidden: true, getters: false });
  return [error.message, error.stack, String(error.cause), JSON.stringify(error), printed, ...own].join("\n");
}

describe("no secret is anywhere on an error", () => {
  it.each(errors)("%s", (_, error) => {
    const text = everythingOf(error);
    for (const secret of [key, credential].flatMap((value) => [value, encodeURIComponent(value)])) {
      expect(text).not.toContain(secret);
    }
    expect(error.message).toContain("[secret]");
  });
});

describe("an error", () => {
  it.each<[string, ErrorFacts, string]>([
    ["status and request id", { message: "Bad", status: 400, requestId: "7f3a" }, "Bad (400, request 7f3a)"],
    ["status alone", { message: "Bad", status: 503 }, "Bad (503)"],
    ["request id alone", { message: "Bad", requestId: "7f3a" }, "Bad (request 7f3a)"],
    ["neither", { message: "Bad" }, "Bad"],
  ])("shows %s", (_, given, message) => {
    expect(new ApiError(given).message).toBe(message);
  });

  it.each(classes)("%p is an ApiError under its own name", (Class) => {
    const error = new Class({ message: "m", status: 418 });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: Class.name, status: 418 });
  });
});

describe("redaction", () => {
  it.each<[string, string, string[], string]>([
    ["every occurrence", "abcd abcd", ["abcd"], "[secret] [secret]"],
    ["the longer of two secrets first", "abcdef", ["abcd", "abcdef"], "[secret]"],
    ["a secret of three characters, as the legacy form allows", "key a:_ refused", ["a:_"], "key [secret] refused"],
    ["nothing shorter than three characters", "ab is a cab", ["ab"], "ab is a cab"],
    ["a secret beside one with special characters of replacements", "abcd", ["abcd", "$&$1"], "[secret]"],
    ["secrets in the text, not in its own mask", "abcd is a secret", ["abcd", "secret"], "[secret] is a [secret]"],
    ["nothing within its own mask", "abcd", ["abcd", "cre"], "[secret]"],
    [
      "the password of an address before the version of a package",
      "wrong pass-word",
      ["git+https://robot:pass-word@packages.example.com/x.git@v1.2"],
      "wrong [secret]",
    ],
    [
      "the passwords of addresses that only a comma separates",
      "wrong pass-word or other-one",
      ["https://robot:pass-word@a.example.com,https://u:other-one@b.example.com"],
      "wrong [secret] or [secret]",
    ],
  ])("hides %s", (_, text, secrets, redacted) => {
    expect(redact(text, secrets)).toBe(redacted);
  });

  it("finds the secrets of a request body at any depth", () => {
    const keys = new Set(["s3_access_key_id", "s3_secret_access_key"]);
    const config = { s3_access_key_id: "one", s3_secret_access_key: "two", s3_type: "other" };
    const body = { sources: [{ config }, {}], auth: { s3_access_key_id: "three", s3_secret_access_key: 4 } };
    expect(collectSecretValues(body, keys)).toEqual(["one", "two", "three"]);
    expect(["text", null, undefined, 7].flatMap((value) => collectSecretValues(value, keys))).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ["every value", { envs: { A: "one", B: "two" } }, ["one", "two"]],
    ["values at any depth of the map", { envs: { A: ["one", { C: "two" }], n: 7, none: null } }, ["one", "two"]],
    ["values of a map within the map", { envs: { envs: "one" } }, ["one"]],
    ["nothing outside of the map", { name: "n", other: { A: "one" } }, []],
  ])("finds in a map of secrets %s", (_, body, values) => {
    expect(collectSecretValues(body, new Set(["envs"])).sort()).toEqual(values);
  });
});

describe("a validation error in terms of the user's properties", () => {
  const body = { errors: { name: ["taken"], sources: { "a.example.com": { source: ["unknown", "odd"] } } } };
  const { fields: told } = readErrorBody(body);
  const error = new ValidationError({ message: "server text", status: 400, requestId: "7f3a", fields: told });
  const words = (location: readonly string[]) => location.at(-1)?.toUpperCase() ?? "";

  it("names each property, one per line, with status and request id", () => {
    expect(error.translatePaths(words).message).toBe("NAME: taken\nSOURCE: unknown\nSOURCE: odd (400, request 7f3a)");
  });

  it.each([
    ["before", error.withHint("Do this").translatePaths(words)],
    ["after", error.translatePaths(words).withHint("Do this")],
  ])("keeps a hint that is added %s the translation", (_, hinted) => {
    expect(hinted.message).toBe("NAME: taken\nSOURCE: unknown\nSOURCE: odd (400, request 7f3a). Do this");
    expect(hinted.fields).toEqual(error.fields);
  });

  it.each<[location: string[], message: string, moved: string]>([
    [["config"], "s3_region: Bad", "config.s3_region: Bad"],
    [["config"], "s3_region: one\ntwo", "config.s3_region: one\ntwo"],
    [["auth", "s3_region"], "s3_region: Bad", "auth.s3_region: Bad"],
    [["config"], "name: Bad", "config: name: Bad"],
    [["config"], "s3_region is bad", "config: s3_region is bad"],
    [["config"], "s3_region:Bad", "config: s3_region:Bad"],
    [[], "s3_region: Bad", "s3_region: Bad"],
  ])("moves a message to the field with whose name of several words it begins: %j, %j", (location, message, moved) => {
    const error = new ValidationError({ message: "server text", fields: [{ location, message }] });
    expect(error.translatePaths((at) => at.join(".")).message).toBe(moved);
  });

  it("keeps the platform's text where no property is named", () => {
    expect(new ValidationError({ message: "server text" }).translatePaths(words).message).toBe("server text");
  });
});

const field = (message: string, ...location: string[]) => ({ location, message });

/** A body, the message that is read of it, and its fields. */
const shapes: [shape: string, body: unknown, message: string | undefined, ...fields: object[]][] = [
  [
    "CDN: errors by field",
    { errors: { name: ["Origin Group name should be unique."] } },
    "name: Origin Group name should be unique.",
    field("Origin Group name should be unique.", "name"),
  ],
  [
    "CDN: errors by source",
    { errors: { sources: { "a.example.com:80": { source: ["one", "two"], backup: ["three"] } } } },
    "sources.a.example.com:80.source: one; sources.a.example.com:80.source: two; sources.a.example.com:80.backup: three",
    ...["one", "two"].map((text) => field(text, "sources", "a.example.com:80", "source")),
    field("three", "sources", "a.example.com:80", "backup"),
  ],
  ["CDN: message", { message: "You have no permission." }, "You have no permission."],
  ["CDN: bare field map", { name: ["In use"] }, "name: In use", field("In use", "name")],
  [
    "cloud: invalid fields",
    {
      exception_class: "ValidationError",
      message: "Validation failed",
      info: { limit: 5 },
      invalid_fields: { name: ["Too short"], tags: ["Too many"] },
    },
    "Validation failed; name: Too short; tags: Too many",
    ...[field("Validation failed"), field("Too short", "name"), field("Too many", "tags")],
  ],
  ["streaming: list of errors", { data: [], errors: ["from: no", "to: no"] }, "from: no; to: no"],
  ["streaming: error", { error: "Stream not found" }, "Stream not found"],
  ["streaming: 422", { errors: { dvr_duration: ["is odd"] } }, "dvr_duration: is odd", field("is odd", "dvr_duration")],
  [
    "GraphQL: list of errors",
    { errors: [{ message: "Syntax Error", locations: [{ line: 1, column: 2 }] }, { message: "Unknown field" }] },
    "Syntax Error; Unknown field",
  ],
  ["message beside bare fields", { message: "Bad", name: ["x"] }, "Bad; name: x", field("Bad"), field("x", "name")],
  ["the same twice", { message: "Bad", error: "Bad", errors: ["Bad"] }, "Bad"],
  ["error with a message", { error: { code: 7, message: "Bad" } }, "Bad"],
  ["detail as a text", { detail: "Not found." }, "Not found."],
  ["detail as a field map", { detail: { name: ["Bad"] } }, "name: Bad", field("Bad", "name")],
  ["a list of texts", ["Bad", "Worse"], "Bad; Worse"],
  ["a list of objects", [{ message: "Bad" }, { detail: "Worse" }, 7], "Bad; Worse"],
  ["errors as a list of field maps", { errors: [{ name: ["Bad"] }] }, "name: Bad", field("Bad", "name")],
  ["plain text", "  upstream\n\n connect error \n", "upstream connect error"],
  ["a long plain text, which ends before a word", `${"x ".repeat(248)}secret`, `${"x ".repeat(248)}…`],
  ["a long plain text of one word", "x".repeat(501), undefined],
  ["a plain text that is just short enough", "x".repeat(500), "x".repeat(500)],
  [
    "a page with a title",
    "\n<!DOCTYPE html><html><head><title>\n502 Bad\nGateway </title></head><body>nginx</body></html>",
    "502 Bad Gateway",
  ],
  ["numbers and nulls where texts should be", { errors: { name: [1, null], auth: { a: null } } }, undefined],
  ["an empty message", { message: "", request_id: "" }, undefined],
  ...[{}, [], null, undefined, "", "<html>Bad Gateway</html>", 7, true].map((body): [string, unknown, undefined] => [
    `nothing to read: ${JSON.stringify(body)}`,
    body,
    undefined,
  ]),
];

describe("error bodies", () => {
  it("have their secrets redacted before they are shortened or joined into one line", () => {
    const secret = "line-one-of-it\nline-two-of-it";
    const { message } = readErrorBody(`${"x".repeat(490)} ${secret}`, [secret]);
    expect(message).toBe(`${"x".repeat(490)} [secret]`);
  });

  it("give the user the general message beside those of properties", () => {
    const { message = "", fields } = readErrorBody({ message: "Invalid", errors: { use_next: ["x"] } });
    const error = new ValidationError({ message, status: 400, fields });
    expect(error.translatePaths((place) => place.map(camelCase).join(".")).message).toBe("Invalid\nuseNext: x (400)");
    expect(error.hasMessageAbout("use_next", /x/)).toBe(true);
  });

  it.each(shapes)("%s", (_, body, message, ...fields) => {
    expect(readErrorBody(body)).toEqual({ message, fields });
  });

  it("have a request ID", () => {
    const body = { exception_class: "NotFoundError", message: "Image not found", request_id: "7f3a" };
    expect(readErrorBody(body)).toEqual({ message: "Image not found", requestId: "7f3a", fields: [] });
  });
});
