import {
  ConflictError,
  NotFoundAnswerError,
  NotFoundError,
  TaskFailedError,
  ValidationError,
  ignoreNotFound,
} from "../api/failures/errors";
import { describeFailures, hasEnded, isRunning, type TaskStatus } from "../api/calls/tasks";
import type { Dependencies } from "../core/handler";
import type { ApplyResult, GracePeriod, Job, Limit, Progress, Step } from "../core/job";
import type { Answer, Calls, Description, Ref, TaskKind } from "./kind";

export type Request = { kind: "create" } | { kind: "update"; body: object } | { kind: "delete" };

export interface Observed {
  tasks: TaskStatus[];
  /** Undefined if the object does not exist, and also if it was not observed. */
  actual?: Answer;
  /** Whether only the tasks were observed, because at least one of them is still running. */
  isNotObserved?: boolean;
  /** Why the object could not be observed after a task has failed. */
  observeError?: Error;
}

export type TaskProgress = Progress<Observed, Request>;

export type NextStep = Step<Request>;

export interface Target {
  kind: TaskKind;
  ref: Ref;
  /** Whether the state proves that the object is the resource's own, or the program adopts the object. */
  isProven: boolean;
  /** The descriptions with which an earlier run and this one may have created the object; the latest is last. */
  sent: readonly Description[];
  /** The error to report if the object does not exist; undefined for a creation and for a delete. */
  whenAbsent?: Error;
}

type TaskJob = Omit<Job<Observed, Request>, "operation" | "first" | "plan" | "toPartialFailure">;

/** How long the platform may take to show an object after its creation. */
export const appearanceSeconds = 60;

/** How long a task may be unknown to the platform. A new task is not visible at once. */
export const unknownTaskSeconds = 30;

export function createJob(target: Target, limit: Limit, { connection, context, clock }: Dependencies): TaskJob {
  const { kind, ref, whenAbsent } = target;
  const calls = kind.getCalls(connection);
  let tasks: TaskStatus[] = [];
  let last: Answer | undefined;

  /** Reads the tasks first, so that the object shows the effect of those that have ended. */
  const observe: TaskJob["observe"] = async (operation) => {
    tasks = await connection.pollTasks(operation?.tasks ?? [], tasks);
    if (tasks.some(isRunning)) {
      return { tasks, isNotObserved: true };
    }
    try {
      // `get` checks a 404 against a list, `peek` does not. While tasks are open, a wrong 404 does no harm.
      const isOver = tasks.every(hasEnded);
      last = await (isOver ? calls.get(ref).catch(ignoreNotFound) : calls.peek(ref));
      return { tasks, actual: last };
    } catch (error) {
      // The failure of a task matters more than a failure to read the object.
      if (describeFailures(tasks) === undefined) {
        throw error;
      }
      return { tasks, observeError: error as Error };
    }
  };

  const apply: TaskJob["apply"] = (request) =>
    send(calls, target, request).catch((error: unknown) => {
      const isRefused = error instanceof ConflictError || error instanceof ValidationError;
      // Only a creation gets this error: the container of the object, such as a namespace, is missing.
      if (error instanceof NotFoundAnswerError) {
        throw kind.explainMissingContainer?.(ref, error) ?? error;
      }
      if (request.kind === "delete" && last && isRefused) {
        throw kind.explainRefusedDelete?.(last, error) ?? error;
      }
      throw error instanceof NotFoundError ? (whenAbsent ?? error) : error;
    });

  return {
    noun: kind.noun,
    name: ref.name,
    ...limit,
    waits: context.waits,
    clock,
    observe,
    apply,
    // The platform may report a taken name as a validation error.
    isTransient: (error) =>
      error instanceof ConflictError ||
      (error instanceof ValidationError && error.hasMessageAbout("name", /exist|unique|taken/i)),
    explain: (error) =>
      error instanceof ValidationError ? error.translatePaths((place) => kind.toPropertyPath(place)) : error,
  };
}

async function send(calls: Calls, { kind, ref, sent }: Target, request: Request): Promise<ApplyResult<Observed>> {
  switch (request.kind) {
    case "create":
      return { tasks: await calls.create(ref, kind.toCreateBody(sent.at(-1) as Description)) };
    case "update":
      return { tasks: await calls.patch(ref, request.body) };
    case "delete": {
      const tasks = await calls.delete(ref).catch(ignoreNotFound);
      return tasks ? { tasks } : { observed: { tasks: [] } };
    }
  }
}

/** Only the resource's own object is ever changed or deleted. */
export function isOwn(
  { kind, isProven, sent }: Target,
  { actual, tasks }: Observed,
  { operation, accepted }: TaskProgress,
): boolean {
  // Updates and deletes are sent only to the resource's own object, so an unfinished update or delete is proof.
  if (isProven || (operation !== undefined && operation.kind !== "create")) {
    return true;
  }
  // No creation made it, and equal content proves nothing.
  if (!operation) {
    return false;
  }
  const hasFinished = tasks.length > 0 && tasks.every(({ state }) => state === "FINISHED");
  const isMade = hasFinished || (accepted?.kind === "create" && describeFailures(tasks) === undefined);
  // Otherwise, for instance after a lost answer or a failed task, the content decides.
  return isMade || (actual !== undefined && sent.some((one) => kind.findDifferences(actual, one).length === 0));
}

export function waitForTasks(openTasks: readonly TaskStatus[], gracePeriod?: GracePeriod<Request>): NextStep {
  const shown = openTasks.map(({ id, state }) => `task ${id.slice(0, 4)} ${state ?? "not known"}`).join(", ");
  const clauses = openTasks.map(({ id, state, wasKnown }) => {
    const unknown = `not known to the platform${wasKnown ? " any more" : " yet"}`;
    return `task ${id} is ${state ?? unknown}`;
  });
  return { do: "wait", why: clauses.join(", "), shown, gracePeriod };
}

export function explainFailedTasks(kind: TaskKind, { tasks, actual }: Observed): TaskFailedError {
  return new TaskFailedError({ message: kind.withBuildMessage(describeFailures(tasks) ?? "", actual) });
}
