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
  /** The function that a program calls, such as `getImage`. */
  name: string;
  /** A `Date` is already an ISO 8601 string when this schema checks it. */
  args: z.ZodType<Args>;
  /** Adds defaults from the connection, such as the project. Without this method, the arguments are the query. */
  toQuery?(args: Args, connection: Connection): Query;
  /** Returns what is read, as error messages name it: `image "x" of project 1, region 2`. */
  describe(query: Query): string;
  secretFields?: readonly string[];
  /** The plugin can return only an object with known fields, so it wraps any other result in this field. */
  resultName?: string;
  read(connection: Connection, query: Query): Promise<Result>;
}

export interface CallContext {
  /** Throws a `ConfigError` if the settings cannot be used. */
  connect: () => { config: Config; connection: Connection };
  /** Whether any argument is secret. If so, errors mask all arguments. */
  isSecret: boolean;
  /** Returns the result of an earlier call with an equal key, or makes the call. */
  remember?: <T>(key: readonly unknown[], makeCall: () => Promise<T>) => Promise<T>;
}

/** Throws a `DataSourceFailure` that lists all that is wrong. */
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

/** Returns a copy of the result as plain JSON. Any error but a `DataSourceFailure` is a bug in this package. */
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
    // Errors are explained inside `remember`, so that equal calls share an error object, which Pulumi prints once.
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

/** The keys of a map may reveal as much as its values. */
function collectSecrets(args: unknown, isSecret: boolean): string[] {
  if (!isSecret) {
    return [];
  }
  const texts = collectLeaves(args).filter((leaf) => typeof leaf === "string" || typeof leaf === "number");
  const maps = isJsonObject(args) ? Object.values(args).filter(isJsonObject) : [];
  return [...texts.map(String), ...maps.flatMap(Object.keys)];
}

/** The data source cannot be called with these arguments or this connection, or it finds nothing that it can return. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

/** An expected failure. The message begins with the data source, names arguments as programs do, and has no secret. */
export class DataSourceFailure extends Error {
  override readonly name = "DataSourceFailure";

  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

function explainFailure(
  error: unknown,
  { name, subject = "", secrets }: { name: string; subject?: string; secrets: readonly string[] },
): unknown {
  const reason = findReason(error, subject);
  if (reason === undefined) {
    return error;
  }
  // Indented lines would not be recognized as a part of a secret of several lines.
  const message = redact(`${name}: ${reason}`, secrets).replaceAll(/ ?\n/g, "\n  ");
  const status = error instanceof ApiError ? error.status : undefined;
  return new DataSourceFailure(toPrintable(message), status);
}

function findReason(error: unknown, subject: string): string | undefined {
  if (error instanceof ConfigError) {
    return joinReasons(error.problems.map(describeConfigProblem));
  }
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

export function joinReasons(reasons: readonly string[]): string {
  return reasons.length === 1 ? reasons.join() : reasons.map((reason) => `\n${reason}`).join("");
}
