import * as pulumi from "@pulumi/pulumi";
import { loadConfig } from "../config";
import { isJsonObject } from "../json";
import { schemaFailures, type Hiding } from "../core/check";
import { chosenProvider, chosenSettings, knownNow } from "./chosen-connection";
import { InputError, LookupError, type Asked, type DataSource } from "../core/data-source";
import { dataSourceError } from "./data-source-error";
import { dependenciesOf } from "./dependencies";
import { shownBeside, textsIn } from "../core/hidden-values";
import { askMocks, mocksInUse } from "./mocks";
import { isTooDeep, tooDeep } from "../core/nesting";
import { isDeferred, withDatesAsText } from "./program";
import type { ProviderSettings } from "./provider";
import { RunMemo } from "./run-memo";

/** The arguments of a data source's Output form: any of them, at any depth, may be known later. */
export type Wrapped<T> = pulumi.Input<T extends Date ? T : T extends object ? { [K in keyof T]: Wrapped<T[K]> } : T>;

/** What the Output form of every data source takes as its options. */
export type OutputOptions = pulumi.InvokeOptions | pulumi.InvokeOutputOptions;

/** One call of a data source, in either form. */
interface Call {
  args: unknown;
  settings: ProviderSettings;
  opts: pulumi.InvokeOptions;
  memo: RunMemo;
  mocks: pulumi.runtime.Mocks | undefined;
  /** There if an argument is secret. */
  hiding?: Hiding;
  /** The resources that the call comes after: what was asked before them is asked again. */
  after?: string[];
}

/** A call in its Promise form. */
export function invoke<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  args: object,
  opts: pulumi.InvokeOptions = {},
): Promise<Result> {
  const run = { opts, memo: RunMemo.current(), mocks: mocksInUse() };
  return keepingRunAlive(async () => {
    const settings = await inWords({ name: source.name }, [], () => {
      if (isTooDeep(args)) {
        throw new InputError([{ property: "the arguments", reason: `are ${tooDeep}` }]);
      }
      refuseDeferred(source.name, args);
      return knownNow(chosenSettings(opts), () => unknownProvider(source.name));
    });
    return answer(source, { ...run, args: withDatesAsText(args), settings });
  });
}

/**
 * A call in its Output form. What is not known yet gives an unknown result and no request. The connection's key does
 * not make the result secret; a secret argument does.
 */
export function invokeOutput<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  args: unknown,
  opts: OutputOptions = {},
): pulumi.Output<Result> {
  const run = { opts, memo: RunMemo.current(), mocks: mocksInUse() };
  const known = pulumi.output(withDatesAsText(args));
  const settings = inWords({ name: source.name }, [], () => chosenSettings(opts));
  const hiding = { openNames: isJsonObject(args) ? Object.keys(args) : [] };
  return pulumi.all([known, settings, dependenciesOf(opts)]).apply(([values, chosen, after]) =>
    keepingRunAlive(async () => {
      const secrecy = (await pulumi.isSecret(known)) ? { hiding } : {};
      return answer(source, { ...run, ...secrecy, args: values, settings: chosen, after });
    }),
  );
}

async function answer<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  { args, settings, opts, memo, mocks, hiding, after = [] }: Call,
): Promise<Result> {
  const { name, forbidden } = source;
  const secretArgs = hiding ? textsIn(args) : [];
  await inWords({ name }, secretArgs, () => {
    const failures = schemaFailures(source.args, args, hiding);
    if (failures.length > 0) {
      throw new InputError(failures);
    }
  });
  if (mocks) {
    return (await askMocks(mocks, name, args, chosenProvider(opts))) as Result;
  }
  const { config, connection, question } = await inWords({ name }, secretArgs, () => {
    const config = loadConfig((key) => settings[key]);
    const connection = memo.connection(config);
    return { config, connection, question: source.question(source.args.parse(args), connection) };
  });
  const shown = hiding ? shownBeside(args) : <T>(value: T) => value;
  const asked = { name, forbidden, subject: source.subject(shown(question)) };
  const secrets = [config.apiKey, ...secretArgs];
  const call = [config, name, question, hiding !== undefined, after];
  const read = () => inWords(asked, secrets, async () => shallow(await source.read(connection, question, shown)));
  // Each caller gets a copy of its own to change. `structuredClone` would make arrays that a test's sandbox does not
  // take for arrays.
  return JSON.parse(JSON.stringify(await memo.answer(call, read))) as Result;
}

/** Runs a part of a call; its errors are in the words of the user. */
async function inWords<T>(asked: Asked, secrets: readonly string[], part: () => T | Promise<T>): Promise<T> {
  try {
    return await part();
  } catch (error) {
    throw dataSourceError(error, asked, secrets);
  }
}

/**
 * Pulumi ends a run as soon as the program has returned and no call is under way. Without this, a resource made in the
 * `then` of a data source that nothing else waits for would not be registered, and so be deleted.
 */
async function keepingRunAlive<T>(work: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } finally {
    // Only after whatever waits for the answer has begun what it does with it.
    setImmediate(done);
  }
}

function shallow<Result>(result: Result): Result {
  if (isTooDeep(result)) {
    throw new LookupError(`the answer is ${tooDeep}`);
  }
  return result;
}

function refuseDeferred(name: string, args: object): void {
  const reason = `is an output or a promise; call ${name}Output instead`;
  const deferred = Object.entries(args).filter(([, value]) => isDeferred(value));
  if (deferred.length > 0) {
    throw new InputError(deferred.map(([property]) => ({ property, reason })));
  }
}

function unknownProvider(name: string): InputError {
  const reason = `has settings that this preview does not know yet; call ${name}Output instead`;
  return new InputError([{ property: "provider", reason }]);
}
