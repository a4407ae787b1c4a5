import { chooseOutcome, type OperationStatus } from "../operation";
import { mergeChange } from "../../json-object";
import type { CloudSwitches } from "../switches";
import { completeAutoscaling } from "./fields";
import { deriveIdleStatus, type StoredFunction } from "./schema";

const runningStatus = { create: "BUILDING", update: "UPDATING", delete: "DELETING" } as const;

/** Returns `build_message` of a function whose operation has begun. */
function resolveBuildMessage({ build_message, operation }: StoredFunction, operationStatus: OperationStatus): string {
  return operationStatus.buildMessage ?? (operation?.kind === "delete" ? build_message : "");
}

/** Fields that differ while an operation runs. */
function toRunningFields(
  stored: StoredFunction,
  operationStatus: OperationStatus | undefined,
): Partial<StoredFunction> {
  const kind = stored.operation?.kind;
  if (!kind || operationStatus?.phase !== "running") {
    return {};
  }
  return {
    status: runningStatus[kind],
    build_message: resolveBuildMessage(stored, operationStatus),
    ...(kind !== "delete" && { build_status: "building" }),
    ...(kind === "create" && { endpoint: "", deploy_status: { total: 1, ready: 0 } }),
  };
}

const withoutScope = ({ project_id: _project, region_id: _region, namespace: _ns, ...rest }: StoredFunction) => rest;
const withoutOperation = <T extends { operation?: unknown }>({ operation: _operation, ...rest }: T) => rest;
const withoutDisabled = <T extends { disabled: boolean }>({ disabled: _disabled, ...rest }: T) => rest;

/** Returns the function object of the platform facts. */
export function toFunctionResponse(
  stored: StoredFunction,
  operationStatus: OperationStatus | undefined,
  { omitsDisabled }: Pick<CloudSwitches, "omitsDisabled">,
) {
  const answer = { ...withoutOperation(withoutScope(stored)), ...toRunningFields(stored, operationStatus) };
  return omitsDisabled ? withoutDisabled(answer) : answer;
}

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
