import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Calls from "../program/data-source-call";
import type { OutputOptions } from "../program/inputs";

// HTTP and zod take most of the package's loading time, so they are loaded only if a program calls a data source. This
// needs `require`, because users test their programs in Jest, where `import()` fails.
function load<Result>(name: string) {
  const { dataSources } = require("./index") as { dataSources: Record<string, DataSource<unknown, unknown, Result>> };
  return { calls: require("../program/data-source-call") as typeof Calls, source: dataSources[name]! };
}

export function invoke<Result>(name: string, args: object, opts?: InvokeOptions): Promise<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callNow(source, args, opts);
}

export function invokeOutput<Result>(name: string, args: unknown, opts?: OutputOptions): Output<Result> {
  const { calls, source } = load<Result>(name);
  return calls.callLater(source, args, opts);
}
