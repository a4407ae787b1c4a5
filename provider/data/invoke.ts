import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Calls from "../program/data-source-call";
import type { OutputOptions } from "../program/inputs";

// Loaded at the first call, because HTTP and zod take most of the package's loading time, and a program that only has
// resources needs neither. `import()` would not do: it does not work in Jest, where users test their programs.
function load<Result>(name: string) {
  const { dataSources } = require("./index") as { dataSources: Record<string, DataSource<unknown, unknown, Result>> };
  return { calls: require("../program/data-source-call") as typeof Calls, source: dataSources[name]! };
}

export function invoke<Result>(name: string, args: object, opts?: InvokeOptions): Promise<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callNow(source, args, opts);
}

/** Unknown arguments give an unknown result, without a request; secret ones a secret result. */
export function invokeOutput<Result>(name: string, args: unknown, opts?: OutputOptions): Output<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callLater(source, args, opts);
}
