import * as z from "zod";
import { taskId } from "../api/calls/tasks";
import type { Operation } from "./reconcile";

/** The form of an unfinished operation, in a state. */
export const operationSchema: z.ZodType<Operation> = z.looseObject({
  kind: z.enum(["create", "update", "delete"]),
  tasks: z.array(taskId).optional(),
  unconfirmed: z.literal(true).optional(),
});
