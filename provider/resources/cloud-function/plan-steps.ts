import type { FunctionAnswer } from "../../api/calls/functions";
import { hasEnded, describeTask, type TaskStatus } from "../../api/calls/task-poller";
import type { GracePeriod, Progress, Step } from "../../core/reconcile";

/** A change of a function, with the body of the request. */
export type Request = { kind: "create" } | { kind: "update"; body: object } | { kind: "delete" };

/** What was observed of a function. */
export interface Observed {
  /** The tasks of the operation in progress. */
  tasks: TaskStatus[];
  /** Undefined if the platform has no such function, or if it was not observed. */
  actual?: FunctionAnswer;
  /** Whether only the tasks were observed, because they are still running. */
  isNotObserved?: boolean;
  /** Why the function could not be observed while a task runs, or after one has failed. */
  observeError?: Error;
  /** The last message of the build, from an earlier observation. */
  buildMessage?: string;
}

export type FunctionProgress = Progress<Observed, Request>;
export type NextStep = Step<Request>;

/** How long the platform may take to show a function that it says exists. */
export const appearanceSeconds = 60;

export const done: NextStep = { do: "done" };

export function findOpenTasks({ tasks }: Observed): TaskStatus[] {
  return tasks.filter((task) => !hasEnded(task));
}

/** Waits for tasks; within a grace period, if they may never end. */
export function waitForTasks(
  openTasks: readonly TaskStatus[],
  { actual }: Observed,
  gracePeriod?: GracePeriod<Request>,
): NextStep {
  const tasks = openTasks.map(({ id, state }) => `task ${id.slice(0, 4)} ${state ?? "not known yet"}`).join(", ");
  const shown = [actual?.status, tasks].filter(Boolean).join(" ");
  return { do: "wait", why: openTasks.map(describeTask).join(", "), shown, gracePeriod };
}

/** Whether the platform may be carrying out the change whose answer was lost, so that it must not be sent again. */
export function mayBeLostChange(transition: string | undefined, { lostAnswers }: FunctionProgress): boolean {
  return transition !== undefined && lostAnswers > 0;
}
