import type { UnfinishedOperation } from "./reconcile";

/** What an update does first because the last operation has not finished; undefined if it has. */
export function describeUnfinished(operation: UnfinishedOperation | undefined): string | undefined {
  if (!operation) {
    return undefined;
  }
  const { kind, tasks = [], unconfirmed } = operation;
  if (tasks.length > 0) {
    return `first waits for the last change: ${tasks.length === 1 ? "task" : "tasks"} ${tasks.join(", ")}`;
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
