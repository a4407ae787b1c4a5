import type { Connection } from "../api/connection";
import type { Config } from "../config/config";
import { readArguments } from "./arguments";
import { schemaFailures, type Hiding } from "./check";
import { failureOf, InputError, LookupError, type Asked, type DataSource } from "./data-source";
import { shownBeside, textsIn } from "./hidden-values";
import { isTooDeep, tooDeep } from "./nesting";

/** What a call is made with, besides its arguments. */
export interface Surroundings {
  /** The settings; asked for after the arguments were checked, and may fail with a `ConfigError`. */
  config: () => Config;
  /** The connection that has these settings. */
  connection: (config: Config) => Connection;
  /** There if an argument is secret. */
  hiding?: Hiding;
  /** Gives the answer to an equal call where it keeps one, else makes the call. */
  memo?: <T>(call: readonly unknown[], make: () => Promise<T>) => Promise<T>;
}

/**
 * Answers a call of a data source from plain JSON, free of who calls; the result is plain JSON, and the caller's own.
 *
 * @throws `DataSourceFailure`; anything else is a fault in our own code.
 */
export async function ask<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  given: unknown,
  { config: settings, connection: connect, hiding, memo = (_, make) => make() }: Surroundings,
): Promise<Result> {
  const args = await checkedArguments(source, given, hiding);
  const { name, forbidden } = source;
  const secretArgs = hiding ? textsIn(args) : [];
  const { config, connection, question } = await inWords({ name }, secretArgs, () => {
    const config = settings();
    const connection = connect(config);
    return { config, connection, question: source.question(source.args.parse(args), connection) };
  });
  const shown = hiding ? shownBeside(args) : <T>(value: T) => value;
  const asked = { name, forbidden, subject: source.subject(shown(question)) };
  const secrets = [config.apiKey, ...secretArgs];
  const read = () => inWords(asked, secrets, async () => shallow(await source.read(connection, question, shown)));
  const result = await memo([config, name, question, hiding !== undefined], read);
  // `structuredClone` would make arrays that a test's sandbox does not take for arrays.
  return JSON.parse(JSON.stringify(result)) as Result;
}

/**
 * The arguments of a call, as far as they can be checked before anything is known of its connection.
 *
 * @throws `DataSourceFailure`, which lists everything that is wrong with them.
 */
export async function checkedArguments(
  { name, args: schema }: DataSource<unknown, unknown, unknown>,
  given: unknown,
  hiding?: Hiding,
): Promise<unknown> {
  await inWords({ name }, [], () => refuseDeep(given));
  const args = readArguments(schema, given);
  await inWords({ name }, hiding ? textsIn(args) : [], () => {
    const failures = schemaFailures(schema, args, hiding);
    if (failures.length > 0) {
      throw new InputError(failures);
    }
  });
  return args;
}

/** Refuses arguments that nothing may walk through. */
export function refuseDeep(args: unknown): void {
  if (isTooDeep(args)) {
    throw new InputError([{ property: "the arguments", reason: `are ${tooDeep}` }]);
  }
}

/** Runs a part of a call; it fails in the words of the user. */
export async function inWords<T>(asked: Asked, secrets: readonly string[], part: () => T | Promise<T>): Promise<T> {
  try {
    return await part();
  } catch (error) {
    throw failureOf(error, asked, secrets);
  }
}

function shallow<Result>(result: Result): Result {
  if (isTooDeep(result)) {
    throw new LookupError(`the answer is ${tooDeep}`);
  }
  return result;
}
