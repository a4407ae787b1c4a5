import type { z } from "zod";
import type { Connection } from "../api/connection";
import { ApiError, NotFoundError, PermissionError, ValidationError } from "../api/failures/errors";
import { camelCase } from "../api/calls/naming";
import { redact } from "../api/failures/redaction";
import { ConfigError } from "../config/config";
import { DataSourceFailure } from "./data-source-failure";
import { printable } from "./engine-text";
import type { Failure } from "./handler";

/** Everything that must be known to serve one data source; free of how a program calls it. */
export interface DataSource<Args, Question, Result> {
  /** Name of the function that a program calls: `getImage`. */
  name: string;
  /** The arguments; dates arrive as text. */
  args: z.ZodType<Args>;
  /** The arguments with what the connection fills in, as plain JSON: equal questions are asked once. */
  question(args: Args, connection: Connection): Question;
  /** What is searched, in words: `image "x" of project 1, region 2`. */
  subject(question: Question): string;
  /** What to do about a 403, where the platform's message does not say it. */
  forbidden?: string;
  /** The fields of the result that are, or may be, secret. */
  secretFields?(result: Result): readonly string[];
  /** Whether the result is the answer as it is, without known fields. */
  isFreeForm?: true;
  /** `shown` gives what an error may show of a value: all of it, unless the arguments are secret. */
  read(connection: Connection, question: Question, shown: <T>(value: T) => T): Promise<Result>;
}

/**
 * Where a result that is no object stands in one, for hosts and languages that only have objects: what `getImages`
 * answers is the property `images`.
 */
export function resultName(functionName: string): string {
  return functionName.replace(/^[a-z]+(.)/, (_, letter: string) => letter.toLowerCase());
}

/** The arguments cannot be used. */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(failures: readonly Failure[]) {
    super(listed(failures.map(({ property, reason }) => [property, reason].filter(Boolean).join(" "))));
  }
}

/** The platform answered, but not with the one thing that was searched. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

/** What a failure is about. */
export interface Asked {
  /** Name of the data source: `getImage`. */
  name: string;
  /** What was searched: `image "x" of project 1, region 2`; undefined before that is known. */
  subject?: string;
  /** What to do about a 403, where the platform's message does not say it. */
  forbidden?: string;
}

/** The failure that an error of a call is to the user; a fault in our own code stays as it is. */
export function failureOf(error: unknown, asked: Asked, secrets: readonly string[]): unknown {
  const expected = [ApiError, ConfigError, InputError, LookupError].some((kind) => error instanceof kind);
  if (!expected) {
    return error;
  }
  const message = `${asked.name}: ${reasonOf(error as Error, asked)}`.replaceAll(/ ?\n/g, "\n  ");
  const status = error instanceof ApiError ? error.status : undefined;
  return new DataSourceFailure(printable(redact(message, secrets)), status);
}

/** A single reason continues the line, several have lines of their own. */
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
