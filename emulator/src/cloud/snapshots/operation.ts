import type { Standing } from "../operation";
import type { Snapshot } from "./schema";

const runningStatus = { create: "creating", delete: "deleting" } as const;

/** The snapshot as it is seen while tasks work on it: they lock it from the start, and show once they run. */
export function underWay(snapshot: Snapshot, standing: Standing | undefined): Snapshot {
  const { operation } = snapshot;
  if (!operation) return snapshot;
  const locked = { ...snapshot, task_id: operation.tasks.at(-1) ?? null };
  return standing?.phase === "running" ? { ...locked, status: runningStatus[operation.kind] } : locked;
}

/** The snapshot after all tasks of its operation have ended; undefined: there is none any more. */
export function settleSnapshot({ operation, ...rest }: Snapshot, { undone, failed }: Standing): Snapshot | undefined {
  const creates = operation?.kind === "create";
  if (undone) return creates ? undefined : rest;
  if (!creates) return undefined;
  return failed ? { ...rest, status: "error" } : rest;
}
