import { z } from "zod";
import type { Task } from "./tasks/task";

/** IDs of the tasks that have to end before something takes effect. */
export const operationTasks = z.array(z.uuidv4()).min(1);

/** How far an operation on a resource has come. */
export interface Standing {
  /** `waiting`: all of its tasks are NEW; `ended`: all of them have ended. */
  readonly phase: "waiting" | "running" | "ended";
  /** One of its tasks ends in ERROR, and nothing of it is to remain. */
  readonly undone: boolean;
  /** One of its tasks ends in ERROR. */
  readonly failed: boolean;
  readonly buildMessage: string | undefined;
}

/** How far the tasks of an operation have come. */
export function standingOf({ tasks: ids }: { readonly tasks: readonly string[] }, tasks: ReadonlyMap<string, Task>) {
  const own = ids.flatMap((id) => tasks.get(id.toLowerCase()) ?? []);
  const phases = own.map(({ progress }) => progress?.phase ?? "NEW");
  const failing = own.find(({ life }) => life.end === "ERROR");
  const begun = phases.some((phase) => phase !== "NEW") ? "running" : "waiting";
  return {
    phase: phases.every((phase) => phase === "ENDED") ? "ended" : begun,
    undone: failing !== undefined && failing.life.keeps !== true,
    failed: failing !== undefined,
    buildMessage: own.find(({ life }) => life.buildMessage !== undefined)?.life.buildMessage,
  } satisfies Standing as Standing;
}
