import { z } from "zod";
import { maxTimeoutSeconds } from "./functions/fields";
import { imageFilters, type ImageFilter } from "./images/filters";
import { taskLifeSchema, type TaskLife } from "./tasks/life";

/** What differs between deployments of the cloud API. */
export interface CloudSwitches {
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

/** The switches in a seed. */
export const switchesSchema = z.strictObject({
  refusesTagsNull: z.boolean(),
  ignoredImageFilters: z.array(z.enum(imageFilters)),
  taskLife: taskLifeSchema,
  maxFunctionTimeout: z.number().int().min(0).max(maxTimeoutSeconds),
  requiresAutoscaling: z.boolean(),
  omitsDisabled: z.boolean(),
  ignoresOffset: z.boolean(),
});
