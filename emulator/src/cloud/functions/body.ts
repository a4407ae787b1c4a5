import { z } from "zod";
import { parseBody } from "../body";
import type { Switches } from "../switches";
import {
  autoscalingProblem,
  functionFields,
  optionalFields,
  resourceName,
  sentAutoscaling,
  type Autoscaling,
} from "./fields";

const createSchema = ({ maxFunctionTimeout, requiresAutoscaling }: Switches) =>
  z.strictObject({
    name: resourceName,
    runtime: z.string(),
    ...functionFields(maxFunctionTimeout),
    autoscaling: requiresAutoscaling ? sentAutoscaling : sentAutoscaling.optional(),
    ...z.object(optionalFields).partial().shape,
  });

/** Every field may be left out; `disabled` is known to a change only. */
const changeSchema = (maxTimeout: number) =>
  z
    .strictObject({
      ...functionFields(maxTimeout),
      autoscaling: sentAutoscaling,
      ...optionalFields,
      disabled: z.boolean(),
    })
    .partial();

interface Schemas {
  readonly create: ReturnType<typeof createSchema>;
  readonly change: ReturnType<typeof changeSchema>;
}

const schemas = new WeakMap<Switches, Schemas>();

/** Building a schema takes longer than all the rest of a request; one for the switches in force is enough. */
function schemasFor(switches: Switches): Schemas {
  const known = schemas.get(switches);
  if (known) return known;
  const built = { create: createSchema(switches), change: changeSchema(switches.maxFunctionTimeout) };
  schemas.set(switches, built);
  return built;
}

/** The body of a create (contract 2.6). */
export type NewFunction = z.output<ReturnType<typeof createSchema>>;

/** The body of a change. */
export type FunctionChange = z.output<ReturnType<typeof changeSchema>>;

/** The rule that depends on what there is: the minimum of instances may not be above the maximum. */
const autoscalingRule = (current?: Autoscaling) => (body: Readonly<Record<string, unknown>>) => {
  const text = autoscalingProblem(body.autoscaling, current);
  return text === undefined ? [] : [{ path: ["autoscaling"], text }];
};

/** Checks the body of a create; throws `InvalidFields`. */
export function parseCreate(body: unknown, switches: Switches): NewFunction {
  return parseBody(schemasFor(switches).create, body, autoscalingRule());
}

/** Checks the body of a change of a function that has `current`; throws `InvalidFields`. */
export function parseChange(body: unknown, switches: Switches, current: Autoscaling): FunctionChange {
  return parseBody(schemasFor(switches).change, body, autoscalingRule(current));
}

/** A change that waits for its tasks, in a seed: it was checked when it was sent. */
export const pendingChange = changeSchema(Infinity);
