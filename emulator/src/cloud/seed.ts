import { z } from "zod";
import { functionSchema, type StoredFunction } from "./functions/schema";
import { timeoutLimit } from "./functions/fields";
import { imageFilters, type ImageFilter } from "./images/list";
import { imageSchema, type Image } from "./images/schema";
import { snapshotSchema, type Snapshot } from "./snapshots/schema";
import { taskLifeSchema, type TaskLife } from "./tasks/life";
import { taskSchema, type Task } from "./tasks/task";

/** What differs between deployments of the cloud API. */
export interface Switches {
  /** Whether a PATCH with `tags: null` gets 400, although the contract allows it. @default false */
  readonly refusesTagsNull: boolean;
  /** Filters that the list of images does not know yet and passes over, as older deployments do. @default none */
  readonly ignoredImageFilters: readonly ImageFilter[];
  /** How the tasks that calls start live. @default they have FINISHED at once */
  readonly taskLife: TaskLife;
  /** Most seconds of a function: some deployments accept less than the contract. @default 1805 */
  readonly maxFunctionTimeout: number;
  /** Whether a new function has to have `autoscaling`, which is optional in the contract. @default false */
  readonly requiresAutoscaling: boolean;
  /** Whether answers of functions lack `disabled`, as the published object does. @default false */
  readonly omitsDisabled: boolean;
  /** Whether the lists of images and snapshots pass over `offset`, so that every page is the first one. @default false */
  readonly ignoresOffset: boolean;
}

const switches = z.strictObject({
  refusesTagsNull: z.boolean(),
  ignoredImageFilters: z.array(z.enum(imageFilters)),
  taskLife: taskLifeSchema,
  maxFunctionTimeout: z.number().int().min(0).max(timeoutLimit),
  requiresAutoscaling: z.boolean(),
  omitsDisabled: z.boolean(),
  ignoresOffset: z.boolean(),
});

/** The cloud's keys of a seed. */
export const cloudSeedShape = {
  images: z.array(imageSchema).optional(),
  snapshots: z.array(snapshotSchema).optional(),
  functions: z.array(functionSchema).optional(),
  tasks: z.array(taskSchema).optional(),
  cloud: switches.partial().optional(),
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
  readonly cloud: Switches;
}
