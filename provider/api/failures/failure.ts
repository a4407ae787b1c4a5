import type { Deadline } from "../transport/deadline";
import { NoResponse, type Failed, type HttpResponse } from "../transport/transport";
import { isJsonObject } from "../../values/json";
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
import { redact } from "./redaction";

export interface RequestContext {
  isRead: boolean;
  baseUrl: string;
  path: string;
  keySource: string;
  secrets: readonly string[];
  /** Whether an earlier attempt of the same call may have carried out the change. */
  mayHaveActed?: boolean;
}

/** If the platform refuses a retry after a lost answer, the error has the refusal's class, with `mayHaveActed` set. */
export function explainFailedCall(last: Failed | undefined, context: RequestContext, deadline?: Deadline): ApiError {
  if (!last) {
    return new TimeoutError({ message: `the request could not be sent within ${deadline?.description}` });
  }
  const { response } = last;
  const hint = deadline && `There was no time to try again within ${deadline.description}`;
  if (!(response instanceof NoResponse)) {
    return explainAnswer(response, last, context, hint);
  }
  const { isRead, mayHaveActed, secrets } = context;
  const facts = { message: response.text, secrets, hint: response.isOutOfTime ? undefined : hint };
  if (!isRead && (response.mayHaveArrived || mayHaveActed)) {
    return new OutcomeUnknownError(facts);
  }
  if (response.isOutOfTime) {
    return new TimeoutError(facts);
  }
  return new (response.isUnreached ? UnreachableError : UnavailableError)(facts);
}

function explainAnswer(
  { status, headers, body }: HttpResponse,
  { kind, mayHaveActed }: Failed,
  context: RequestContext,
  hint: string | undefined,
): ApiError {
  const { isRead, baseUrl, path, keySource, secrets } = context;
  const { message, requestId, fields } = readErrorBody(body, secrets);
  const facts: ErrorFacts = {
    message: message ?? `the platform answered ${status} without a reason`,
    status,
    requestId: requestId ?? (headers["x-request-id"] || undefined),
    fields,
    secrets,
    mayHaveActed: context.mayHaveActed,
    hint,
  };
  if (status < 400) {
    // A redirect does not come from the platform, so it does not show what an earlier attempt has done.
    const to = headers.location || "another address";
    const redirect = `${baseUrl}${path} redirects to ${to}; the key is not sent there`;
    const advice = "Set edgecloud:baseUrl to the final address, and check any proxy or load balancer in between";
    const Class = context.mayHaveActed ? OutcomeUnknownError : UnexpectedAnswerError;
    return new Class({ ...facts, message: redirect, hint: advice });
  }
  if (kind === "final") {
    const source = `The key comes from ${keySource}`;
    const refusals: Record<number, [kind: typeof ApiError, advice?: string]> = {
      400: [ValidationError],
      401: [AuthenticationError, `${source}, and was sent to ${new URL(baseUrl).origin}`],
      403: [PermissionError, source],
      404: [NotFoundAnswerError, "Check edgecloud:baseUrl and any proxy or gateway in between"],
      409: [ConflictError],
      422: [ValidationError],
    };
    const [Refusal, advice] = refusals[status] ?? [ApiError];
    return new Refusal({ ...facts, hint: advice });
  }
  if (kind === "throttled" && !mayHaveActed && !context.mayHaveActed) {
    return new RateLimitedError(facts);
  }
  return new (isRead ? UnavailableError : OutcomeUnknownError)(facts);
}

/** Top-level keys of an error body that hold messages, but are not names of fields. */
const generalKeys = ["message", "error", "detail", "errors", "invalid_fields"];

/** Top-level keys of an error body that hold no messages. */
const otherKeys = ["exception_class", "request_id", "info", "data"];

const maxTextLength = 500;

const maxFields = 1_000;

/**
 * Reads the error bodies of all products:
 * - CDN: `{errors: {...}}`, or a bare map of fields (docs/contract.md, section 7)
 * - cloud: `{message, request_id, invalid_fields}`
 * - streaming: `{errors: [...]}` or `{error}`
 * - analytics (GraphQL): `{errors: [{message}]}`
 *
 * `fields` also has the general messages, but it is empty if no message is about a field.
 */
export function readErrorBody(
  body: unknown,
  secrets: readonly string[] = [],
): { message?: string; requestId?: string; fields: FieldError[] } {
  if (typeof body === "string") {
    return { message: readPlainText(redact(body, secrets)), fields: [] };
  }
  const errors = collectErrors(body).filter(({ message }) => message.trim() !== "");
  const general = errors.filter(({ location }) => location.length === 0);
  const aboutFields = errors.filter(({ location }) => location.length > 0);
  const errorsByText = new Map(
    [...general, ...aboutFields].map((error) => [
      [error.location.join("."), error.message].filter(Boolean).join(": "),
      error,
    ]),
  );
  const shown = [...errorsByText].slice(0, maxFields);
  return {
    message: shown.map(([text]) => text).join("; ") || undefined,
    requestId: isJsonObject(body) ? toNonBlank(body.request_id) : undefined,
    fields: aboutFields.length > 0 ? shown.map(([, error]) => error) : [],
  };
}

function collectErrors(value: unknown, location: string[] = []): FieldError[] {
  if (typeof value === "string") {
    return [{ location, message: value }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => collectErrors((isJsonObject(item) && toNonBlank(item.message)) || item, location));
  }
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([key, item]) => {
    if (location.length === 0 && otherKeys.includes(key)) {
      return [];
    }
    return collectErrors(item, location.length === 0 && generalKeys.includes(key) ? [] : [...location, key]);
  });
}

function readPlainText(body: string): string | undefined {
  const isPage = /^\s*<[a-z!?]/i.test(body);
  const content = isPage ? (/<title[^<>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? "") : body;
  const line = content.trim().replace(/\s+/g, " ");
  if (line.length <= maxTextLength) {
    return toNonBlank(line);
  }
  // Cut only between words, because a secret of which only a hash is known can be found only as a whole.
  const [words = ""] = /^.*(?= )/.exec(line.slice(0, maxTextLength + 1)) ?? [];
  return words === "" ? undefined : `${words} …`;
}

function toNonBlank(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
