import { randomUUID } from "node:crypto";
import { z } from "zod";
import { positiveId } from "../../positive-id";
import { taskLifeSchema, type TaskLife } from "./life";

const count = z.number().int().min(0);

/** Half of what a `Date` can be, so that the duration of a life can be added. */
const time = count.max(4.32e15);

const progressSchema = z.strictObject({
  /** When it started, by the emulator's clock. */
  startedMs: time,
  phase: z.enum(["NEW", "RUNNING", "ENDED"]),
  /** When the phase began, by the emulator's clock. */
  sinceMs: time,
  /** Polls in this phase. */
  polls: count,
  /** Polls that will still get 404. */
  unknownPolls: count,
});

/** The account's only user. */
const accountUser = 1;

/** A task in a seed. Without `progress` it starts when the seed is applied. */
const taskSchema = z.strictObject({
  id: z.uuidv4(),
  user_id: positiveId.default(accountUser),
  task_type: z.string().min(1).default("unknown"),
  /** Shown once the task has FINISHED. */
  created_resources: z.record(z.string(), z.array(z.string())).nullable().default(null),
  life: taskLifeSchema.default({}),
  progress: progressSchema.optional(),
});

/** A task as the emulator stores it. */
export type Task = z.output<typeof taskSchema>;

/** The tasks of the cloud. */
export const tasks = { schema: taskSchema, keyName: "id", toKey: ({ id }: Task) => id.toLowerCase() };

/** Progress of a task. */
export type TaskProgress = z.output<typeof progressSchema>;

/** What tasks are started for. */
type TaskPurpose = Pick<Task, "task_type" | "created_resources">;

const withoutFailure = ({ end: _end, error: _error, keeps: _keeps, ...rest }: TaskLife): TaskLife => rest;

/** Creates the tasks of a request. The last one names what is created, and is the one that may fail. */
export function createTasks(
  { task_type, created_resources }: TaskPurpose,
  { tasks: number = 1, ...ending }: TaskLife,
): Task[] {
  const others = withoutFailure(ending);
  return Array.from({ length: number }, (_, index) => {
    const isLast = index === number - 1;
    const created = isLast ? created_resources : null;
    const life = isLast ? ending : others;
    return { id: randomUUID(), user_id: accountUser, task_type, created_resources: created, life };
  });
}
