import type { Standing } from "../operation";
import { buildMessage } from "./answer";
import { completeAutoscaling } from "./fields";
import { restingStatus, type StoredFunction } from "./schema";

function changed({ operation, ...stored }: StoredFunction): StoredFunction {
  const { autoscaling = {}, ...change } = operation?.change ?? {};
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = { ...stored, ...sent, autoscaling: completeAutoscaling(autoscaling, stored.autoscaling) };
  return { ...merged, status: restingStatus(merged.disabled) };
}

/** The function after all tasks of its operation have ended; undefined: there is none any more. */
export function settleFunction(stored: StoredFunction, standing: Standing): StoredFunction | undefined {
  const { operation, ...rest } = stored;
  const build_message = buildMessage(stored, standing);
  if (standing.undone) return operation?.kind === "create" ? undefined : { ...rest, build_message };
  if (operation?.kind === "delete") return undefined;
  return { ...changed(stored), build_message, build_status: standing.failed ? "failed" : "success" };
}
