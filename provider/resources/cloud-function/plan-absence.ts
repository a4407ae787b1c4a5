import { describeFailures, unknownTaskSeconds, type TaskStatus } from "../../api/calls/task-poller";
import type { GracePeriod } from "../../core/reconcile";
import { findTransition } from "./delta";
import { explainFailedTasks } from "./plan-failures";
import { isOwn, type Ownership } from "./plan-ownership";
import {
  appearanceSeconds,
  done,
  findOpenTasks,
  mayBeLostChange,
  waitForTasks,
  type FunctionProgress,
  type NextStep,
  type Observed,
  type Request,
} from "./plan-steps";

/** How long a destroy waits for the tasks of an earlier change before it sends the delete anyway. */
export const earlierTasksSeconds = 60;

/** The next step towards a function that should not exist, if it is the resource's own. */
export function planAbsence(ownership: Ownership, observed: Observed, progress: FunctionProgress): NextStep {
  const { actual, tasks, observeError } = observed;
  const { accepted } = progress;
  const openTasks = findOpenTasks(observed);
  if (openTasks.length > 0) {
    return waitForTasks(openTasks, observed, limitWait(ownership, observed, openTasks, progress));
  }
  const hasFailed = describeFailures(tasks) !== undefined;
  if (hasFailed && accepted && (actual || observeError)) {
    return { do: "fail", error: explainFailedTasks(observed) };
  }
  if (observeError) {
    return { do: "fail", error: observeError };
  }
  const isUnproven = !isOwn(ownership, observed, progress);
  if (!actual) {
    const mayAppear = isUnproven && !accepted && !hasFailed && progress.operation !== undefined;
    return mayAppear ? waitForAppearance(ownership) : done;
  }
  if (isUnproven) {
    return done;
  }
  const transition = findTransition(actual);
  if (accepted || mayBeLostChange(transition, progress)) {
    return { do: "wait", shown: "is still there" };
  }
  return { do: "send", request: { kind: "delete" }, busy: transition !== undefined };
}

/** Bounds the wait for tasks of an earlier change, and for tasks of the delete once the function is gone. */
function limitWait(
  { timeoutSeconds }: Ownership,
  { actual, observeError, isNotObserved }: Observed,
  openTasks: readonly TaskStatus[],
  { accepted }: FunctionProgress,
): GracePeriod<Request> | undefined {
  const then: NextStep = { do: "dropTasks" };
  if (!accepted) {
    return { reason: "earlier tasks", seconds: Math.min(earlierTasksSeconds, timeoutSeconds), then };
  }
  if (openTasks.every(({ state }) => state === undefined)) {
    return { reason: "unknown tasks", seconds: unknownTaskSeconds, then };
  }
  const isGone = !actual && !observeError && !isNotObserved;
  return isGone ? { reason: "gone", seconds: unknownTaskSeconds, then } : undefined;
}

/** A creation that has not finished may still make the function. */
function waitForAppearance({ timeoutSeconds }: Ownership): NextStep {
  const seconds = Math.min(appearanceSeconds, timeoutSeconds);
  return { do: "wait", shown: "is not visible", gracePeriod: { reason: "coming", seconds, then: done } };
}
