import { inspect } from "node:util";
import { readErrorBody } from "../../../provider/api/failures/error-body";
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

const key = "key/with+odd=chars&1";
const credential = "AKIA:credential/2";
const leaky = `sent ${key} and ${encodeURIComponent(key)} and ${credential}`;
const facts: ErrorFacts = { message: leaky, status: 400, requestId: `r-${key}`, secrets: [key, credential] };
const fields = [{ location: ["sources", credential, "source"], message: leaky }];

const classes = [
  ...[
    ApiError,
    AuthenticationError,
    PermissionError,
    NotFoundAnswerError,
    NotFoundError,
    ConflictError,
    RateLimitedError,
  ],
  ...[UnavailableError, TimeoutError, UnexpectedAnswerError],
];

const errors: [string, Error][] = [
  ...classes.map((Class): [string, Error] => [Class.name, new Class(facts)]),
  ["NotFoundAnswerError that is believed", new NotFoundAnswerError(facts).believe()],
  ["NotFoundAnswerError that is doubted", new NotFoundAnswerError(facts).doubt("so what")],
  ["OutcomeUnknownError", new OutcomeUnknownError(facts, { echoed: { s3_access_key_id: credential, text: leaky } })],
  ["ValidationError", new ValidationError(facts, fields)],
  ["ValidationError in the user's words", new ValidationError(facts, fields).translatePaths((at) => at.join("."))],
  ["ValidationError with a hint", new ValidationError(facts, fields).withHint("Use another name")],
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
    const error = new Class({ message: "m", status: 418, requestId: "r" });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: Class.name, status: 418, requestId: "r" });
  });

  it("stores what was received in place of an answer", () => {
    expect(new OutcomeUnknownError({ message: "lost" }, { id: 7 }).answer).toEqual({ id: 7 });
    expect(new OutcomeUnknownError({ message: "lost" }).answer).toBeUndefined();
  });
});

describe("redaction", () => {
  it.each<[string, string, string[], string]>([
    ["every occurrence", "abcd abcd", ["abcd"], "[secret] [secret]"],
    ["a URL-encoded secret", "q=a%2Fb%2Bc", ["a/b+c"], "q=[secret]"],
    ["the longer of two secrets first", "abcdef", ["abcd", "abcdef"], "[secret]"],
    ["a secret of three characters, as the legacy form allows", "key a:_ refused", ["a:_"], "key [secret] refused"],
    ["nothing shorter than three characters", "ab is a cab", ["ab"], "ab is a cab"],
    ["nothing without secrets", "abcd", [], "abcd"],
    ["a secret with special characters of patterns", "a.*b axxb", ["a.*b"], "[secret] axxb"],
    ["a secret beside one with special characters of replacements", "abcd", ["abcd", "$&$1"], "[secret]"],
    [
      "secrets in the rest of the text, not in its own mask",
      "abcd is a secret",
      ["abcd", "secret"],
      "[secret] is a [secret]",
    ],
    ["nothing within its own mask", "abcd", ["abcd", "cre"], "[secret]"],
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
    ["values of maps at any depth of the body", { list: [{ envs: { A: "one" } }], envs: { B: "two" } }, ["one", "two"]],
    ["values of a map within the map", { envs: { envs: "one" } }, ["one"]],
    ["nothing outside of the map", { name: "n", other: { A: "one" } }, []],
    ["nothing if it is empty", { envs: {} }, []],
  ])("finds in a map of secrets %s", (_, body, values) => {
    expect(collectSecretValues(body, new Set(["envs"])).sort()).toEqual(values);
  });
});

describe("a validation error in terms of the user's properties", () => {
  const error = new ValidationError(
    { message: "server text", status: 400, requestId: "7f3a" },
    readErrorBody({ errors: { name: ["taken"], sources: { "a.example.com": { source: ["unknown", "odd"] } } } }).fields,
  );
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

  it("keeps the platform's text where no property is named", () => {
    expect(new ValidationError({ message: "server text" }, []).translatePaths(words).message).toBe("server text");
  });
});
