import { z } from "zod";
import { maxTimeoutSeconds } from "./functions/fields";
import { imageFilters } from "./images/query";
import { taskLifeSchema } from "./tasks/life";

/** Differences between deployments of the cloud API. */
export const switchesSchema = z.strictObject({
  /** Whether a PATCH with `tags: null` gets 400, although the contract allows it. @default false */
  refusesTagsNull: z.boolean(),
  /** Filters that the list of images ignores, as older deployments do. @default none */
  ignoredImageFilters: z.array(z.enum(imageFilters)),
  /** Life cycle of tasks. @default they have FINISHED at once */
  taskLife: taskLifeSchema,
  /** Maximum timeout of a function in seconds: some deployments accept less than the contract. @default 1805 */
  maxFunctionTimeout: z.number().int().min(0).max(maxTimeoutSeconds),
  /** Whether a new function needs `autoscaling`, which is optional in the contract. @default false */
  requiresAutoscaling: z.boolean(),
  /** Whether functions have no `disabled` in responses, like the published object. @default false */
  omitsDisabled: z.boolean(),
  /** Whether the lists of the cloud ignore `offset`, so that every page is the first one. @default false */
  ignoresOffset: z.boolean(),
});

/** See {@link switchesSchema}. */
export type CloudSwitches = Readonly<z.output<typeof switchesSchema>>;
