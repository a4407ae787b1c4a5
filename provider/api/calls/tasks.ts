import * as z from "zod";
import type { Client } from "../transport/client";
import { formatPath } from "./path";
import { ignoreNotFoundAnswer } from "../failures/errors";

/** An asynchronous task as the platform returns it (docs/contract.md, section 3). */
const taskAnswer = z.looseObject({
  id: z.string().nullish(),
  state: z.string(),
  error: z.string().nullish(),
});

export interface TaskStatus {
  id: string;
  /** The platform's word for the state, such as `RUNNING`; undefined if the last poll got a 404. */
  state?: string;
  error?: string;
  /** Whether any poll so far has found the task. */
  wasKnown: boolean;
}

/** The returned function does not poll tasks that had already ended in `earlier`, the result of the previous poll. */
export function createTaskPolls(client: Pick<Client, "request">, taskPath: string) {
  return (ids: readonly string[], earlier: readonly TaskStatus[] = []): Promise<TaskStatus[]> => {
    const polls = ids.map(async (id): Promise<TaskStatus> => {
      const last = earlier.find((task) => task.id === id);
      if (last && hasEnded(last)) {
        return last;
      }
      const request = { method: "GET", path: taskPath + formatPath`/${id}`, answer: taskAnswer } as const;
      const answer = await client.request(request).catch(ignoreNotFoundAnswer);
      const wasKnown = answer !== undefined || (last?.wasKnown ?? false);
      return { id, state: answer?.state, error: answer?.error ?? undefined, wasKnown };
    });
    return Promise.all(polls);
  };
}

export function hasEnded({ state }: TaskStatus): boolean {
  return state === "FINISHED" || state === "ERROR";
}

/** Not the opposite of `hasEnded`: the state of a task can also be unknown, or one that the contract does not list. */
export function isRunning({ state }: TaskStatus): boolean {
  return state === "NEW" || state === "RUNNING";
}

export function describeFailures(tasks: readonly TaskStatus[]): string | undefined {
  const failed = tasks.filter(({ state }) => state === "ERROR");
  const texts = failed.map(({ id, error }) => `task ${id} failed: ${error || "the platform gives no reason"}`);
  return texts.length > 0 ? texts.join("; ") : undefined;
}
