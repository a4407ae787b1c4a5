import { chooseOutcome, type OperationStatus } from "../operation";
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
  { operation, ...before }: Snapshot,
  operationStatus: OperationStatus,
): Snapshot | undefined {
  const after: Snapshot = operationStatus.hasFailed ? { ...before, status: "error" } : before;
  return chooseOutcome(operation?.kind, operationStatus, { before, after });
}
