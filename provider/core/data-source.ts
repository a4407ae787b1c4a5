import type { z } from "zod";
import type { Connection } from "../api/connection";
import { ApiError, NotFoundAnswerError, NotFoundError, ValidationError } from "../api/failures/errors";
import { camelCase } from "../api/calls/naming";
import { redact } from "../api/failures/redaction";
import { ConfigError, describeConfigProblem, type Config } from "../config/config";
import { checkSchema, readArguments } from "./check";
import { toEngineJson, toPrintable } from "./engine-text";
import { isTooDeep, tooDeep } from "../values/nesting";
import { collectTexts } from "./tree";
import { isJsonObject } from "../values/json";

/** Everything that a program or a host must know to call one data source. */
export interface DataSource<Args, Query, Result> {
  /** Name of the function that a program calls: `getImage`. */
  name: string;
  /** The arguments; dates arrive as text. */
  args: z.ZodType<Args>;
  /** The arguments with the defaults of the connection, as plain JSON: equal queries are sent once. */
  toQuery(args: Args, connection: Connection): Query;
  /** What is read, for messages: `image "x" of project 1, region 2`. */
  describe(query: Query): string;
  /** The fields of the result that are, or may be, secret. */
  secretFields?: readonly string[];
  /** Whether the result has no known fields and is passed on unchanged. */
  isFreeForm?: true;
  read(connection: Connection, query: Query): Promise<Result>;
}

/**
 * The property that holds a result that is not an object, for hosts and languages that only have objects: the list of
 * `getImages` is the property `images`.
 */
export function deriveResultName(functionName: string): string {
  return functionName.replace(/^[a-z]+(.)/, (_, letter: string) => letter.toLowerCase());
}

/** What a call needs besides its arguments. */
export interface CallContext {
  /** Loads the settings, after the arguments were checked; may throw a `ConfigError`. */
  loadConfig: () => Config;
  /** Connects with these settings. */
  connect: (config: Config) => Connection;
  /** Whether an argument is secret; no error then repeats the arguments. */
  isSecret?: boolean;
  /** Returns the result of an earlier call with the same key, or makes the call. */
  remember?: <T>(key: readonly unknown[], makeCall: () => Promise<T>) => Promise<T>;
}

/**
 * Calls a data source. Arguments and result are plain JSON without objects of special meaning to the engine; the caller may
 * change the result.
 *
 * @throws `DataSourceFailure`; any other error is a bug in this package.
 */
export async function callDataSource<Args, Query, Result>(
  source: DataSource<Args, Query, Result>,
  given: unknown,
  { loadConfig, connect, isSecret = false, remember = (_, makeCall) => makeCall() }: CallContext,
): Promise<Result> {
  const { name } = source;
  const args = checkArguments(source, given, isSecret);
  const secrets = isSecret ? collectArgumentTexts(args) : [];
  const { config, connection, query } = await explainFailures({ name, secrets }, () => {
    const config = loadConfig();
    const connection = connect(config);
    return { config, connection, query: source.toQuery(args, connection) };
  });
  const call = { name, subject: source.describe(query), secrets: [config.apiKey, ...secrets] };
  const result = await remember([config, name, query, isSecret], () =>
    explainFailures(call, () => source.read(connection, query)),
  );
  return toEngineJson(result);
}

/**
 * Checks the arguments of a call against their schema, which needs no connection, and returns them in the schema's form.
 *
 * @throws `DataSourceFailure` that lists everything that is wrong with them.
 */
export function checkArguments<Args>(
  { name, args: schema }: { name: string; args: z.ZodType<Args> },
  given: unknown,
  isSecret = false,
): Args {
  if (isTooDeep(given)) {
    throw new DataSourceFailure(`${name}: the arguments are ${tooDeep}`);
  }
  const args = readArguments(schema, given);
  const reasons = checkSchema(schema, args).map(({ property, reason }) => [property, reason].filter(Boolean).join(" "));
  if (reasons.length > 0) {
    throw createFailure(joinReasons(reasons), { name, secrets: isSecret ? collectArgumentTexts(args) : [] });
  }
  return args as Args;
}

/** All texts in arguments, and the keys of maps, which may reveal as much as their values. */
function collectArgumentTexts(args: unknown): string[] {
  const maps = isJsonObject(args) ? Object.values(args).filter(isJsonObject) : [];
  return [...collectTexts(args), ...maps.flatMap(Object.keys)];
}

/** The connection lacks something that the call needs, or the platform's answer is no usable result. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

/** A call failed; the message begins with the name of the data source, uses the user's names and holds no secret. */
export class DataSourceFailure extends Error {
  override readonly name = "DataSourceFailure";

  /** @param status HTTP status with which the platform refused the call. */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What the message of a failure says about the call, and what it must not say. */
interface CallDescription {
  name: string;
  /** What was to be read: `image "x" of project 1, region 2`; undefined until the query is known. */
  subject?: string;
  secrets: readonly string[];
}

/** Runs a part of a call: expected errors become failures in the user's terms, a bug in this package stays as it is. */
export async function explainFailures<T>(call: CallDescription, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) {
      throw createFailure(joinReasons(error.problems.map(describeConfigProblem)), call);
    }
    if (error instanceof ApiError) {
      throw createFailure(explainRefusal(error, call.subject ?? ""), call, error.status);
    }
    throw error instanceof LookupError ? createFailure(error.message, call) : error;
  }
}

function createFailure(reason: string, { name, secrets }: CallDescription, status?: number): DataSourceFailure {
  const message = `${name}: ${reason}`.replaceAll(/ ?\n/g, "\n  ");
  return new DataSourceFailure(toPrintable(redact(message, secrets)), status);
}

/** What to do about a 404. The arguments of a data source, or the configuration, have what it names. */
const absenceAdvice = "Correct its ID or name, its project or region, or use a key of the account that has it";

function explainRefusal(error: ApiError, subject: string): string {
  if (error instanceof NotFoundError) {
    return `${subject} was not found: ${error.message}. ${absenceAdvice}`;
  }
  if (error instanceof NotFoundAnswerError) {
    const otherwise = "If it is there, check edgecloud:baseUrl and any proxy or gateway in between";
    return `reading ${subject}: ${error.withHint(`${absenceAdvice}. ${otherwise}`).message}`;
  }
  const { message } =
    error instanceof ValidationError ? error.translatePaths((place) => place.map(camelCase).join(".")) : error;
  return `reading ${subject}: ${message}`;
}

/** Joins reasons: a single one continues the line, several have a line each. */
export function joinReasons(reasons: readonly string[]): string {
  return reasons.length === 1 ? reasons.join() : reasons.map((reason) => `\n${reason}`).join("");
}
