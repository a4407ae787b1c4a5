import { chooseOutcome, mergeChange, type OperationStatus } from "../operation";
import type { StoredNamespace } from "./schema";

// The platform facts give `Active` as an example; these are the emulator's own.
const runningStatus = { create: "Creating", update: "Updating", delete: "Deleting" } as const;

/** Returns `status` as a client sees it. */
export function resolveStatus({ status, operation }: StoredNamespace, of: OperationStatus | undefined): string {
  return operation && of?.phase === "running" ? runningStatus[operation.kind] : status;
}

/** Returns the namespace after all tasks of its operation have ended; undefined if it is gone. */
export function finishNamespaceOperation(
  { operation, ...before }: StoredNamespace,
  operationStatus: OperationStatus,
): StoredNamespace | undefined {
  const status = operationStatus.hasFailed ? "Failed" : "Active";
  const after = { ...mergeChange(before, operation?.change), status };
  return chooseOutcome(operation?.kind, operationStatus, { before, after });
}
