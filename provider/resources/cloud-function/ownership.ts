import type { FunctionAnswer } from "../../api/endpoints/functions";
import { differences } from "./delta";
import type { CloudFunctionState } from "./schema";
import { inputsOf } from "./wire";

type Kept = Partial<CloudFunctionState>;

/** Whether the last operation is over: the function has been seen, and no change of it is under way. */
export function isSettled({ functionId, pendingTasks }: Kept): boolean {
  return functionId !== undefined && pendingTasks === undefined;
}

/** Whether nobody knows if the function was created: the platform has never said anything of it. */
export function isUnconfirmed({ functionId, pendingTasks }: Kept): boolean {
  return functionId === undefined && pendingTasks === undefined;
}

/** Whether a function that was found is the one that the resource made: by its content, where that is not confirmed. */
export function isOwn(state: CloudFunctionState, found: FunctionAnswer): boolean {
  return !isUnconfirmed(state) || differences(found, inputsOf(state)).length === 0;
}

/**
 * The state after its tasks have ended without all of them finishing well: of a creation nothing is then certain, and the
 * name may be somebody else's by now.
 */
export function withoutProof<Known extends Kept>(state: Known): Known {
  return state.functionId === undefined ? { ...state, pendingTasks: undefined } : state;
}

/** What the next operation does first because the last one is not over. */
export function whatIsLeft(state: Kept): string | undefined {
  if (isSettled(state)) {
    return undefined;
  }
  if (isUnconfirmed(state)) {
    return "finds out first whether the last `pulumi up` created it";
  }
  const tasks = state.pendingTasks ?? [];
  return tasks.length > 0
    ? `waits first for the last change: ${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`
    : "waits first until the last change is done";
}
