import type * as pulumi from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Calls from "./data-source-call";
import type { OutputOptions } from "./inputs";

/** Loads the definition of a data source, at the first call. */
type LoadSource<Args, Query, Result> = () => DataSource<Args, Query, Result>;

// Loaded at the first call, because HTTP and zod take most of the package's loading time, and a program that only has
// resources needs neither. `import()` would not do: it does not work in Jest, where users test their programs.
const loadCalls = () => require("./data-source-call") as typeof Calls;

/** Calls a data source in its Promise form. */
export function invoke<Args, Query, Result>(
  loadSource: LoadSource<Args, Query, Result>,
  args: object,
  opts?: pulumi.InvokeOptions,
): Promise<Result> {
  return loadCalls().callNow(loadSource(), args, opts);
}

/**
 * Calls a data source in its Output form. Unknown arguments give an unknown result, without a request. A secret argument
 * makes the result secret; the connection's API key does not.
 */
export function invokeOutput<Args, Query, Result>(
  loadSource: LoadSource<Args, Query, Result>,
  args: unknown,
  opts?: OutputOptions,
): pulumi.Output<Result> {
  return loadCalls().callLater(loadSource(), args, opts);
}

/** Runs a function that sends no request, and throws its failure as the error that programs get. */
export function compute<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw loadCalls().toDataSourceError(error);
  }
}
