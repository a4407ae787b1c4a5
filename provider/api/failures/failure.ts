import type { Deadline } from "../transport/deadline";
import { readErrorBody } from "./error-body";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundAnswerError,
  OutcomeUnknownError,
  PermissionError,
  ProxyError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  UnreachableError,
  ValidationError,
  type ErrorFacts,
} from "./errors";
import { NoResponse } from "../transport/no-response";
import type { Failed } from "../transport/outcome";
import type { HttpMethod, HttpResponse } from "../transport/transport";

/** What errors say about a request. */
export interface RequestContext {
  /** GET for every call that only reads. */
  method: HttpMethod;
  url: string;
  /** The configuration key that led to this URL. */
  addressKey: string;
  /** What seems to be wrong with the base URL. */
  addressHint?: string;
  /** Where the API key comes from. */
  keySource: string;
  secrets: readonly string[];
  /** Set once an attempt may have carried out the change, however the next ones end. */
  mayHaveActed?: boolean;
  /** Why there was no further attempt. */
  hint?: string;
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** The error of a call that was given up; a change that may have been carried out is an `OutcomeUnknownError`. */
export function explainFailedCall(outcome: Failed, context: RequestContext): ApiError {
  const { response } = outcome;
  return response instanceof NoResponse
    ? explainNoResponse(response, context)
    : explainAnswer(response, outcome, context);
}

/** The error of a call whose operation has no time left for another attempt, or for the first one. */
export function explainOutOfTime(
  last: Failed | undefined,
  context: RequestContext,
  { description }: Deadline,
): ApiError {
  if (!last) {
    return new TimeoutError({ message: `the request could not be sent within ${description}` });
  }
  const saysSo = last.response instanceof NoResponse && last.response.isOutOfTime;
  const hint = `There was no time to try again within ${description}`;
  return explainFailedCall(last, saysSo ? context : { ...context, hint });
}

function explainAnswer(answer: HttpResponse, outcome: Failed, context: RequestContext): ApiError {
  const { status, headers } = answer;
  const body = readErrorBody(answer.body, context.secrets);
  const facts: ErrorFacts = {
    message: body.message ?? `the platform answered ${status} without a reason`,
    status,
    requestId: body.requestId ?? (headers["x-request-id"] || undefined),
    secrets: context.secrets,
    mayHaveActed: context.mayHaveActed,
    hint: context.hint,
  };
  if (status === 400 || status === 422) {
    return new ValidationError(facts, body.fields);
  }
  if (redirects.includes(status)) {
    const to = headers.location || "another address";
    const message = `${context.url} redirects to ${to}; the key is not sent there. Set edgecloud:baseUrl to the final address`;
    return explainUnexpectedAnswer({ ...facts, message }, context);
  }
  if (status < 400) {
    const message =
      `${context.url} answered ${status}, which is not expected here. ` +
      `Check ${context.addressKey} and any proxy or load balancer in between`;
    return explainUnexpectedAnswer({ ...facts, message }, context);
  }
  if (status === 404 && context.addressHint !== undefined) {
    return explainUnexpectedAnswer({ ...facts, message: `${facts.message} (404)`, status: undefined }, context);
  }
  if (status === 404) {
    return new NotFoundAnswerError({
      ...facts,
      hint: `Check ${context.addressKey} and any proxy or gateway in between`,
    });
  }
  if (status === 401 || status === 403) {
    const hint = `The key comes from ${context.keySource}`;
    return status === 401
      ? new AuthenticationError({ ...facts, hint: `${hint}, and was sent to ${new URL(context.url).origin}` })
      : new PermissionError({ ...facts, hint });
  }
  return new (status === 409 ? ConflictError : chooseErrorClass(outcome, context))(facts);
}

/** An answer that is not the platform's does not show what an earlier attempt has done. */
function explainUnexpectedAnswer(facts: ErrorFacts, { mayHaveActed, addressHint: hint }: RequestContext): ApiError {
  return new (mayHaveActed ? OutcomeUnknownError : UnexpectedAnswerError)({ ...facts, hint });
}

function chooseErrorClass(
  { kind, mayHaveActed }: Failed,
  context: RequestContext,
): new (facts: ErrorFacts) => ApiError {
  if (kind === "final") {
    return ApiError;
  }
  if (kind === "throttled" && !mayHaveActed && !context.mayHaveActed) {
    return RateLimitedError;
  }
  return context.method === "GET" ? UnavailableError : OutcomeUnknownError;
}

function explainNoResponse(outcome: NoResponse, context: RequestContext): ApiError {
  const { method, mayHaveActed = false, secrets, hint } = context;
  const facts = { message: outcome.text, secrets, hint };
  if (method !== "GET" && (outcome.mayHaveArrived || mayHaveActed)) {
    return new OutcomeUnknownError(facts);
  }
  if (outcome.isOutOfTime) {
    return new TimeoutError(facts);
  }
  if (outcome.isByProxy) {
    return new ProxyError(facts);
  }
  if (outcome.isUnreached) {
    return new UnreachableError(facts, outcome.isTransient);
  }
  return new (outcome.isTooLong ? UnexpectedAnswerError : UnavailableError)(facts);
}
