import * as z from "zod";
import type { Client } from "../transport/client";
import { formatPath, checkSegment } from "./path";

const task = z.looseObject({
  id: z.string().nullish(),
  state: z.string(),
  error: z.string().nullish(),
});

/** An asynchronous task as the platform returns it (contract, section 3). */
export type TaskAnswer = z.infer<typeof task>;

/** The ID of a task. */
export const taskIdSchema = z.string().refine((id) => checkSegment(id) === undefined, { error: "is not a task ID" });

/** More than any change starts. */
const maxTasks = 100;

const taskIds = z.array(taskIdSchema).max(maxTasks);

/** The answer to a call that starts tasks: their IDs (contract, section 4.5), in a field or as a bare list. */
export const startedTasks = z.union([taskIds, z.looseObject({ tasks: taskIds }).transform(({ tasks }) => tasks)]);

/** The task call of the platform (contract, section 3); `path` is where the deployment has it. */
export class TasksEndpoint {
  constructor(
    private readonly client: Client,
    private readonly path: string,
  ) {}

  get(id: string): Promise<TaskAnswer> {
    const path = this.path + formatPath`/${id}`;
    const addressKey = "edgecloud:taskPath";
    return this.client.request({ method: "GET", path, addressKey, isPoll: true, answer: task });
  }
}
