import type { z } from "zod";
import type { Connection } from "../api/connection";
import { ApiError, NotFoundAnswerError, NotFoundError, ValidationError } from "../api/failures/errors";
import { camelCase } from "../api/calls/naming";
import { redact } from "../api/failures/redaction";
import { ConfigError, describeConfigProblem, type Config } from "../config/config";
import { checkSchema, coerceArguments } from "./check";
import { toEngineJson, toPrintable } from "./engine-text";
import { collectLeaves } from "./tree";
import { isJsonObject, isTooDeep, tooDeep } from "../values/json";

export interface DataSource<Args, Query, Result> {
  /** Name of the function that a program calls: `getImage`. */
  name: string;
  /** The schema of the arguments, in which dates are text. */
  args: z.ZodType<Args>;
  /** Fills in the connection's defaults; equal queries may share a call. Without it, the arguments are the query. */
  toQuery?(args: Args, connection: Connection): Query;
  /** What is read, for messages: `image "x" of project 1, region 2`. */
  describe(query: Query): string;
  /** The fields of the result that are, or may be, secret. */
  secretFields?: readonly string[];
  /** The plugin returns only objects with known fields: it puts any other result into this field, such as `images`. */
  resultName?: string;
  read(connection: Connection, query: Query): Promise<Result>;
}

export interface CallContext {
  /** Throws a `ConfigError` if the settings cannot be used. */
  connect: () => { config: Config; connection: Connection };
  /** Whether an argument is secret: if so, no error repeats any of the arguments. */
  isSecret: boolean;
  /** Returns the result of an earlier call with the same key, or makes the call. */
  remember?: <T>(key: readonly unknown[], makeCall: () => Promise<T>) => Promise<T>;
}

/** Returns arguments in the form of their schema, or throws a `DataSourceFailure` that lists all their problems. */
export function checkArguments<Args>(
  { name, args: schema }: { name: string; args: z.ZodType<Args> },
  given: unknown,
  isSecret: boolean,
): Args {
  if (isTooDeep(given)) {
    throw new DataSourceFailure(`${name}: the arguments are ${tooDeep}`);
  }
  const args = coerceArguments(schema, given);
  const reasons = checkSchema(schema, args).map(({ property, reason }) => [property, reason].filter(Boolean).join(" "));
  if (reasons.length > 0) {
    throw explainFailure(new LookupError(joinReasons(reasons)), { name, secrets: collectSecrets(args, isSecret) });
  }
  return args as Args;
}

/**
 * Calls a data source with arguments from `checkArguments`. The result is plain JSON without objects of special meaning
 * to the engine; the caller may change it. Any error but a `DataSourceFailure` is a bug in this package.
 */
export async function callDataSource<Args, Query, Result>(
  source: Omit<DataSource<Args, Query, Result>, "args">,
  args: Args,
  { connect, isSecret, remember = (_, makeCall) => makeCall() }: CallContext,
): Promise<Result> {
  const { name } = source;
  const secrets = collectSecrets(args, isSecret);
  try {
    const { config, connection } = connect();
    const query = source.toQuery?.(args, connection) ?? (args as unknown as Query);
    const call = { name, subject: source.describe(query), secrets: [config.apiKey, ...secrets] };
    const result = await remember([config, name, query, isSecret], () =>
      source.read(connection, query).catch((error: unknown) => {
        throw explainFailure(error, call);
      }),
    );
    return toEngineJson(result);
  } catch (error) {
    throw explainFailure(error, { name, secrets });
  }
}

/**
 * If an argument is secret: all texts and numbers in the arguments, and the keys of those arguments that are maps, which
 * may reveal as much as their values.
 */
function collectSecrets(args: unknown, isSecret: boolean): string[] {
  if (!isSecret) {
    return [];
  }
  const texts = collectLeaves(args).filter((leaf) => typeof leaf === "string" || typeof leaf === "number");
  const maps = isJsonObject(args) ? Object.values(args).filter(isJsonObject) : [];
  return [...texts.map(String), ...maps.flatMap(Object.keys)];
}

/** The call cannot be made with these arguments or this connection, or the platform's answer is not a usable result. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

/** The message begins with the name of the data source, names fields as programs do and holds no secret. */
export class DataSourceFailure extends Error {
  override readonly name = "DataSourceFailure";

  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Turns an expected error of a call into a `DataSourceFailure`; any other is returned unchanged. */
function explainFailure(
  error: unknown,
  { name, subject = "", secrets }: { name: string; subject?: string; secrets: readonly string[] },
): unknown {
  const reason = findReason(error, subject);
  if (reason === undefined) {
    return error;
  }
  const message = `${name}: ${reason}`.replaceAll(/ ?\n/g, "\n  ");
  const status = error instanceof ApiError ? error.status : undefined;
  return new DataSourceFailure(toPrintable(redact(message, secrets)), status);
}

function findReason(error: unknown, subject: string): string | undefined {
  if (error instanceof ConfigError) {
    return joinReasons(error.problems.map(describeConfigProblem));
  }
  // Either the arguments or the configuration may name what does not exist.
  const advice = "Correct its ID or name, its project or region, or use a key of the account that has it";
  if (error instanceof NotFoundError) {
    return `${subject} was not found: ${error.message}. ${advice}`;
  }
  if (error instanceof NotFoundAnswerError) {
    const otherwise = "If it is there, check edgecloud:baseUrl and any proxy or gateway in between";
    return `reading ${subject}: ${error.withHint(`${advice}. ${otherwise}`).message}`;
  }
  if (error instanceof ApiError) {
    const isValidation = error instanceof ValidationError;
    const { message } = isValidation ? error.translatePaths((place) => place.map(camelCase).join(".")) : error;
    return `reading ${subject}: ${message}`;
  }
  return error instanceof LookupError ? error.message : undefined;
}

/** Joins reasons: a single one continues the line, several have a line each. */
export function joinReasons(reasons: readonly string[]): string {
  return reasons.length === 1 ? reasons.join() : reasons.map((reason) => `\n${reason}`).join("");
}
