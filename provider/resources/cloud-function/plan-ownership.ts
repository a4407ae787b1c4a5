import type { FunctionRef } from "../../api/calls/functions";
import { describeFailures } from "../../api/calls/task-poller";
import { findDifferences } from "./delta";
import type { FunctionProgress, Observed } from "./plan-steps";
import type { CloudFunctionInputs } from "./schema";

/** What tells the resource's own function from one of the same name that belongs to another owner. */
export interface Ownership {
  ref: FunctionRef;
  /** Whether the function is the resource's own according to the state, or because the program adopts it. */
  isProven: boolean;
  /** All inputs with which the function was created, or may have been, now or before. */
  sent: readonly CloudFunctionInputs[];
  timeoutSeconds: number;
}

/** Whether the function is the resource's own. No other function is ever changed or deleted. */
export function isOwn(
  { isProven, sent }: Ownership,
  { actual, tasks }: Observed,
  { operation, accepted }: FunctionProgress,
): boolean {
  // The state has its ID, or the program adopts it.
  if (isProven) {
    return true;
  }
  // Nothing was sent: equal content alone proves nothing.
  if (!operation) {
    return false;
  }
  // A change or delete is only ever sent to an own function.
  if (operation.kind !== "create") {
    return true;
  }
  // The platform has accepted the creation in this run, and none of its tasks has failed.
  if (accepted?.kind === "create" && describeFailures(tasks) === undefined) {
    return true;
  }
  // All tasks of the creation have finished.
  if (tasks.length > 0 && tasks.every(({ state }) => state === "FINISHED")) {
    return true;
  }
  // The answer was lost, or a task has failed: the content decides.
  return actual !== undefined && sent.some((inputs) => findDifferences(actual, inputs).length === 0);
}
