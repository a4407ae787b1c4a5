import { describeFailures, hasEnded } from "../api/calls/tasks";
import { ApiError, TaskFailedError } from "../api/failures/errors";
import type { Dependencies } from "../core/handler";
import { resolveLimit } from "../core/job";
import { reconcile } from "../core/reconcile";
import { appearanceSeconds, createJob, explainFailedTasks, isOwn, unknownTaskSeconds, waitForTasks } from "./apply";
import type { NextStep, Observed, Target, TaskProgress } from "./apply";
import { defaults, type State, type TaskKind } from "./kind";

/** How long a destroy waits for the tasks of an earlier change before it sends the delete anyway. */
const earlierTasksSeconds = 60;

export function planAbsence(target: Target, observed: Observed, progress: TaskProgress): NextStep {
  const { actual, tasks, observeError } = observed;
  const { accepted } = progress;
  const failure: NextStep | undefined =
    accepted && describeFailures(tasks) !== undefined && (actual || observeError)
      ? { do: "fail", error: explainFailedTasks(target.kind, observed) }
      : undefined;
  const openTasks = tasks.filter((task) => !hasEnded(task));
  if (openTasks.length > 0) {
    const areUnknown = openTasks.every(({ state }) => state === undefined);
    const isGone = !actual && !observeError && !observed.isNotObserved;
    const gracePeriod = accepted
      ? { reason: "delete", seconds: unknownTaskSeconds, then: failure ?? ({ do: "dropTasks" } as const) }
      : { reason: "earlier tasks", seconds: earlierTasksSeconds, then: { do: "dropTasks" } as const };
    // There is no grace period while the platform knows a task of this delete and the object may still be there.
    return waitForTasks(openTasks, !accepted || areUnknown || isGone ? gracePeriod : undefined);
  }
  if (failure) {
    return failure;
  }
  if (observeError) {
    return { do: "fail", error: observeError };
  }
  if (!actual) {
    const gracePeriod = { reason: "coming", seconds: appearanceSeconds, then: { do: "done" } as const };
    const isComing = mayAppear(target, observed, progress);
    return isComing ? { do: "wait", shown: "is not visible", gracePeriod } : { do: "done" };
  }
  if (!isOwn(target, observed, progress)) {
    return { do: "done" };
  }
  const isBusy = target.kind.findTransition(actual) !== undefined;
  // If the answer to a delete was lost, a busy object may be about to go, so the delete is not sent again.
  if (accepted || (isBusy && progress.lostAnswers > 0)) {
    return { do: "wait", shown: "is still there" };
  }
  return { do: "send", request: { kind: "delete" }, busy: isBusy };
}

/** An earlier run's creation may still make the object, or just has. If it was there before the delete, it is gone. */
function mayAppear({ isProven }: Target, { tasks }: Observed, { operation, initial }: TaskProgress): boolean {
  return (
    !isProven && operation?.kind === "create" && initial?.actual === undefined && describeFailures(tasks) === undefined
  );
}

export async function remove(kind: TaskKind, id: string, state: State, dependencies: Dependencies): Promise<void> {
  const { context } = dependencies;
  const { noun } = kind;
  const { operation } = state;
  const target = { kind, ref: kind.ids.parse(id), isProven: kind.provesOwnership(state), sent: [state] };
  const limit = resolveLimit(context, state.taskTimeoutSeconds ?? defaults.taskTimeoutSeconds, "taskTimeoutSeconds");
  const { observed, progress } = await reconcile({
    ...createJob(target, limit, dependencies),
    operation,
    plan: (now, progress) => planAbsence(target, now, progress),
    // If a delete fails, Pulumi keeps the old state. So instead of a `PartialFailure`, the error says what to do.
    toPartialFailure: (error, { accepted, lostAnswers }) => {
      const mayBeDeleted = accepted !== undefined || lostAnswers > 0;
      const advice =
        `The ${noun} may be deleted nevertheless, although it stays in the state. Run the same command again to see it ` +
        "through; before any other `pulumi up`, run `pulumi refresh`";
      const isUnfinished = mayBeDeleted && !(error instanceof TaskFailedError);
      return isUnfinished ? new ApiError({ message: `${error.message}. ${advice}` }) : error;
    },
  });
  const subject = `${noun} "${state.name}"`;
  if (observed.actual) {
    context.notify(`${subject} stays on the platform: it is not the one that this resource created`);
  } else if (mayAppear(target, observed, progress)) {
    const advice = "but its creation may not have finished. If it appears, delete it there";
    context.notify(`${subject} is not on the platform, ${advice}`);
  }
}
