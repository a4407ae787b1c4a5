import type { Deadline } from "../transport/deadline";
import { readErrorBody } from "./error-body";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
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
import { NoAnswer } from "../transport/no-answer";
import { isOwnNotFound, type Product } from "../calls/products";
import type { Failed } from "../transport/outcome";
import type { Answer } from "../transport/transport";

/** What an error says about its request. */
export interface FailedRequest {
  /** GET for every call that only reads. */
  method: string;
  url: string;
  product: Product;
  /** The configuration key that led to this URL. */
  addressKey: string;
  /** What seems to be wrong with the base URL: if something is, no 404 proves that an object is gone. */
  addressHint?: string;
  /** Where the API key comes from. */
  keyOrigin: string;
  secrets: readonly string[];
  /** Set once an attempt may have carried out the change, however the next ones end. */
  mayHaveActed?: boolean;
  /** Why there was no further attempt. */
  hint?: string;
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** The error of a call that was given up; a change that may have been carried out is an `OutcomeUnknownError`. */
export function explainFailedCall(outcome: Failed, request: FailedRequest): ApiError {
  const { reply } = outcome;
  return reply instanceof NoAnswer ? explainNoAnswer(reply, request) : explainAnswer(reply, outcome, request);
}

/** The error of a call whose operation has no time left for another attempt, or for the first one. */
export function explainOutOfTime(
  last: Failed | undefined,
  request: FailedRequest,
  { description }: Deadline,
): ApiError {
  if (!last) {
    return new TimeoutError({ message: `the request could not be sent within ${description}` });
  }
  const saysSo = last.reply instanceof NoAnswer && last.reply.isOutOfTime;
  const hint = `There was no time to try again within ${description}`;
  return explainFailedCall(last, saysSo ? request : { ...request, hint });
}

function explainAnswer(answer: Answer, outcome: Failed, request: FailedRequest): ApiError {
  const { status, headers } = answer;
  const body = readErrorBody(answer.body, request.secrets);
  const facts: ErrorFacts = {
    message: body.message ?? `the platform answered ${status} without a reason`,
    status,
    requestId: body.requestId ?? (headers["x-request-id"] || undefined),
    secrets: request.secrets,
    mayHaveActed: request.mayHaveActed,
    hint: request.hint,
  };
  if (status === 400 || status === 422) {
    return new ValidationError(facts, body.fields);
  }
  if (redirects.includes(status)) {
    const to = headers.location || "another address";
    const message = `${request.url} redirects to ${to}; the key is not sent there. Set edgecloud:baseUrl to the final address`;
    return explainUnexpectedAnswer({ ...facts, message }, request);
  }
  if (status < 400) {
    const message =
      `${request.url} answered ${status}, which is not expected here. ` +
      `Check ${request.addressKey} and any proxy or load balancer in between`;
    return explainUnexpectedAnswer({ ...facts, message }, request);
  }
  if (status === 404) {
    const isOwn = !request.addressHint && isOwnNotFound(request.product, answer.body);
    return isOwn ? new NotFoundError(facts) : explainForeignNotFound(facts, body.message, request);
  }
  if (status === 401 || status === 403) {
    const refused = { ...facts, hint: `The key comes from ${request.keyOrigin}` };
    return status === 401 ? new AuthenticationError(refused) : new PermissionError(refused);
  }
  return new (status === 409 ? ConflictError : chooseErrorClass(outcome, request))(facts);
}

/** Has no status, since callers take a 404 for a missing object. */
function explainForeignNotFound({ secrets }: ErrorFacts, reason: string | undefined, request: FailedRequest): ApiError {
  const quoted = reason === undefined ? "" : ` (${JSON.stringify(reason)})`;
  const message =
    `${request.url} answered 404${quoted}, but not in the platform's format, so it says nothing about the object. ` +
    `Check ${request.addressKey} and any proxy or load balancer in between`;
  const atAddress = `${request.url} answered 404${quoted}, which says nothing about the object`;
  return explainUnexpectedAnswer({ message: request.addressHint ? atAddress : message, secrets }, request);
}

/** An answer that is not the platform's does not show what an earlier attempt has done. */
function explainUnexpectedAnswer(facts: ErrorFacts, { mayHaveActed, addressHint: hint }: FailedRequest): ApiError {
  return new (mayHaveActed ? OutcomeUnknownError : UnexpectedAnswerError)({ ...facts, hint });
}

function chooseErrorClass({ kind, mayHaveActed }: Failed, request: FailedRequest): new (facts: ErrorFacts) => ApiError {
  if (kind === "final") {
    return ApiError;
  }
  if (kind === "throttled" && !mayHaveActed && !request.mayHaveActed) {
    return RateLimitedError;
  }
  return request.method === "GET" ? UnavailableError : OutcomeUnknownError;
}

function explainNoAnswer(outcome: NoAnswer, request: FailedRequest): ApiError {
  const { method, mayHaveActed = false, secrets, hint } = request;
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
