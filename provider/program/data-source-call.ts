import * as pulumi from "@pulumi/pulumi";
import { loadConfig } from "../config/config";
import type { Hiding } from "../core/check";
import { InputError, type DataSource } from "../core/data-source";
import { ask, checkedArguments, inWords, refuseDeep } from "../core/invoke";
import { isJsonObject } from "../values/json";
import { chosenProvider, chosenSettings, knownNow } from "./chosen-connection";
import { dataSourceError } from "./data-source-error";
import { dependenciesOf } from "./dependencies";
import type { OutputOptions } from "./output-form";
import { askMocks, mocksInUse } from "./mocks";
import { isDeferred, withDatesAsText } from "./program";
import type { ProviderSettings } from "./provider";
import { RunMemo } from "./run-memo";

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

/** Answers `invoke`. */
export function answerNow<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  args: object,
  opts: pulumi.InvokeOptions = {},
): Promise<Result> {
  const run = { opts, memo: RunMemo.current(), mocks: mocksInUse() };
  return keepingRunAlive(async () => {
    const settings = await beforeAsking(source.name, () => {
      refuseDeep(args);
      refuseDeferred(source.name, args);
      return knownNow(chosenSettings(opts), () => unknownProvider(source.name));
    });
    return answer(source, { ...run, args: withDatesAsText(args), settings });
  });
}

/** Answers `invokeOutput`. */
export function answerLater<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  args: unknown,
  opts: OutputOptions = {},
): pulumi.Output<Result> {
  const run = { opts, memo: RunMemo.current(), mocks: mocksInUse() };
  const known = pulumi.output(withDatesAsText(args));
  const settings = beforeAsking(source.name, () => chosenSettings(opts));
  const hiding = { openNames: isJsonObject(args) ? Object.keys(args) : [] };
  return pulumi.all([known, settings, dependenciesOf(opts)]).apply(([values, chosen, after]) =>
    keepingRunAlive(async () => {
      const secrecy = (await pulumi.isSecret(known)) ? { hiding } : {};
      return answer(source, { ...run, ...secrecy, args: values, settings: chosen, after });
    }),
  );
}

function answer<Args, Question, Result>(
  source: DataSource<Args, Question, Result>,
  { args, settings, opts, memo, mocks, hiding, after = [] }: Call,
): Promise<Result> {
  return inProgram(async () => {
    if (mocks) {
      const checked = await checkedArguments(source, args, hiding);
      return (await askMocks(mocks, source.name, checked, chosenProvider(opts))) as Result;
    }
    return ask(source, args, {
      config: () => loadConfig((key) => settings[key]),
      connection: (config) => memo.connection(config),
      hiding,
      // Pulumi prints an error once, if it is the same one for all who asked.
      memo: (call, make) => memo.answer([...call, after], () => inProgram(make)),
    });
  });
}

function beforeAsking<T>(name: string, part: () => T | Promise<T>): Promise<T> {
  return inProgram(() => inWords({ name }, [], part));
}

/** Runs a part of a call; its failures are the errors of a program. */
async function inProgram<T>(part: () => Promise<T>): Promise<T> {
  try {
    return await part();
  } catch (error) {
    throw dataSourceError(error);
  }
}

/**
 * Pulumi ends a run as soon as the program has returned and no call is in progress. Without this, a resource made in the
 * `then` of a data source that nothing else waits for would not be registered, and so be deleted.
 */
async function keepingRunAlive<T>(work: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } finally {
    // Only after everything that awaits the answer has begun to use it.
    setImmediate(done);
  }
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
