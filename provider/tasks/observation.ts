import { describeFailures, type TaskStatus } from "../api/calls/tasks";
import { ApiError, ConflictError, TaskFailedError, UnknownTaskError } from "../api/failures/errors";
import { adviseOnTakenName } from "../core/claims";
import type { Answer, Inputs, Ref, TaskKind } from "./kind";
import type { Progress } from "../core/job";

/** A change of an object, with the body of the request. */
export type Request = { kind: "create" } | { kind: "update"; body: object } | { kind: "delete" };

/** What was observed of an object. */
export interface Observed {
  /** The tasks of the operation in progress. */
  tasks: TaskStatus[];
  /** Undefined if the platform has no such object, or if it was not observed. */
  actual?: Answer;
  /** Whether only the tasks were observed, because they are still running. */
  isNotObserved?: boolean;
  /** Why the object could not be observed while a task runs, or after one has failed. */
  observeError?: Error;
  /** The last message of the build, from an earlier observation. */
  buildMessage?: string;
}

export type TaskProgress = Progress<Observed, Request>;

/** How to tell the resource's own object from another one of the same name. */
export interface Ownership {
  kind: TaskKind;
  ref: Ref;
  /** Whether the object is the resource's own according to the state, or because the program adopts it. */
  isProven: boolean;
  /** All inputs with which the object was created, or may have been, now or before. */
  sent: readonly Inputs[];
  timeoutSeconds: number;
}

/** Whether the object is the resource's own. No other one is ever changed or deleted. */
export function isOwn(
  { kind, isProven, sent }: Ownership,
  { actual, tasks }: Observed,
  { operation, accepted }: TaskProgress,
): boolean {
  // The state has its ID, or the program adopts it.
  if (isProven) {
    return true;
  }
  // Nothing was sent: equal content alone proves nothing.
  if (!operation) {
    return false;
  }
  // A change or delete is only ever sent to an own object.
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
  return actual !== undefined && sent.some((inputs) => kind.findDifferences(actual, inputs).length === 0);
}

/** The object exists, but its build has failed, so that it cannot be used. The next operation builds it again. */
export class BrokenObjectError extends ApiError {}

/** The error of a creation whose name another object has. */
export function explainNameTaken(
  { kind, ref, sent }: Pick<Ownership, "kind" | "ref" | "sent">,
  actual: Answer,
  isPreview = false,
): Error {
  const fields = sent[0] ? kind.findDifferences(actual, sent[0]) : [];
  const isSame = fields.length === 0;
  const differs = isSame ? "with the same content" : `differs in: ${fields.join(", ")}`;
  return new ConflictError({
    message:
      `name: ${kind.describePlace(ref)} already has a ${kind.noun} "${ref.name}" (${differs}). ` +
      adviseOnTakenName({ noun: kind.noun, adopting: "adopt: true", isSame, isPreview }),
  });
}

export function explainFailedTasks(kind: TaskKind, observed: Observed): TaskFailedError {
  return new TaskFailedError({ message: withBuildMessage(kind, describeFailures(observed.tasks) ?? "", observed) });
}

export function explainBreakage(kind: TaskKind, breakage: string, observed: Observed): BrokenObjectError {
  const reason = withBuildMessage(kind, `it cannot be called, as ${breakage}`, observed);
  return new BrokenObjectError({
    message: `${reason}. The ${kind.noun} stays in the state, and the next \`pulumi up\` builds it again`,
  });
}

/** The platform has started tasks, but never finds them. */
export function explainUnknownTasks(
  { noun }: TaskKind,
  taskPath: string,
  openTasks: readonly TaskStatus[],
  { actual }: Observed,
): UnknownTaskError {
  const status = actual?.status ? `the ${noun} itself is ${actual.status}` : `the ${noun} itself is not visible`;
  return new UnknownTaskError({
    message:
      `the platform started ${openTasks.map(({ id }) => `task ${id}`).join(", ")}, but does not find it at ${taskPath}; ` +
      `${status}. If the platform serves its tasks at another path, set edgecloud:taskPath`,
  });
}

/** Appends the build's output, which may print variables, also those that only the platform knows. */
function withBuildMessage(kind: TaskKind, reason: string, { actual, buildMessage: earlier }: Observed): string {
  const build = (actual && kind.readBuildMessage(actual)) || earlier || "";
  const repeats = build === "" || reason.includes(build);
  return repeats ? reason : `${reason.replace(/\.$/, "")}. Build: ${actual ? kind.redact(build, actual) : build}`;
}
