import type * as pulumi from "@pulumi/pulumi";
import type { DataSource } from "../core/data-source";
import type * as Call from "./data-source-call";
import type { OutputOptions } from "./output-form";

/** The definition of a data source, and what answers it, are loaded at the first call. */
type Definition<Args, Question, Result> = () => DataSource<Args, Question, Result>;

// Most of the time that the package would take to load goes into HTTP and schemas, of which resources need nothing in a
// program. Not by `import()`, which does not work in Jest, where programs are tested.
const call = () => require("./data-source-call") as typeof Call;

/** A call in its Promise form. */
export function invoke<Args, Question, Result>(
  source: Definition<Args, Question, Result>,
  args: object,
  opts?: pulumi.InvokeOptions,
): Promise<Result> {
  return call().answerNow(source(), args, opts);
}

/**
 * A call in its Output form. What is not known yet gives an unknown result and no request. The connection's key does
 * not make the result secret; a secret argument does.
 */
export function invokeOutput<Args, Question, Result>(
  source: Definition<Args, Question, Result>,
  args: unknown,
  opts?: OutputOptions,
): pulumi.Output<Result> {
  return call().answerLater(source(), args, opts);
}
