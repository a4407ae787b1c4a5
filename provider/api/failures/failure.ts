import type { z } from "zod";
import type { Deadline } from "../transport/deadline";
import { NoResponse, type Failed, type HttpResponse, type Outcome } from "../transport/outcome";
import { UnreadBody, type HttpMethod } from "../transport/transport";
import { isJsonObject, pick } from "../../values/json";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundAnswerError,
  OutcomeUnknownError,
  PermissionError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  UnreachableError,
  ValidationError,
  type ErrorFacts,
  type FieldError,
} from "./errors";
import { maxReadLength, redact } from "./redaction";

/** What errors say about a request. */
export interface RequestContext {
  /** GET for every call that only reads. */
  method: HttpMethod;
  baseUrl: string;
  path: string;
  /** The configuration key that led to this address. */
  addressKey: string;
  /** Where the API key comes from. */
  keySource: string;
  secrets: readonly string[];
  /** Whether an earlier attempt may have carried out the change. */
  mayHaveActed?: boolean;
}

/** Throws if the call was not accepted, or if its answer cannot be understood. */
export function readAnswer<Answer>(
  expected: { answer: z.ZodType<Answer>; findProblem?(answer: Answer): string | undefined },
  context: RequestContext,
  outcome: Outcome,
): Answer {
  if (outcome.kind !== "accepted") {
    throw explainFailedCall(outcome, context);
  }
  const { body } = outcome.response;
  let problem: string | undefined;
  if (body instanceof UnreadBody) {
    problem = `it ${body.problem}`;
  } else {
    const { success, data, error } = expected.answer.safeParse(body);
    problem = success ? expected.findProblem?.(data) : undefined;
    if (success && problem === undefined) {
      return data;
    }
    // A long list can have the same problem in every entry.
    const problems = error?.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`) ?? [];
    const more = problems.length > 5 ? [`${problems.length - 5} more`] : [];
    problem ??= [...problems.slice(0, 5), ...more].join("; ");
  }
  const { baseUrl, path, secrets, method } = context;
  const message = `the answer from ${baseUrl}${path} cannot be understood: ${problem}`;
  const facts = { message, secrets, hint: adviseOnProductPath(baseUrl) };
  throw method === "GET" ? new UnexpectedAnswerError(facts) : new OutcomeUnknownError(facts, body);
}

/** Advice for a base URL that ends in the path of a product; behind a proxy it may be right, so it is no error. */
function adviseOnProductPath(baseUrl: string): string | undefined {
  const [, product] = /\/(cdn|cloud|streaming)$/.exec(new URL(baseUrl).pathname) ?? [];
  return product === undefined
    ? undefined
    : `edgecloud:baseUrl ends in /${product}, which the paths of that product already begin with; leave it out`;
}

/**
 * The error of a call that was given up; a change that may have been carried out is an `OutcomeUnknownError`. With a
 * `deadline`, it left no time for an attempt after `last`.
 */
export function explainFailedCall(last: Failed | undefined, context: RequestContext, deadline?: Deadline): ApiError {
  if (!last) {
    return new TimeoutError({ message: `the request could not be sent within ${deadline?.description}` });
  }
  const { response } = last;
  const hint = deadline && `There was no time to try again within ${deadline.description}`;
  if (!(response instanceof NoResponse)) {
    return explainAnswer(response, last, context, hint);
  }
  const { method, mayHaveActed = false, secrets } = context;
  const facts = { message: response.text, secrets, hint: response.isOutOfTime ? undefined : hint };
  if (method !== "GET" && (response.mayHaveArrived || mayHaveActed)) {
    return new OutcomeUnknownError(facts);
  }
  if (response.isOutOfTime) {
    return new TimeoutError(facts);
  }
  return response.isUnreached
    ? new UnreachableError(facts, response.isTransient)
    : new (response.isTooLong ? UnexpectedAnswerError : UnavailableError)(facts);
}

function explainAnswer(
  answer: HttpResponse,
  { kind, mayHaveActed }: Failed,
  context: RequestContext,
  hint: string | undefined,
): ApiError {
  const { status, headers } = answer;
  const { addressKey, baseUrl, keySource, secrets } = context;
  const body = readErrorBody(answer.body, secrets);
  const facts: ErrorFacts = {
    message: body.message ?? `the platform answered ${status} without a reason`,
    status,
    requestId: body.requestId ?? (headers["x-request-id"] || undefined),
    secrets,
    mayHaveActed: context.mayHaveActed,
    hint,
  };
  if (status < 400 || (status === 404 && adviseOnProductPath(baseUrl) !== undefined)) {
    return explainUnexpectedAnswer(answer, facts, context);
  }
  switch (status) {
    case 400:
    case 422:
      return new ValidationError(facts, body.fields);
    case 401: {
      const source = `The key comes from ${keySource}, and was sent to ${new URL(baseUrl).origin}`;
      return new AuthenticationError({ ...facts, hint: source });
    }
    case 403:
      return new PermissionError({ ...facts, hint: `The key comes from ${keySource}` });
    case 404:
      return new NotFoundAnswerError({ ...facts, hint: `Check ${addressKey} and any proxy or gateway in between` });
    case 409:
      return new ConflictError(facts);
  }
  if (kind === "final") {
    return new ApiError(facts);
  }
  if (kind === "throttled" && !mayHaveActed && !context.mayHaveActed) {
    return new RateLimitedError(facts);
  }
  return new (context.method === "GET" ? UnavailableError : OutcomeUnknownError)(facts);
}

/** The error of an answer that is not the platform's: it does not show what an earlier attempt has done. */
function explainUnexpectedAnswer({ status, headers }: HttpResponse, facts: ErrorFacts, context: RequestContext) {
  const { baseUrl, path, addressKey, mayHaveActed } = context;
  const url = `${baseUrl}${path}`;
  let message =
    `${url} answered ${status}, which is not expected here. ` +
    `Check ${addressKey} and any proxy or load balancer in between`;
  if ([301, 302, 303, 307, 308].includes(status)) {
    const to = headers.location || "another address";
    message = `${url} redirects to ${to}; the key is not sent there. Set edgecloud:baseUrl to the final address`;
  }
  // Programs take the status 404 for a missing object.
  const shown = status === 404 ? { message: `${facts.message} (404)`, status: undefined } : { message };
  const hint = adviseOnProductPath(baseUrl);
  return new (mayHaveActed ? OutcomeUnknownError : UnexpectedAnswerError)({ ...facts, ...shown, hint });
}

const bodyKeys = [
  ...["exception_class", "message", "request_id", "info", "invalid_fields"],
  ...["data", "error", "errors", "detail"],
];

/** Longer plain texts are cut. */
const maxTextLength = 500;

/** No useful answer has more messages, or more levels of them. */
const maxFields = 1_000;
const maxLevels = 20;

/**
 * Reads the error bodies of all products: `{errors: {...}}` and bare field maps of the CDN (contract, section 7),
 * `{message, request_id, invalid_fields}` of the cloud, `{errors: [...]}` and `{error}` of streaming,
 * `{errors: [{message}]}` of GraphQL, `{detail}` as a text or a list, and lists by themselves. Plain text comes from a
 * proxy or load balancer; its secrets are hidden before it is cut, and a page of HTML gives its title. Without a message,
 * the caller reports the status alone. A general message among `fields` has no location.
 */
export function readErrorBody(
  body: unknown,
  secrets: readonly string[] = [],
): { message?: string; requestId?: string; fields: FieldError[] } {
  if (typeof body === "string") {
    return { message: readPlainText(redact(body, secrets)), fields: [] };
  }
  if (body instanceof UnreadBody) {
    return { message: `the platform's answer was not read, because it ${body.problem}`, fields: [] };
  }
  const told = collectErrors(copyReadablePart(body)).filter(({ message }) => toNonBlank(message));
  const fields = [...new Map(told.map((error) => [formatFieldError(error), error])).values()].slice(0, maxFields);
  const message = fields.map(formatFieldError).join("; ") || undefined;
  const aboutFields = fields.some(({ location }) => location.length > 0);
  return {
    message,
    requestId: isJsonObject(body) ? toNonBlank(body.request_id) : undefined,
    fields: aboutFields ? fields : [],
  };
}

