import { z } from "zod";
import { maxTimeoutSeconds } from "./functions/fields";
import { imageFilters, type ImageFilter } from "./images/query";
import { taskLifeSchema, type TaskLife } from "./tasks/life";

/** Differences between deployments of the cloud API. */
export interface CloudSwitches {
  /** Whether a PATCH with `tags: null` gets 400, although the contract allows it. @default false */
  readonly refusesTagsNull: boolean;
  /** Filters that the list of images ignores, as older deployments do. @default none */
  readonly ignoredImageFilters: readonly ImageFilter[];
  /** Life cycle of tasks. @default they have FINISHED at once */
  readonly taskLife: TaskLife;
  /** Maximum timeout of a function in seconds: some deployments accept less than the contract. @default 1805 */
  readonly maxFunctionTimeout: number;
  /** Whether a new function needs `autoscaling`, which is optional in the contract. @default false */
  readonly requiresAutoscaling: boolean;
  /** Whether functions have no `disabled` in responses, like the published object. @default false */
  readonly omitsDisabled: boolean;
  /** Whether the lists of the cloud ignore `offset`, so that every page is the first one. @default false */
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
