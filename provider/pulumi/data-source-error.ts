import * as pulumi from "@pulumi/pulumi";
import { ApiError, NotFoundError, PermissionError, ValidationError } from "../api/errors";
import { camelCase } from "../api/naming";
import { redact } from "../api/redaction";
import { ConfigError } from "../config";
import { printable } from "./engine-text";
import type { Failure } from "./handler";

/**
 * A data source that has no answer: its arguments cannot be used, what it looks for is not there, or the platform
 * refused or could not be understood. Pulumi prints its message without a stack. The message never holds a secret.
 */
export class DataSourceError extends pulumi.RunError {
  override readonly name = "DataSourceError";

  /**
   * @param message Begins with the name of the data source.
   * @param status HTTP status of the platform's answer, if it was one that said no: 404 where something is not there.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** The arguments cannot be used. */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(failures: readonly Failure[]) {
    super(listed(failures.map(({ property, reason }) => [property, reason].filter(Boolean).join(" "))));
  }
}

/** The platform answered, but not with the one thing that was looked for. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

/** What a failure is about. */
export interface Asked {
  /** Name of the data source: `getImage`. */
  name: string;
  /** What it looked for: `image "x" of project 1, region 2`; undefined before that is known. */
  subject?: string;
  /** What to do about a 403, where the platform's own words do not tell. */
  forbidden?: string;
}

/** The failure in the words of the user, without any of the secrets; a fault in our own code stays as it is. */
export function dataSourceError(error: unknown, asked: Asked, secrets: readonly string[]): unknown {
  const expected = [ApiError, ConfigError, InputError, LookupError].some((kind) => error instanceof kind);
  if (!expected) {
    return error;
  }
  const message = `${asked.name}: ${reasonOf(error as Error, asked)}`.replaceAll(/ ?\n/g, "\n  ");
  return new DataSourceError(printable(redact(message, secrets)), error instanceof ApiError ? error.status : undefined);
}

/** A single reason goes on in the line that it is told in, several have lines of their own. */
export function listed(reasons: readonly string[]): string {
  return reasons.length === 1 ? reasons.join() : reasons.map((reason) => `\n${reason}`).join("");
}

function reasonOf(error: Error, { subject, forbidden }: Asked): string {
  if (!(error instanceof ApiError) || subject === undefined) {
    return error instanceof ConfigError ? listed(error.message.split("\n")) : error.message;
  }
  if (error instanceof NotFoundError) {
    return `${subject} was not found: ${error.message}`;
  }
  const advice = error instanceof PermissionError ? forbidden : undefined;
  return [`reading ${subject}: ${inUserTerms(error).message}`, advice].filter(Boolean).join(". ");
}

function inUserTerms(error: ApiError): ApiError {
  return error instanceof ValidationError ? error.inTermsOf((place) => place.map(camelCase).join(".")) : error;
}
