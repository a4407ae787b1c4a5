import type { OperationStatus } from "../operation";
import { resolveBuildMessage } from "./response";
import { completeAutoscaling } from "./fields";
import { deriveIdleStatus, type StoredFunction } from "./schema";

function applyChange({ operation, ...stored }: StoredFunction): StoredFunction {
  const { autoscaling = {}, ...change } = operation?.change ?? {};
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = { ...stored, ...sent, autoscaling: completeAutoscaling(autoscaling, stored.autoscaling) };
  return { ...merged, status: deriveIdleStatus(merged.disabled) };
}

/** Returns the function after all tasks of its operation have ended; undefined if it is gone. */
export function finishFunctionOperation(
  stored: StoredFunction,
  operationStatus: OperationStatus,
): StoredFunction | undefined {
  const { operation, ...rest } = stored;
  const build_message = resolveBuildMessage(stored, operationStatus);
  if (operationStatus.isRolledBack) {
    return operation?.kind === "create" ? undefined : { ...rest, build_message };
  }
  if (operation?.kind === "delete") {
    return undefined;
  }
  return { ...applyChange(stored), build_message, build_status: operationStatus.hasFailed ? "failed" : "success" };
}
