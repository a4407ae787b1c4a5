import type { TaskAnswer, TasksEndpoint } from "./endpoints/tasks";
import { NotFoundError, TaskFailedError, UnexpectedAnswerError, undefinedIfNotFound } from "./errors";
import { systemClock, waitFor, type Clock, type Look } from "./wait";

/** How long a task may be unknown to the platform: one that was just started is, for a moment. */
export const unknownTaskSeconds = 30;

/** A task that has not ended yet; the state is undefined while the platform does not know the task. */
export interface OpenTask {
  id: string;
  state?: string;
}

/** What is waited for, and how long. */
export interface Following {
  ids: readonly string[];
  /** Seconds after which the wait is given up; 0 looks once. */
  timeoutSeconds: number;
  /** Told after each look which tasks go on. */
  onLook?: (open: readonly OpenTask[]) => Promise<void>;
  clock?: Clock;
}

/**
 * Waits until all tasks have ended (contract, section 3). Rejects with a `TaskFailedError` if any ended in `ERROR`, a
 * `TimeoutError` if some still go on, an `UnexpectedAnswerError` for a state that the contract does not know, and a
 * `NotFoundError` if the platform stays without knowledge of a task.
 */
export async function followTasks(
  tasks: TasksEndpoint,
  { ids, timeoutSeconds, onLook, clock = systemClock }: Following,
): Promise<void> {
  const startedAt = clock.now();
  const ended = new Map<string, TaskAnswer>();

  const lookAt = async (id: string): Promise<OpenTask[]> => {
    const task = await tasks.get(id).catch(undefinedIfNotFound);
    if (!task && clock.now() - startedAt > unknownTaskSeconds * 1000) {
      throw new NotFoundError({ message: `the platform knows no task ${id}`, status: 404 });
    }
    if (task && hasEnded(id, task)) {
      ended.set(id, task);
      return [];
    }
    return [{ id, state: task?.state }];
  };
  const look = async (): Promise<Look<void>> => {
    const open = (await Promise.all(ids.filter((id) => !ended.has(id)).map(lookAt))).flat();
    if (open.length === 0) {
      return { done: undefined };
    }
    await onLook?.(open);
    return { pending: open.map(clauseOf).join(", ") };
  };

  await waitFor({ look, timeoutSeconds, clock });
  assertFinished(ended);
}

/** Those of the tasks that the platform knows and that have not ended. */
export async function openTasks(tasks: TasksEndpoint, ids: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(ids.map((id) => tasks.get(id).catch(undefinedIfNotFound)));
  return ids.filter((id, index) => answers[index] && !hasEnded(id, answers[index]));
}

function hasEnded(id: string, { state }: TaskAnswer): boolean {
  switch (state) {
    case "NEW":
    case "RUNNING":
      return false;
    case "FINISHED":
    case "ERROR":
      return true;
    default:
      throw new UnexpectedAnswerError({
        message: `task ${id} is in the state "${state}", which is none of NEW, RUNNING, FINISHED and ERROR`,
      });
  }
}

function clauseOf({ id, state }: OpenTask): string {
  return state ? `task ${id} is ${state}` : `task ${id} is not known to the platform yet`;
}

function assertFinished(ended: ReadonlyMap<string, TaskAnswer>): void {
  const failed = [...ended].filter(([, { state }]) => state === "ERROR");
  if (failed.length > 0) {
    const reasons = failed.map(([id, { error }]) => `task ${id} failed: ${error || "the platform gives no reason"}`);
    throw new TaskFailedError({ message: reasons.join("; ") });
  }
}
