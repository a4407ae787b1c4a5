import type { UnfinishedOperation } from "./reconcile";

/**
 * What an update does first because the last operation has not finished; undefined if it has. An object that is broken
 * is built again, whatever a failed operation has left of it.
 */
export function describeUnfinished(operation: UnfinishedOperation | undefined, isBroken = false): string | undefined {
  if (!operation) {
    return undefined;
  }
  const { kind, tasks = [], unconfirmed, failed } = operation;
  if (failed) {
    const next = isBroken ? "is built again: the last change has failed" : "resumes the last change, which has failed";
    return `${next}${tasks.length > 0 ? ` (${listTasks(tasks)})` : ""}`;
  }
  if (tasks.length > 0) {
    return `first waits for the last change: ${listTasks(tasks)}`;
  }
  if (unconfirmed) {
    return kind === "create"
      ? "first finds out whether the last `pulumi up` created it"
      : "is sent again as a whole: the answer to the last change was lost, so it is unknown whether it was carried out";
  }
  return kind === "delete"
    ? "first waits until the platform has deleted it"
    : "resumes the last change, which has not finished";
}

function listTasks(tasks: readonly string[]): string {
  return `${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`;
}
