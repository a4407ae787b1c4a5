import type { Standing } from "../operation";
import type { StoredFunction } from "./schema";

const runningStatus = { create: "BUILDING", update: "UPDATING", delete: "DELETING" } as const;

/** What `build_message` is once an operation has begun. */
export function buildMessage({ build_message, operation }: StoredFunction, standing: Standing): string | null {
  return standing.buildMessage ?? (operation?.kind === "delete" ? build_message : null);
}

/** The fields that look different while an operation runs. */
function underWay(stored: StoredFunction, standing: Standing | undefined): Partial<StoredFunction> {
  const kind = stored.operation?.kind;
  if (!kind || standing?.phase !== "running") return {};
  return {
    status: runningStatus[kind],
    build_message: buildMessage(stored, standing),
    ...(kind !== "delete" && { build_status: "building" }),
    ...(kind === "create" && { endpoint: null, deploy_status: { total: 1, ready: 0 } }),
  };
}

const withoutPlace = ({ project_id: _project, region_id: _region, namespace: _ns, ...rest }: StoredFunction) => rest;
const withoutOperation = <T extends { operation?: unknown }>({ operation: _operation, ...rest }: T) => rest;

/** Function object of the platform facts. */
export function answerFunction(stored: StoredFunction, standing: Standing | undefined) {
  return { ...withoutOperation(withoutPlace(stored)), ...underWay(stored, standing) };
}
