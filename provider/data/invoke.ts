import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Calls from "../program/data-source-call";
import type { OutputOptions } from "../program/inputs";

// Only a program that calls a data source loads HTTP and zod, which take most of the package's loading time.
// They are loaded with `require`, because users test their programs in Jest, where `import()` fails.
function load<Result>(name: string) {
  const { dataSources } = require("./index") as { dataSources: Record<string, DataSource<unknown, unknown, Result>> };
  return { calls: require("../program/data-source-call") as typeof Calls, source: dataSources[name]! };
}

export function invoke<Result>(name: string, args: object, opts?: InvokeOptions): Promise<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callNow(source, args, opts);
}

/** If an argument is unknown, so is the result, and no call is made. If one is secret, so is the whole result. */
export function invokeOutput<Result>(name: string, args: unknown, opts?: OutputOptions): Output<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callLater(source, args, opts);
}
