import { z } from "zod";
import type { Task } from "./tasks/task";

/** IDs of the tasks that have to end before something takes effect. */
export const operationTasks = z.array(z.uuidv4()).min(1);

/** Something that tasks may work on. */
export interface HasOperation {
  readonly operation?: { readonly tasks: readonly string[] } | undefined;
}

/** How far an operation on a resource has come. */
export interface OperationStatus {
  /** `waiting`: all of its tasks are NEW; `ended`: all of them have ended. */
  readonly phase: "waiting" | "running" | "ended";
  /** One of its tasks ends in ERROR, and nothing of it is to remain. */
  readonly isRolledBack: boolean;
  /** One of its tasks ends in ERROR. */
  readonly hasFailed: boolean;
  readonly buildMessage: string | undefined;
}

/** How far an operation has come, by its own tasks. */
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
