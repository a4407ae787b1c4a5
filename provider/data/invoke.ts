import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Calls from "../program/data-source-call";
import type { OutputOptions } from "../program/inputs";

// HTTP and zod take most of the package's loading time, so this file loads them only if a program calls a data source.
// The code uses `require`, because users test their programs in Jest, where `import()` fails. Callers pass only names
// of data sources that exist, so `dataSources[name]` is never undefined.
function load<Result>(name: string) {
  const { dataSources } = require("./index") as { dataSources: Record<string, DataSource<unknown, unknown, Result>> };
  return { calls: require("../program/data-source-call") as typeof Calls, source: dataSources[name]! };
}

/** Rejects with a `DataSourceError` if an argument is an output or a promise: only `invokeOutput` accepts those. */
export function invoke<Result>(name: string, args: object, opts?: InvokeOptions): Promise<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callNow(source, args, opts);
}

/**
 * Makes no call and returns an unknown output if the preview does not know an argument, a setting of the provider or a
 * resource to wait for. If an argument is secret, so is the whole result.
 */
export function invokeOutput<Result>(name: string, args: unknown, opts?: OutputOptions): Output<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callLater(source, args, opts);
}
