import { redact } from "./redaction";

/** One message of an error answer (docs/contract.md, section 7). */
export interface FieldError {
  /** The keys that lead to the field; empty for a general message. */
  location: string[];
  message: string;
}

export interface ErrorFacts {
  message: string;
  status?: number;
  requestId?: string;
  /** Secrets are not hidden in these messages, unlike in `ValidationError.fields`. */
  fields?: readonly FieldError[];
  /** Values to hide, because the platform's message may repeat them. */
  secrets?: readonly string[];
  /** Advice to put after the message. Secrets are not hidden in it. */
  hint?: string;
  mayHaveActed?: boolean;
}

export class ApiError extends Error {
  readonly status?: number;
  /** Whether an earlier attempt of a refused change may have succeeded. Means nothing in an `OutcomeUnknownError`. */
  readonly mayHaveActed: boolean;
  /** A `#` field, because the facts contain secrets, and whatever prints an error also prints its other properties. */
  readonly #facts: ErrorFacts;

  constructor(facts: ErrorFacts) {
    const origin = [facts.status, facts.requestId && `request ${facts.requestId}`].filter(Boolean).join(", ");
    const text = redact(origin ? `${facts.message} (${origin})` : facts.message, facts.secrets ?? []);
    super([text, facts.hint].filter(Boolean).join(". "));
    this.name = new.target.name;
    this.status = facts.status;
    this.mayHaveActed = facts.mayHaveActed ?? false;
    this.#facts = facts;
  }

  protected get facts(): ErrorFacts {
    return this.#facts;
  }

  withHint(hint: string): this {
    return new (this.constructor as new (facts: ErrorFacts) => this)({ ...this.#facts, hint });
  }
}

export class AuthenticationError extends ApiError {}

/** The permissions of the API key or the account's plan do not allow the call (403). */
export class PermissionError extends ApiError {}

/** The object certainly does not exist. A 404 alone is not enough (see `NotFoundAnswerError`). */
export class NotFoundError extends ApiError {}

/** A 404 that no list has confirmed. It may come from a gateway, so it does not prove that the object is gone. */
export class NotFoundAnswerError extends ApiError {
  /** `doubt` says why the object may exist despite the 404. */
  explainAbsence(doubt: string | undefined): ApiError {
    const { hint, ...facts } = this.facts;
    if (doubt === undefined) {
      return new NotFoundError(facts);
    }
    const { secrets, mayHaveActed } = facts;
    // Leave out the status, because a program that sees 404 would conclude that the object is missing.
    const unconfirmed = { message: `${new ApiError(facts).message}, but ${doubt}`, secrets, mayHaveActed, hint };
    return new (mayHaveActed ? OutcomeUnknownError : UnavailableError)(unconfirmed);
  }
}

/** The object's state does not allow the call (409; waiting may help), or the provider itself finds a conflict. */
export class ConflictError extends ApiError {}

/** The platform kept throttling until there was no time left to retry. */
export class RateLimitedError extends ApiError {}

/** The platform gave no usable answer, but the call had no effect. It is safe to repeat the call later. */
export class UnavailableError extends ApiError {}

export class UnreachableError extends UnavailableError {}

/** A change was sent, but no answer shows whether it was carried out. Read the object before you repeat the change. */
export class OutcomeUnknownError extends ApiError {}

/** The time limit of an operation ended a call or a wait. The limit `requestTimeoutSeconds` leads to other errors. */
export class TimeoutError extends ApiError {}

export class TaskFailedError extends ApiError {}

/** The answer cannot be used. The base URL may be wrong, or this version of the package may be too old. */
export class UnexpectedAnswerError extends ApiError {}

export class ValidationError extends ApiError {
  get fields(): FieldError[] {
    const { fields = [], secrets = [] } = this.facts;
    return fields.map(({ location, message }) => ({
      location: location.map((step) => redact(step, secrets)),
      message: redact(message, secrets),
    }));
  }

  /** Tests the original messages, because masking secrets could remove what `pattern` looks for. */
  hasMessageAbout(field: string, pattern: RegExp): boolean {
    return !!this.facts.fields?.some(({ location, message }) => location[0] === field && pattern.test(message));
  }

  /** Returns a copy whose message has property paths, or this error if no message is about a field. */
  translatePaths(toPropertyPath: (location: readonly string[]) => string): ValidationError {
    // A message can begin with the name of an inner field: `s3_region: Not support x`.
    const fields = this.fields.map(({ location, message }) => {
      const [, name, rest = ""] = /^([a-z0-9]+(?:_[a-z0-9]+)+): (.+)$/s.exec(message) ?? [];
      if (name === undefined || location.length === 0) {
        return { location, message };
      }
      return { location: location.at(-1) === name ? location : [...location, name], message: rest };
    });
    const lines = fields.map(({ location, message }) => [toPropertyPath(location), message].filter(Boolean).join(": "));
    const message = [...new Set(lines)].join("\n");
    return fields.length === 0 ? this : new ValidationError({ ...this.facts, message, fields });
  }
}

export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) {
    throw error;
  }
}

/** Ignores a 404 that no list has confirmed. Use it only where a wrong 404 does no harm. */
export function ignoreNotFoundAnswer(error: unknown): undefined {
  if (!(error instanceof NotFoundAnswerError)) {
    throw error;
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
