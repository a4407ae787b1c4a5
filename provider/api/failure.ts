import { isAxiosError, type AxiosError } from "axios";
import { readErrorBody } from "./error-body";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  PermissionError,
  RateLimitedError,
  StoppedError,
  UnavailableError,
  UnexpectedAnswerError,
  ValidationError,
  type ErrorFacts,
} from "./errors";
import { isOwnNotFound, type Product } from "./products";
import { neverArrived, proxyRefused, proxyUnavailable } from "./retry";

/** The request that a failure belongs to, as far as its error needs it. */
export interface FailedRequest {
  /** By which it is judged: GET for every call that only asks. */
  method: string;
  url: string;
  product: Product;
  /** The configuration key that led to this URL. */
  addressKey: string;
  /** Where the key comes from that the platform was shown. */
  keyOrigin: string;
  secrets: readonly string[];
  /** Set once an attempt at a change got no answer: it may have been carried out, however the next attempts end. */
  mayHaveActed?: boolean;
}

const errorOfStatus: Record<number, new (facts: ErrorFacts) => ApiError> = {
  403: PermissionError,
  409: ConflictError,
};

/** The error of a call that axios gave up; a change without an answer becomes `OutcomeUnknownError`. */
export function failureOf(error: unknown, request: FailedRequest): ApiError {
  if (!isAxiosError(error)) {
    return error instanceof StoppedError ? error : new ApiError({ message: String(error), secrets: request.secrets });
  }
  const answer = answerOf(error);
  return answer ? answeredFailure(answer, request) : unansweredFailure(error, request);
}

/** The answer of a call that failed. A good status does not fail by itself: then the answer broke off, and is none. */
export function answerOf(error: AxiosError): AxiosError["response"] {
  return error.response && error.response.status >= 300 ? error.response : undefined;
}

/**
 * Node's code of a connection error. A connection that timed out before it stood gets a code of its own; for one that
 * ended within an answer axios has no code of Node's.
 */
export function connectionErrorCode(error: AxiosError): string | undefined {
  if (error.response && !answerOf(error) && error.code === "ERR_BAD_RESPONSE") {
    return "ECONNRESET";
  }
  const cause: NodeJS.ErrnoException | undefined = error.cause;
  return error.code === "ETIMEDOUT" && cause?.syscall === "connect" ? "ECONNECTTIMEOUT" : error.code;
}

function answeredFailure(response: NonNullable<AxiosError["response"]>, request: FailedRequest): ApiError {
  const { status } = response;
  const body = readErrorBody(response.data, request.secrets);
  const facts: ErrorFacts = {
    message: body.message ?? `the platform answered ${status} without a reason`,
    status,
    requestId: body.requestId ?? headerText(response.headers["x-request-id"]),
    secrets: request.secrets,
    mayHaveActed: request.mayHaveActed,
  };
  if (status === 400 || status === 422) {
    return new ValidationError(facts, body.fields);
  }
  if (status >= 300 && status < 400) {
    const to = headerText(response.headers.location) ?? "another address";
    const message = `${request.url} redirects to ${to}; the key is not sent there. Set edgecloud:baseUrl to the final address`;
    return strangeAnswer({ ...facts, message }, request);
  }
  if (status === 404) {
    const isOwn = isOwnNotFound(request.product, response.data);
    return isOwn ? new NotFoundError(facts) : foreignNotFound(facts, body.message, request);
  }
  if (status === 401) {
    return new AuthenticationError({ ...facts, hint: `The key is that of ${request.keyOrigin}` });
  }
  return new (errorOfStatus[status] ?? passingFault(status, request))(facts);
}

/** No status: whoever reads it would take the object for gone. */
function foreignNotFound({ secrets }: ErrorFacts, reason: string | undefined, request: FailedRequest): ApiError {
  const said = reason === undefined ? "" : ` (${JSON.stringify(reason)})`;
  const message =
    `${request.url} answered 404${said}, but not in the form of the platform: ` +
    `nothing was concluded from it. Check ${request.addressKey} and what stands between`;
  return strangeAnswer({ message, secrets }, request);
}

/** An answer that is not the platform's tells nothing of what an earlier attempt has done. */
function strangeAnswer(facts: ErrorFacts, { mayHaveActed }: FailedRequest): ApiError {
  return new (mayHaveActed ? OutcomeUnknownError : UnexpectedAnswerError)(facts);
}

function passingFault(status: number, request: FailedRequest): new (facts: ErrorFacts) => ApiError {
  if (status === 429 && !request.mayHaveActed) {
    return RateLimitedError;
  }
  if (status !== 408 && status !== 429 && status < 500) {
    return ApiError;
  }
  return request.method === "GET" ? UnavailableError : OutcomeUnknownError;
}

function unansweredFailure(error: AxiosError, request: FailedRequest): ApiError {
  const code = connectionErrorCode(error);
  // The codes of a proxy are our own, and say no more than the message does.
  const shown = code === proxyRefused || code === proxyUnavailable ? undefined : code;
  const message = `no answer from ${request.url}: ${[shown, error.message].filter(Boolean).join(", ")}`;
  const noEffect = request.method === "GET" || (neverArrived(code) && !request.mayHaveActed);
  return new (noEffect ? UnavailableError : OutcomeUnknownError)({ message, secrets: request.secrets });
}

function headerText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
