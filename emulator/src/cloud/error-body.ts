import { randomUUID } from "node:crypto";

/** Why fields of a request are refused, by field. */
export type FieldProblems = ReadonlyMap<string, readonly string[]>;

// Platform facts "Cloud error body". Every other status gets the general class.
const exceptionClasses: Readonly<Record<number, string>> = {
  400: "ValidationError",
  401: "token_not_valid",
  403: "ForbiddenError",
  404: "NotFoundError",
  409: "ConflictError",
};

/** The cloud's error body; `class` only where the status alone does not tell it. */
export function buildCloudError(
  status: number,
  message: string,
  more: { class?: string; problems?: FieldProblems } = {},
) {
  return {
    exception_class: more.class ?? exceptionClasses[status] ?? "HTTPError",
    message,
    request_id: randomUUID(),
    ...(more.problems && { invalid_fields: Object.fromEntries(more.problems) }),
  };
}

/** A request that is not granted. */
export class CloudError extends Error {
  /** The answer. */
  readonly body: ReturnType<typeof buildCloudError>;

  constructor(
    readonly status: number,
    message: string,
    problems?: FieldProblems,
  ) {
    super(message);
    this.body = buildCloudError(status, message, { ...(problems && { problems }) });
  }
}

/** A request with fields that cannot be taken: 400 with `invalid_fields`. */
export class InvalidFieldsError extends CloudError {
  constructor(problems: FieldProblems) {
    super(400, [...problems].map(([field, messages]) => `${field}: ${messages.join(" ")}`).join(" "), problems);
  }
}
