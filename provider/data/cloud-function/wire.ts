import type { FunctionAnswer, FunctionRef } from "../../api/calls/functions";
import { readFunction, withoutSecrets } from "../../model/cloud-function";
import { orNull } from "../nullable";
import type { GetFunctionResult } from "./result";

/** A function under the names that programs use. */
export function functionOf(ref: FunctionRef, answer: FunctionAnswer): GetFunctionResult {
  const { autoscaling, buildMessage, ...fields } = readFunction(answer);
  return {
    ...orNull(fields),
    ...ref,
    autoscaling: autoscaling ? orNull(autoscaling) : null,
    // A build may print the variables that it was given.
    buildMessage: buildMessage ? withoutSecrets(buildMessage, answer) : (buildMessage ?? null),
  };
}
