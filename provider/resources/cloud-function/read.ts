import type { Connection } from "../../api/connection";
import type { FunctionRef } from "../../api/endpoints/functions";
import { undefinedIfNotFound } from "../../api/errors";
import { lookAtTasks } from "../../api/tasks";
import { declaredIn } from "./canonical";
import { transitionOf } from "./delta";
import { isOwn, isSettled, isUnconfirmed, withoutProof } from "./ownership";
import type { CloudFunctionState } from "./schema";
import { everythingOf, stateOf } from "./wire";

/** The state of a function of which nothing is known but where it is: everything counts as declared. */
export async function readNew({ functions }: Connection, ref: FunctionRef): Promise<CloudFunctionState | undefined> {
  const answer = await functions.get(ref).catch(undefinedIfNotFound);
  return answer && stateOf(ref, answer, everythingOf(answer));
}

/**
 * The state as it is now, or undefined if the function is gone. One that is still to come, or may be, is not gone. The
 * tasks are asked for first: one that ends meanwhile has had its effect when the function is looked at.
 */
export async function readAgain(
  { functions, tasks }: Connection,
  ref: FunctionRef,
  state: CloudFunctionState,
): Promise<CloudFunctionState | undefined> {
  const { open, areFinished } = await lookAtTasks(tasks, state.pendingTasks ?? []);
  const answer = await functions.get(ref).catch(undefinedIfNotFound);
  const isComing = state.functionId === undefined && open.length > 0;
  if (isComing || (!answer && (open.length > 0 || isUnconfirmed(state)))) {
    return state;
  }
  if (!answer || !isOwn(areFinished ? state : withoutProof(state), answer)) {
    return undefined;
  }
  const isChanging = !isSettled(state) && (open.length > 0 || transitionOf(answer) !== undefined);
  return isChanging
    ? stateOf(ref, answer, { ...state, pendingTasks: open.map(({ id }) => id) }, declaredIn(state))
    : stateOf(ref, answer, { ...state, pendingTasks: undefined });
}
