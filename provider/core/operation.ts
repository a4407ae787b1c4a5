import * as z from "zod";
import { taskIdSchema } from "../api/calls/tasks";
import type { UnfinishedOperation } from "./reconcile";

/** The form of an unfinished operation, in a state. */
export const operationSchema: z.ZodType<UnfinishedOperation> = z.looseObject({
  kind: z.enum(["create", "update", "delete"]),
  tasks: z.array(taskIdSchema).optional(),
  unconfirmed: z.literal(true).optional(),
  failed: z.literal(true).optional(),
});
