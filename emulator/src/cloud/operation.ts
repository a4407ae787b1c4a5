import { z } from "zod";
import type { Task } from "./tasks/task";

/** IDs of the tasks of an operation, which takes effect when all have ended. */
export const operationTasks = z.array(z.uuidv4()).min(1);

/** What tasks do with a resource. */
export type OperationKind = "create" | "update" | "delete";

/** A resource that tasks may work on. */
export interface HasOperation {
  readonly operation?: { readonly kind: OperationKind; readonly tasks: readonly string[] } | undefined;
}

/** How far an operation on a resource has come. */
export interface OperationStatus {
  /** `waiting`: all tasks are NEW; `ended`: all have ended. */
  readonly phase: "waiting" | "running" | "ended";
  /** A task ends in ERROR, and its effect is undone. */
  readonly isRolledBack: boolean;
  /** A task ends in ERROR. */
  readonly hasFailed: boolean;
  readonly buildMessage: string | undefined;
}

/** Derives the status of an operation from its tasks. */
export function summarizeTasks(tasks: readonly Task[]): OperationStatus {
  const phases = tasks.map(({ progress }) => progress?.phase ?? "NEW");
  const failing = tasks.find(({ life }) => life.end === "ERROR");
  const begun = phases.some((phase) => phase !== "NEW") ? "running" : "waiting";
  return {
    phase: phases.every((phase) => phase === "ENDED") ? "ended" : begun,
    isRolledBack: failing !== undefined && failing.life.keeps !== true,
    hasFailed: failing !== undefined,
    buildMessage: tasks.find(({ life }) => life.buildMessage !== undefined)?.life.buildMessage,
  };
}

/** Returns what an operation that has ended leaves: the resource as it was `before`, or `after` it, or nothing. */
export function chooseOutcome<V>(
  kind: OperationKind | undefined,
  { isRolledBack }: OperationStatus,
  { before, after }: { readonly before: V; readonly after: V },
): V | undefined {
  if (isRolledBack) {
    return kind === "create" ? undefined : before;
  }
  return kind === "delete" ? undefined : after;
}
