import * as z from "zod";
import type { Client } from "../transport/client";
import { formatPath, isSegment } from "./path";
import { ignoreNotFoundAnswer } from "../failures/errors";

const task = z.looseObject({
  id: z.string().nullish(),
  state: z.string(),
  error: z.string().nullish(),
});

/** An asynchronous task as the platform returns it (contract, section 3). */
export type TaskAnswer = z.infer<typeof task>;

/** No change starts more than a hundred. */
const taskIds = z.array(z.string().refine(isSegment, { error: "is not a task ID" })).max(100);

/** The answer to a call that starts tasks: their IDs (contract, section 4.5), in a field or as a bare list. */
export const startedTasks = z.union([taskIds, z.looseObject({ tasks: taskIds }).transform(({ tasks }) => tasks)]);

/** The task call (contract, section 3), whose path is that of this deployment. */
export class TasksEndpoint {
  constructor(
    private readonly client: Client,
    private readonly path: string,
  ) {}

  get(id: string): Promise<TaskAnswer> {
    return this.client.request({ method: "GET", path: this.path + formatPath`/${id}`, answer: task });
  }
}

export interface TaskStatus {
  id: string;
  /** The platform's word; undefined while it does not know the task. */
  state?: string;
  /** Why it failed, in the platform's words. */
  error?: string;
  /** Whether any poll has found the task. */
  wasKnown: boolean;
}

/** Polls tasks; one that has ended is not requested again. */
export class TaskPoller {
  private readonly lastSeen = new Map<string, TaskStatus>();

  constructor(private readonly tasks: TasksEndpoint) {}

  poll(ids: readonly string[]): Promise<TaskStatus[]> {
    const polls = ids.map(async (id) => {
      const last = this.lastSeen.get(id);
      if (last && hasEnded(last)) {
        return last;
      }
      const answer = await this.tasks.get(id).catch(ignoreNotFoundAnswer);
      const wasKnown = answer !== undefined || (last?.wasKnown ?? false);
      const task = { id, state: answer?.state, error: answer?.error ?? undefined, wasKnown };
      this.lastSeen.set(id, task);
      return task;
    });
    return Promise.all(polls);
  }
}

/** Whether the platform has finished the task or given up on it (contract, section 3). */
export function hasEnded({ state }: TaskStatus): boolean {
  return state === "FINISHED" || state === "ERROR";
}

/** Whether the task is in progress, by the states of the contract. */
export function isRunning({ state }: TaskStatus): boolean {
  return state === "NEW" || state === "RUNNING";
}

/** The tasks that failed, with the platform's reasons; undefined if none did. */
export function describeFailures(tasks: readonly TaskStatus[]): string | undefined {
  const failed = tasks.filter(({ state }) => state === "ERROR");
  const texts = failed.map(({ id, error }) => `task ${id} failed: ${error || "the platform gives no reason"}`);
  return texts.length > 0 ? texts.join("; ") : undefined;
}
