import type { FunctionAnswer, FunctionRef } from "../../api/calls/functions";
import { describeFailures, type TaskStatus } from "../../api/calls/tasks";
import { ApiError, ConflictError, TaskFailedError, UnknownTaskError } from "../../api/failures/errors";
import { adviseOnTakenName } from "../../core/claims";
import type { Progress } from "../../core/reconcile";
import { withoutSecrets } from "../../model/cloud-function";
import { findDifferences } from "./delta";
import type { CloudFunctionInputs } from "./schema";

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

/** How to tell the resource's own function from another one of the same name. */
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

/** The function exists, but its build has failed, so that it cannot be called. The next operation builds it again. */
export class BrokenFunctionError extends ApiError {}

/** The error of a creation whose name another function has. */
export function explainNameTaken(
  { ref, sent }: Pick<Ownership, "ref" | "sent">,
  actual: FunctionAnswer,
  isPreview = false,
): Error {
  const fields = sent[0] ? findDifferences(actual, sent[0]) : [];
  const isSame = fields.length === 0;
  const differs = isSame ? "with the same content" : `differs in: ${fields.join(", ")}`;
  return new ConflictError({
    message:
      `name: the namespace "${ref.namespace}" already has a function "${ref.name}" (${differs}). ` +
      adviseOnTakenName({ noun: "function", adopting: "adopt: true", isSame, isPreview }),
  });
}

export function explainFailedTasks(observed: Observed): TaskFailedError {
  return new TaskFailedError({ message: withBuildMessage(describeFailures(observed.tasks) ?? "", observed) });
}

export function explainBrokenFunction(breakage: string, observed: Observed): BrokenFunctionError {
  const reason = withBuildMessage(`it cannot be called, as ${breakage}`, observed);
  return new BrokenFunctionError({
    message: `${reason}. The function stays in the state, and the next \`pulumi up\` builds it again`,
  });
}

/** The platform has started tasks, but never finds them. */
export function explainUnknownTasks(
  taskPath: string,
  openTasks: readonly TaskStatus[],
  { actual }: Observed,
): UnknownTaskError {
  const status = actual?.status ? `the function itself is ${actual.status}` : "the function itself is not visible";
  return new UnknownTaskError({
    message:
      `the platform started ${openTasks.map(({ id }) => `task ${id}`).join(", ")}, but does not find it at ${taskPath}; ` +
      `${status}. If the platform serves its tasks at another path, set edgecloud:taskPath`,
  });
}

/** Appends the build's output, which may print variables, also those that only the platform knows. */
function withBuildMessage(reason: string, { actual, buildMessage: earlier }: Observed): string {
  const build = actual?.build_message || earlier || "";
  const repeats = build === "" || reason.includes(build);
  return repeats ? reason : `${reason.replace(/\.$/, "")}. Build: ${withoutSecrets(build, actual ?? {})}`;
}
