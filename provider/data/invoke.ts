import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Calls from "../program/data-source-call";
import type { OutputOptions } from "../program/inputs";

// Loaded at the first call, because HTTP and zod take most of the package's loading time, and a program that only has
// resources needs neither. `import()` would not do: it does not work in Jest, where users test their programs.
const loadCalls = () => require("../program/data-source-call") as typeof Calls;
const loadSource = <Result>(name: string) =>
  (require("./index") as { dataSources: Record<string, DataSource<unknown, unknown, Result>> }).dataSources[name]!;

/** Calls the data source of that name in its Promise form. */
export function invoke<Result>(name: string, args: object, opts?: InvokeOptions): Promise<Result> {
  return loadCalls().callNow(loadSource<Result>(name), args, opts);
}

/**
 * Calls the data source of that name in its Output form. Unknown arguments give an unknown result, without a request. A
 * secret argument makes the result secret; the connection's API key does not.
 */
export function invokeOutput<Result>(name: string, args: unknown, opts?: OutputOptions): Output<Result> {
  return loadCalls().callLater(loadSource<Result>(name), args, opts);
}
