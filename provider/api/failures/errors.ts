import { redact } from "./redaction";

/** A message of the platform, and the keys that lead to the field it is about, if any (contract, section 7). */
export interface FieldError {
  location: string[];
  message: string;
}

export interface ErrorFacts {
  message: string;
  status?: number;
  requestId?: string;
  /** Shown only by a `ValidationError`, which hides the secrets in them. */
  fields?: readonly FieldError[];
  /** Values that must not appear in the error, even if the platform's message repeats them. */
  secrets?: readonly string[];
  hint?: string;
  /** Whether an earlier attempt may have carried out the change. */
  mayHaveActed?: boolean;
}

/** A call to the platform that did not succeed. Its text never holds a secret. */
export class ApiError extends Error {
  readonly status?: number;
  /** Whether an earlier attempt may have carried out the change. */
  readonly mayHaveActed: boolean;
  /** Has secrets, so nothing that prints the error may show it. */
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

/** The key is missing, wrong or expired: set another one. */
export class AuthenticationError extends ApiError {}

/** The key may not do this, or the plan does not allow it: ask for the permission. */
export class PermissionError extends ApiError {}

/** The platform does not have the object, and its list confirms that: treat it as gone. */
export class NotFoundError extends ApiError {}

/** A 404, from the platform or from a gateway in front of it. Only a list shows whether the object is gone. */
export class NotFoundAnswerError extends ApiError {
  /** The error to throw once the list was read: unless that leaves a doubt, the object is gone. */
  explainAbsence(doubt: string | undefined): ApiError {
    const { hint, ...facts } = this.facts;
    if (doubt === undefined) {
      return new NotFoundError(facts);
    }
    const { secrets, mayHaveActed } = facts;
    // No status, since programs take a 404 for a missing object.
    const unconfirmed = { message: `${new ApiError(facts).message}, but ${doubt}`, secrets, mayHaveActed, hint };
    return new (mayHaveActed ? OutcomeUnknownError : UnavailableError)(unconfirmed);
  }
}

/** The object is not in the state that the call needs: wait, or let a person decide. */
export class ConflictError extends ApiError {}

/** The platform is still asking to slow down after all retries: try later. */
export class RateLimitedError extends ApiError {}

/** The call had no effect, and the platform, or a proxy in front of it, gave no usable answer: try later. */
export class UnavailableError extends ApiError {}

/** There was no connection, so the call had no effect: correct the address, or try later. */
export class UnreachableError extends UnavailableError {}

/** A change was sent, but no answer shows whether it was carried out: look at the platform before repeating it. */
export class OutcomeUnknownError extends ApiError {}

/** A wait took too long: run `pulumi up` again, or allow more time. */
export class TimeoutError extends ApiError {}

export class TaskFailedError extends ApiError {}

/** The answer is not the platform's or cannot be understood: the base URL or the package's version may be wrong. */
export class UnexpectedAnswerError extends ApiError {}

/** The platform refuses the values: correct the named properties. */
export class ValidationError extends ApiError {
  get fields(): FieldError[] {
    const { fields = [], secrets = [] } = this.facts;
    return fields.map(({ location, message }) => ({
      location: location.map((step) => redact(step, secrets)),
      message: redact(message, secrets),
    }));
  }

  /** Whether a message about that field matches, tested before secrets are hidden. */
  hasMessageAbout(field: string, pattern: RegExp): boolean {
    return !!this.facts.fields?.some(({ location, message }) => location[0] === field && pattern.test(message));
  }

  translatePaths(toPropertyPath: (location: readonly string[]) => string): ValidationError {
    const fields = this.fields.map(moveToNamedField);
    const lines = fields.map(({ location, message }) => [toPropertyPath(location), message].filter(Boolean).join(": "));
    const message = [...new Set(lines)].join("\n");
    return fields.length === 0 ? this : new ValidationError({ ...this.facts, message, fields });
  }
}

/** A message such as `s3_region: Not support x` at `config` is about the field `s3_region` in `config`. */
function moveToNamedField({ location, message }: FieldError): FieldError {
  const [, name, rest = ""] = /^([a-z0-9]+(?:_[a-z0-9]+)+): (.+)$/s.exec(message) ?? [];
  if (name === undefined || location.length === 0) {
    return { location, message };
  }
  return { location: location.at(-1) === name ? location : [...location, name], message: rest };
}

/** For `catch`: undefined for an object that is gone; other errors are thrown again. */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) {
    throw error;
  }
}

/** As `ignoreNotFound`, but for any 404: only for use where a wrong 404 does no harm. */
export function ignoreNotFoundAnswer(error: unknown): undefined {
  if (!(error instanceof NotFoundAnswerError)) {
    throw error;
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
