import { z } from "zod";
import { parseBody } from "../body";
import type { CloudSwitches } from "../switches";
import {
  checkAutoscaling,
  createRequiredFields,
  optionalFields,
  resourceName,
  sentAutoscaling,
  type Autoscaling,
} from "./fields";

const createNewFunctionSchema = ({ maxFunctionTimeout, requiresAutoscaling }: CloudSwitches) =>
  z.strictObject({
    name: resourceName,
    runtime: z.string(),
    ...createRequiredFields(maxFunctionTimeout),
    autoscaling: requiresAutoscaling ? sentAutoscaling : sentAutoscaling.optional(),
    ...z.object(optionalFields).partial().shape,
  });

/** Every field may be left out; `disabled` is known to a change only. */
const createChangeSchema = (maxTimeout: number) =>
  z
    .strictObject({
      ...createRequiredFields(maxTimeout),
      autoscaling: sentAutoscaling,
      ...optionalFields,
      disabled: z.boolean(),
    })
    .partial();

interface Schemas {
  readonly create: ReturnType<typeof createNewFunctionSchema>;
  readonly change: ReturnType<typeof createChangeSchema>;
}

const cachedSchemas = new WeakMap<CloudSwitches, Schemas>();

/** Building a schema takes longer than all the rest of a request; one for the switches in force is enough. */
function getSchemas(switches: CloudSwitches): Schemas {
  const cached = cachedSchemas.get(switches);
  if (cached) return cached;
  const built = { create: createNewFunctionSchema(switches), change: createChangeSchema(switches.maxFunctionTimeout) };
  cachedSchemas.set(switches, built);
  return built;
}

/** The body of a create (contract 2.6). */
export type NewFunction = z.output<ReturnType<typeof createNewFunctionSchema>>;

/** The body of a change. */
export type FunctionChange = z.output<ReturnType<typeof createChangeSchema>>;

/** The rule that depends on what there is: the minimum of instances may not be above the maximum. */
const createAutoscalingRule = (current?: Autoscaling) => (body: Readonly<Record<string, unknown>>) => {
  const text = checkAutoscaling(body.autoscaling, current);
  return text === undefined ? [] : [{ path: ["autoscaling"], text }];
};

/** Checks the body of a create; throws `InvalidFields`. */
export function parseNewFunction(body: unknown, switches: CloudSwitches): NewFunction {
  return parseBody(getSchemas(switches).create, body, createAutoscalingRule());
}

/** Checks the body of a change of a function that has `current`; throws `InvalidFields`. */
export function parseFunctionChange(body: unknown, switches: CloudSwitches, current: Autoscaling): FunctionChange {
  return parseBody(getSchemas(switches).change, body, createAutoscalingRule(current));
}

/** A change that waits for its tasks, in a seed: it was checked when it was sent. */
export const pendingChange = createChangeSchema(Infinity);