/** All errors in a body: the general ones first, then those of fields. */
function collectErrors(body: unknown): FieldError[] {
  if (!isJsonObject(body)) {
    return readEntries(body);
  }
  const { message, error, detail, errors, invalid_fields: invalid } = body;
  const hasFieldMap = isJsonObject(errors) || isJsonObject(invalid);
  return [
    ...[message, error, detail].flatMap(readEntries),
    ...(Array.isArray(errors) ? readEntries(errors) : flatten(errors)),
    ...(hasFieldMap ? flatten(invalid) : flatten(pick(body, (key) => !bodyKeys.includes(key)))),
  ];
}

/** Reads one error, or a list of them; `{loc, msg}` is the form of request validators. */
function readEntries(value: unknown): FieldError[] {
  if (Array.isArray(value)) {
    return value.flatMap(readEntries);
  }
  if (!isJsonObject(value)) {
    return flatten(value);
  }
  const { loc, msg } = value;
  if (toNonBlank(msg)) {
    const [part, ...rest] = Array.isArray(loc) ? loc.map(String) : [];
    const location = part === undefined || ["body", "query", "path"].includes(part) ? rest : [part, ...rest];
    return [{ location, message: String(msg) }];
  }
  const general = toNonBlank(value.message) ?? toNonBlank(value.detail) ?? toNonBlank(value.error);
  return general === undefined ? flatten(value) : [{ location: [], message: general }];
}

function flatten(value: unknown, location: string[] = []): FieldError[] {
  if (typeof value === "string") {
    return [{ location, message: value }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => flatten(item, location));
  }
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => flatten(item, [...location, key])) : [];
}

function formatFieldError({ location, message }: FieldError): string {
  return [location.join("."), message].filter(Boolean).join(": ");
}

/** Copies the part of a body that an error needs. */
function copyReadablePart(body: unknown): unknown {
  let left = maxReadLength;
  const copyPart = (value: unknown, levels: number): unknown => {
    if (typeof value !== "object" || value === null) {
      left -= String(value).length;
      return left < 0 && typeof value === "string" ? value.slice(0, left) : value;
    }
    const entries = levels === 0 ? [] : Object.entries(value).filter(([key]) => (left -= key.length + 1) > 0);
    const parts = entries.map(([key, child]) => [key, copyPart(child, levels - 1)] as const);
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  };
  return copyPart(body, maxLevels);
}

function readPlainText(body: string): string | undefined {
  const isPage = /^\s*<[a-z!?]/i.test(body);
  const content = isPage ? (/<title[^<>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? "") : body;
  const line = content.trim().replace(/\s+/g, " ");
  if (line.length <= maxTextLength) {
    return toNonBlank(line);
  }
  // Ends between words: a part of a secret would not be recognized by its fingerprint.
  const [words = ""] = /^.*(?= )/.exec(line.slice(0, maxTextLength + 1)) ?? [];
  return words === "" ? undefined : `${words} …`;
}

function toNonBlank(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
