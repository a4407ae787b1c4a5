import { z } from "zod";
import { functionSchema, type StoredFunction } from "./functions/schema";
import { imageSchema, type Image } from "./images/schema";
import { snapshotSchema, type Snapshot } from "./snapshots/schema";
import { switchesSchema, type CloudSwitches } from "./switches";
import { taskSchema, type Task } from "./tasks/task";

/** The cloud's keys of a seed. */
export const cloudSeedShape = {
  images: z.array(imageSchema).optional(),
  snapshots: z.array(snapshotSchema).optional(),
  functions: z.array(functionSchema).optional(),
  tasks: z.array(taskSchema).optional(),
  cloud: switchesSchema.partial().optional(),
};

/** The cloud's part of the state; given as a seed it makes the same state again. */
export interface CloudState {
  /** In the order of the seed, which is that of the list. */
  readonly images: readonly Image[];
  /** In the order of the seed, which is that of the list. */
  readonly snapshots: readonly Snapshot[];
  /** In the order of the seed; those that are being created too. */
  readonly functions: readonly StoredFunction[];
  /** In the order in which they were started. */
  readonly tasks: readonly Task[];
  readonly cloud: CloudSwitches;
}
