import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { refuseOtherMethods as refuseMethods } from "../http/other-methods";

/** Messages by field. */
type FieldProblems = ReadonlyMap<string, readonly string[]>;

// Platform facts "Cloud error body".
const exceptionClasses: Readonly<Record<number, string>> = {
  400: "ValidationError",
  401: "token_not_valid",
  403: "ForbiddenError",
  404: "NotFoundError",
  409: "ConflictError",
};

/** Builds the cloud's error body; `class` is for errors whose status alone does not determine it. */
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

/** A refused request. */
export class CloudError extends Error {
  /** The error body. */
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

/** A request with invalid fields: 400 with `invalid_fields`. */
export class InvalidFieldsError extends CloudError {
  constructor(problems: FieldProblems) {
    super(400, [...problems].map(([field, messages]) => `${field}: ${messages.join(" ")}`).join(" "), problems);
  }
}

/** Formats a time as the cloud does, e.g. `2026-01-12T09:00:00+0000`. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "+0000");
}

/** Sends the result of `make`, or the {@link CloudError} that it throws. */
export function sendResult(reply: FastifyReply, make: () => unknown): FastifyReply {
  try {
    return reply.send(make());
  } catch (error) {
    if (error instanceof CloudError) {
      return reply.code(error.status).send(error.body);
    }
    throw error;
  }
}

/** Responds with 405 to all other methods (platform facts: `HTTPError`). */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  refuseMethods(app, url, allowed, buildCloudError);
}
