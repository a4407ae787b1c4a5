import { z } from "zod";
import { operationTasks, chooseOutcome, type OperationStatus } from "../operation";
import { scopeShape, withRegionName } from "../scope";
import { tagList } from "../tag";

/** `status` (contract 3). */
const snapshotStatuses = [
  "available",
  "backing-up",
  "creating",
  "deleted",
  "deleting",
  "error",
  "error_deleting",
  "restoring",
  "unmanaging",
] as const;

const seededAt = "2026-01-12T09:00:00+0000";
const uuid = z.uuidv4();

/**
 * A snapshot in a seed: the fields of contract 2.3 in their wire form; `lockPolls`, how many reads still see the lock
 * of `task_id` (without it, all); and `operation`, what its tasks do.
 */
export const snapshotSchema = z
  .strictObject({
    id: uuid,
    name: z.string().min(1),
    ...scopeShape,
    created_at: z.string().default(seededAt),
    creator_task_id: uuid.default("3f6c1a52-7d0e-4b8f-9a3d-2c5e8b1f4a60"),
    description: z.string().nullable().default(null),
    size: z.number().int().positive().default(10),
    status: z.enum(snapshotStatuses).default("available"),
    tags: tagList,
    task_id: uuid.nullable().default(null),
    updated_at: z.string().default(seededAt),
    volume_id: uuid.default("8a1d4e07-52b9-4c36-8f7e-6d0b9c3a2e15"),
    lockPolls: z.number().int().positive().optional(),
    operation: z.strictObject({ kind: z.enum(["create", "delete"]), tasks: operationTasks }).optional(),
  })
  .refine(({ task_id, lockPolls }) => lockPolls === undefined || task_id !== null, {
    path: ["lockPolls"],
    message: "needs the task_id of the task that holds the lock",
  })
  .transform(withRegionName);

/** A snapshot as the emulator stores it. */
export type Snapshot = z.output<typeof snapshotSchema>;

/** Returns the response object of contract 2.3. */
export function toSnapshotResponse({
  lockPolls: _ours,
  operation: _too,
  ...answer
}: Snapshot): Omit<Snapshot, "lockPolls" | "operation"> {
  return answer;
}

/** Counts a read, which brings a lock with `lockPolls` closer to its end. */
export function countRead(snapshot: Snapshot): Snapshot {
  const { lockPolls, ...rest } = snapshot;
  if (lockPolls === undefined) {
    return snapshot;
  }
  return lockPolls > 1 ? { ...rest, lockPolls: lockPolls - 1 } : { ...rest, task_id: null };
}

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
