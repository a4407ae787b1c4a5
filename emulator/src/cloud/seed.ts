import { z } from "zod";
import { functionSchema, type StoredFunction } from "./functions/schema";
import { imageSchema, type Image } from "./images/schema";
import { namespaceSchema, type StoredNamespace } from "./namespaces/schema";
import { snapshotSchema, type Snapshot } from "./snapshots/schema";
import { switchesSchema, type CloudSwitches } from "./switches";
import { taskSchema, type Task } from "./tasks/task";

/** The cloud's keys of a seed. */
export const cloudSeedShape = {
  images: z.array(imageSchema).optional(),
  snapshots: z.array(snapshotSchema).optional(),
  namespaces: z.array(namespaceSchema).optional(),
  functions: z.array(functionSchema).optional(),
  tasks: z.array(taskSchema).optional(),
  cloud: switchesSchema.partial().optional(),
};

/** The cloud's part of the state; a valid seed of the same state. */
export interface CloudState {
  /** In the order of the list. */
  readonly images: readonly Image[];
  /** In the order of the list. */
  readonly snapshots: readonly Snapshot[];
  /** Including those that are being created. */
  readonly namespaces: readonly StoredNamespace[];
  /** Including those that are being created. */
  readonly functions: readonly StoredFunction[];
  /** In order of their start. */
  readonly tasks: readonly Task[];
  readonly cloud: CloudSwitches;
}
