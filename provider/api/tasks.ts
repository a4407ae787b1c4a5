import type { TaskAnswer, TasksEndpoint } from "./endpoints/tasks";
import { NotFoundError, TaskFailedError, TaskStateError, undefinedIfNotFound } from "./errors";
import { systemClock, waitFor, type Clock, type Look } from "./wait";

/** How long the platform may not know a task: one that was just started it does not, for a moment. */
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
  /** Seconds for which the platform may not know a task. @default `unknownTaskSeconds` */
  unknownSeconds?: number;
  /** Told after each look which tasks go on. */
  onLook?: (open: readonly OpenTask[]) => void;
  clock?: Clock;
}

/** How following a task ended: well, or with an error. */
type Outcome = "finished" | Error;

/**
 * Waits until all tasks have ended (contract, section 3). Rejects with a `TaskFailedError` if any ended in `ERROR`, with
 * a `TimeoutError` if some still go on, a `TaskStateError` for a state that the contract does not know, and a
 * `NotFoundError` if the platform does not know a task any longer.
 */
export async function followTasks(
  tasks: TasksEndpoint,
  { ids, timeoutSeconds, unknownSeconds = unknownTaskSeconds, onLook, clock = systemClock }: Following,
): Promise<void> {
  const knownAt = new Map(ids.map((id) => [id, clock.now()]));
  const outcomes = new Map<string, Outcome>();

  const lookAt = async (id: string): Promise<OpenTask[]> => {
    const task = await tasks.get(id).catch(undefinedIfNotFound);
    if (task) {
      knownAt.set(id, clock.now());
    }
    const isForgotten = clock.now() - (knownAt.get(id) ?? 0) >= unknownSeconds * 1000;
    const outcome = task ? outcomeOf(id, task) : isForgotten && forgotten(id);
    if (outcome) {
      outcomes.set(id, outcome);
      return [];
    }
    return [{ id, state: task?.state }];
  };
  const look = async (): Promise<Look<void>> => {
    const open = (await Promise.all(ids.filter((id) => !outcomes.has(id)).map(lookAt))).flat();
    if (open.length === 0) {
      return { done: undefined };
    }
    onLook?.(open);
    return { pending: open.map(clauseOf).join(", ") };
  };

  await waitFor({ look, timeoutSeconds, clock });
  assertFinished([...outcomes.values()]);
}

/** How the tasks are at this moment: those that are not known to have ended, and whether all have ended well. */
export async function lookAtTasks(
  tasks: TasksEndpoint,
  ids: readonly string[],
): Promise<{ open: OpenTask[]; areFinished: boolean }> {
  const answers = await Promise.all(ids.map((id) => tasks.get(id).catch(undefinedIfNotFound)));
  const all = ids.map((id, index) => ({ id, state: answers[index]?.state }));
  return {
    open: all.filter(({ state }) => state !== "FINISHED" && state !== "ERROR"),
    areFinished: all.every(({ state }) => state === "FINISHED"),
  };
}

function outcomeOf(id: string, { state, error }: TaskAnswer): Outcome | undefined {
  switch (state) {
    case "NEW":
    case "RUNNING":
      return undefined;
    case "FINISHED":
      return "finished";
    case "ERROR":
      return new TaskFailedError({ message: `task ${id} failed: ${error || "the platform gives no reason"}` });
    default:
      return new TaskStateError({
        message: `task ${id} is in the state "${state}", which is none of NEW, RUNNING, FINISHED and ERROR`,
      });
  }
}

function forgotten(id: string): NotFoundError {
  return new NotFoundError({ message: `the platform knows no task ${id}`, status: 404 });
}

function clauseOf({ id, state }: OpenTask): string {
  return state ? `task ${id} is ${state}` : `task ${id} is not known to the platform yet`;
}

function assertFinished(outcomes: readonly Outcome[]): void {
  const errors = outcomes.filter((outcome) => outcome !== "finished");
  const failed = errors.filter((error) => error instanceof TaskFailedError);
  if (failed.length > 0) {
    throw new TaskFailedError({ message: failed.map(({ message }) => message).join("; ") });
  }
  const [doubtful] = [...errors.filter((error) => error instanceof TaskStateError), ...errors];
  if (doubtful) {
    throw doubtful;
  }
}
