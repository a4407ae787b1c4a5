import { z } from "zod";
import { parseBody } from "../body";
import type { Switches } from "../seed";
import { autoscalingOf, functionFields, optionalFields, resourceName, type Autoscaling } from "./fields";

const createSchema = ({ maxFunctionTimeout, requiresAutoscaling }: Switches) =>
  z.strictObject({
    name: resourceName,
    runtime: z.string(),
    ...functionFields(maxFunctionTimeout),
    autoscaling: requiresAutoscaling ? autoscalingOf() : autoscalingOf().optional(),
    ...z.object(optionalFields).partial().shape,
  });

/** Every field may be left out; `disabled` is known to a change only. */
const changeSchema = (maxTimeout: number, current?: Autoscaling) =>
  z
    .strictObject({
      ...functionFields(maxTimeout),
      autoscaling: autoscalingOf(current),
      ...optionalFields,
      disabled: z.boolean(),
    })
    .partial();

/** The body of a create (contract 2.6). */
export type NewFunction = z.output<ReturnType<typeof createSchema>>;

/** The body of a change. */
export type FunctionChange = z.output<ReturnType<typeof changeSchema>>;

/** Checks the body of a create; throws `InvalidFields`. */
export function parseCreate(body: unknown, switches: Switches): NewFunction {
  return parseBody(createSchema(switches), body);
}

/** Checks the body of a change of a function that has `current`; throws `InvalidFields`. */
export function parseChange(body: unknown, { maxFunctionTimeout }: Switches, current: Autoscaling): FunctionChange {
  return parseBody(changeSchema(maxFunctionTimeout, current), body);
}

/** A change that waits for its tasks, in a seed: it was checked when it was sent. */
export const pendingChange = changeSchema(Infinity, { min_instances: 0, max_instances: 50 });
