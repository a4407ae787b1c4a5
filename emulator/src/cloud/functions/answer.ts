import type { Standing } from "../operation";
import type { Switches } from "../switches";
import type { StoredFunction } from "./schema";

const runningStatus = { create: "BUILDING", update: "UPDATING", delete: "DELETING" } as const;

/** What `build_message` is once an operation has begun. */
export function buildMessage({ build_message, operation }: StoredFunction, standing: Standing): string {
  return standing.buildMessage ?? (operation?.kind === "delete" ? build_message : "");
}

/** The fields that look different while an operation runs. */
function underWay(stored: StoredFunction, standing: Standing | undefined): Partial<StoredFunction> {
  const kind = stored.operation?.kind;
  if (!kind || standing?.phase !== "running") return {};
  return {
    status: runningStatus[kind],
    build_message: buildMessage(stored, standing),
    ...(kind !== "delete" && { build_status: "building" }),
    ...(kind === "create" && { endpoint: "", deploy_status: { total: 1, ready: 0 } }),
  };
}

const withoutPlace = ({ project_id: _project, region_id: _region, namespace: _ns, ...rest }: StoredFunction) => rest;
const withoutOperation = <T extends { operation?: unknown }>({ operation: _operation, ...rest }: T) => rest;
const withoutDisabled = <T extends { disabled: boolean }>({ disabled: _disabled, ...rest }: T) => rest;

/** Function object of the platform facts; the published one has no `disabled`. */
export function answerFunction(
  stored: StoredFunction,
  standing: Standing | undefined,
  { omitsDisabled }: Pick<Switches, "omitsDisabled">,
) {
  const answer = { ...withoutOperation(withoutPlace(stored)), ...underWay(stored, standing) };
  return omitsDisabled ? withoutDisabled(answer) : answer;
}
