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

/** Every field is optional; only a change has `disabled`. */
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

/** Cached, because building a schema takes longer than the rest of a request. */
function getSchemas(switches: CloudSwitches): Schemas {
  const cached = cachedSchemas.get(switches);
  if (cached) {
    return cached;
  }
  const built = { create: createNewFunctionSchema(switches), change: createChangeSchema(switches.maxFunctionTimeout) };
  cachedSchemas.set(switches, built);
  return built;
}

/** The body of a create (contract 2.6). */
type NewFunction = z.output<ReturnType<typeof createNewFunctionSchema>>;

/** The body of a change. */
type FunctionChange = z.output<ReturnType<typeof createChangeSchema>>;

/** Completed by the current values, the minimum of instances may not exceed the maximum. */
const createAutoscalingRule = (current?: Autoscaling) => (body: Readonly<Record<string, unknown>>) => {
  const text = checkAutoscaling(body.autoscaling, current);
  return text === undefined ? [] : [{ path: ["autoscaling"], text }];
};

/** Parses the body of a create; throws an `InvalidFieldsError`. */
export function parseNewFunction(body: unknown, switches: CloudSwitches): NewFunction {
  return parseBody(getSchemas(switches).create, body, createAutoscalingRule());
}

/** Parses the body of a change; throws an `InvalidFieldsError`. */
export function parseFunctionChange(body: unknown, switches: CloudSwitches, current: Autoscaling): FunctionChange {
  return parseBody(getSchemas(switches).change, body, createAutoscalingRule(current));
}

/** A pending change in a seed. Its timeout may exceed the present limit, because it was checked when it was sent. */
export const pendingChange = createChangeSchema(Infinity);
