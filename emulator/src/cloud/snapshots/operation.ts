import type { OperationStatus } from "../operation";
import type { Snapshot } from "./schema";

const runningStatus = { create: "creating", delete: "deleting" } as const;

/** Adds what a running operation shows: tasks lock the snapshot from the start, and change its status once they run. */
export function withRunningOperation(snapshot: Snapshot, operationStatus: OperationStatus | undefined): Snapshot {
  const { operation } = snapshot;
  if (!operation) {
    return snapshot;
  }
  const locked = { ...snapshot, task_id: operation.tasks.at(-1) ?? null };
  return operationStatus?.phase === "running" ? { ...locked, status: runningStatus[operation.kind] } : locked;
}

/** Returns the snapshot after all tasks of its operation have ended; undefined if it is gone. */
export function finishSnapshotOperation(
  { operation, ...rest }: Snapshot,
  { isRolledBack, hasFailed }: OperationStatus,
): Snapshot | undefined {
  const creates = operation?.kind === "create";
  if (isRolledBack) {
    return creates ? undefined : rest;
  }
  if (!creates) {
    return undefined;
  }
  return hasFailed ? { ...rest, status: "error" } : rest;
}
