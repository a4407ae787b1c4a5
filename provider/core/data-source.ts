import type { z } from "zod";
import type { Connection } from "../api/connection";
import { ApiError, NotFoundAnswerError, NotFoundError, PermissionError, ValidationError } from "../api/failures/errors";
import { camelCase } from "../api/calls/naming";
import { redact } from "../api/failures/redaction";
import { ConfigError, describeConfigProblem, type Config } from "../config/config";
import { checkSchema, readArguments, type Failure, type Hiding } from "./check";
import { toEngineJson, toPrintable } from "./engine-text";
import { isTooDeep, tooDeep } from "./nesting";
import { collectTexts } from "./tree";
import { isJsonObject, mapValues, toCanonicalJson } from "../values/json";
import { mask } from "../values/mask";

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
  /** What to do about a 403, if the platform's message does not say it. */
  permissionHint?: string;
  /** The fields of the result that are, or may be, secret. */
  secretFields?(result: Result): readonly string[];
  /** Whether the result has no known fields and is passed on unchanged. */
  isFreeForm?: true;
  /** `mask` gives the part of a value that an error may show: all of it, unless an argument is secret. */
  read(connection: Connection, query: Query, mask: <T>(value: T) => T): Promise<Result>;
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
  /** Set if an argument is secret. */
  hiding?: Hiding;
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
  { loadConfig, connect, hiding, remember = (_, makeCall) => makeCall() }: CallContext,
): Promise<Result> {
  const { name, permissionHint } = source;
  const args = await checkArguments(source, given, hiding);
  const secretArgs = hiding ? collectTexts(args) : [];
  const { config, connection, query } = await explainFailures({ name }, secretArgs, () => {
    const config = loadConfig();
    const connection = connect(config);
    return { config, connection, query: source.toQuery(source.args.parse(args), connection) };
  });
  const mask = hiding ? createMask(args) : <T>(value: T) => value;
  const call = { name, permissionHint, subject: source.describe(mask(query)) };
  const secrets = [config.apiKey, ...secretArgs];
  const result = await remember([config, name, query, hiding !== undefined], () =>
    explainFailures(call, secrets, async () => {
      const result = await source.read(connection, query, mask);
      if (isTooDeep(result)) {
        throw new LookupError(`the answer is ${tooDeep}`);
      }
      return result;
    }),
  );
  return toEngineJson(result);
}

/**
 * Checks the arguments of a call against their schema, which needs no connection, and returns them in the schema's form.
 *
 * @throws `DataSourceFailure` that lists everything that is wrong with them.
 */
export async function checkArguments(
  { name, args: schema }: DataSource<unknown, unknown, unknown>,
  given: unknown,
  hiding?: Hiding,
): Promise<unknown> {
  await explainFailures({ name }, [], () => checkDepth(given));
  const args = readArguments(schema, given);
  await explainFailures({ name }, hiding ? collectTexts(args) : [], () => {
    const failures = checkSchema(schema, args, hiding);
    if (failures.length > 0) {
      throw new InputError(failures);
    }
  });
  return args;
}

/** Rejects arguments that are nested too deep for any function that walks through them. */
export function checkDepth(args: unknown): void {
  if (isTooDeep(args)) {
    throw new InputError([{ property: "the arguments", reason: `are ${tooDeep}` }]);
  }
}

/** The arguments are invalid. */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(failures: readonly Failure[]) {
    super(joinReasons(failures.map(({ property, reason }) => [property, reason].filter(Boolean).join(" "))));
  }
}

/** The platform answered, but not with a usable result. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

/** A call failed; the message uses the user's names and holds no secret. */
export class DataSourceFailure extends Error {
  override readonly name = "DataSourceFailure";

  /**
   * @param message Begins with the name of the data source.
   * @param status HTTP status with which the platform refused the call.
   */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What the message of a failure says about the call. */
export interface CallDescription {
  /** Name of the data source: `getImage`. */
  name: string;
  /** What was to be read: `image "x" of project 1, region 2`; undefined until the query is known. */
  subject?: string;
  /** What to do about a 403, if the platform's message does not say it. */
  permissionHint?: string;
}

/** Runs a part of a call; its errors become failures in the user's terms. */
export async function explainFailures<T>(
  call: CallDescription,
  secrets: readonly string[],
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFailure(error, call, secrets);
  }
}

/** Turns an expected error into a `DataSourceFailure` without secrets; a bug in this package stays as it is. */
export function toFailure(error: unknown, call: CallDescription, secrets: readonly string[]): unknown {
  const isExpected = [ApiError, ConfigError, InputError, LookupError].some((kind) => error instanceof kind);
  if (!isExpected) {
    return error;
  }
  const message = `${call.name}: ${explainError(error as Error, call)}`.replaceAll(/ ?\n/g, "\n  ");
  const status = error instanceof ApiError ? error.status : undefined;
  return new DataSourceFailure(toPrintable(redact(message, secrets)), status);
}

/** What to do about a 404. The arguments of a data source, or the configuration, have what it names. */
const absenceAdvice = "Correct its ID or name, its project or region, or use a key of the account that has it";

function explainError(error: Error, { subject, permissionHint }: CallDescription): string {
  if (!(error instanceof ApiError) || subject === undefined) {
    return error instanceof ConfigError ? joinReasons(error.problems.map(describeConfigProblem)) : error.message;
  }
  if (error instanceof NotFoundError) {
    return `${subject} was not found: ${error.message}. ${absenceAdvice}`;
  }
  if (error instanceof NotFoundAnswerError) {
    const otherwise = "If it is there, check edgecloud:baseUrl and any proxy or gateway in between";
    return `reading ${subject}: ${error.withHint(`${absenceAdvice}. ${otherwise}`).message}`;
  }
  const hint = error instanceof PermissionError ? permissionHint : undefined;
  const { message } =
    error instanceof ValidationError ? error.translatePaths((place) => place.map(camelCase).join(".")) : error;
  return [`reading ${subject}: ${message}`, hint].filter(Boolean).join(". ");
}

/** Joins reasons: a single one continues the line, several have a line each. */
export function joinReasons(reasons: readonly string[]): string {
  return reasons.length === 1 ? reasons.join() : reasons.map((reason) => `\n${reason}`).join("");
}

/**
 * Returns a function that copies a value and masks everything in it that also occurs in the secret `args`, however
 * short. A map is masked as a whole, because its keys may reveal as much as its values.
 */
function createMask(args: unknown): <T>(value: T) => T {
  const maps = (isJsonObject(args) ? Object.values(args) : []).filter(isJsonObject).map(toCanonicalJson);
  const hiddenTexts = new Set([...collectTexts(args), ...maps]);
  const maskSecrets = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(maskSecrets);
    }
    if (isJsonObject(value)) {
      return hiddenTexts.has(toCanonicalJson(value)) ? mask : mapValues(value, maskSecrets);
    }
    return collectTexts(value).some((text) => hiddenTexts.has(text)) ? mask : value;
  };
  return <T>(value: T) => maskSecrets(value) as T;
}
