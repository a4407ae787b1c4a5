import { chooseOutcome, mergeChange, type OperationStatus } from "../operation";
import { resolveBuildMessage } from "./response";
import { completeAutoscaling } from "./fields";
import { deriveIdleStatus, type StoredFunction } from "./schema";

function applyChange({ operation, ...stored }: StoredFunction): StoredFunction {
  const { autoscaling = {}, ...change } = operation?.change ?? {};
  const merged = {
    ...mergeChange(stored, change),
    autoscaling: completeAutoscaling(autoscaling, stored.autoscaling),
  };
  return { ...merged, status: deriveIdleStatus(merged.disabled) };
}

/** Returns the function after all tasks of its operation have ended; undefined if it is gone. */
export function finishFunctionOperation(
  stored: StoredFunction,
  operationStatus: OperationStatus,
): StoredFunction | undefined {
  const { operation, ...rest } = stored;
  const build_message = resolveBuildMessage(stored, operationStatus);
  const build_status = operationStatus.hasFailed ? "failed" : "success";
  return chooseOutcome(operation?.kind, operationStatus, {
    before: { ...rest, build_message },
    after: { ...applyChange(stored), build_message, build_status },
  });
}
