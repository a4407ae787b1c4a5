import * as z from "zod";
import type { FunctionRef } from "../../api/calls/functions";
import { credentialSourceSchema } from "../../config/credential-source";
import type { UnfinishedOperation } from "../../core/reconcile";
import { requireText, limitText } from "../../values/characters";
import { functionNameSchema } from "../../model/cloud-function";
import { isJsonObject, pick, withoutNulls } from "../../values/json";

/** Defaults of the arguments. */
export const defaults = { taskTimeoutSeconds: 2400 } as const;

/** What removed fields are reset to. */
export const emptyValues = {
  dependencies: "",
  description: "",
  enableApiKey: false,
  envs: {},
  disabled: false,
} as const;

const instances = z.int().min(0).max(50);

/** The fields that change in place, each by itself (contract, sections 2.6 and 8). */
const changeable = {
  code: limitText(1, 100_000),
  mainMethod: requireText(100),
  flavor: requireText(),
  timeout: z.int().min(0).max(1805),
  autoscaling: z.strictObject({ minInstances: instances.optional(), maxInstances: instances.optional() }).optional(),
  dependencies: limitText(0, 100_000).optional(),
  description: limitText(0, 255).optional(),
  enableApiKey: z.boolean().optional(),
  envs: z.record(z.string(), limitText(0, 255)).optional(),
  disabled: z.boolean().optional(),
};

/** The names of the fields that change in place. */
export const changeableFields = Object.keys(changeable) as (keyof typeof changeable)[];

/** The resolved arguments of a program; `check.ts` has the rules between them. */
export const argsSchema = z.strictObject({
  projectId: z.int().min(1).optional(),
  regionId: z.int().min(1).optional(),
  namespace: functionNameSchema,
  name: functionNameSchema,
  runtime: requireText(),
  ...changeable,
  code: changeable.code.optional(),
  envsFrom: z.record(z.string(), credentialSourceSchema).optional(),
  adopt: z.boolean().optional(),
  onDestroy: z.enum(["delete", "retain"]).optional(),
  taskTimeoutSeconds: z.int().min(0).optional(),
});

type Args = z.infer<typeof argsSchema>;

/** The declared ones of the fields that change in place. */
export type Declared = Partial<z.infer<z.ZodObject<typeof changeable>>>;

/** Options of the resource itself, which the platform does not know. */
interface ManagementOptions {
  onDestroy?: Args["onDestroy"];
  taskTimeoutSeconds: number;
}

/** The normalized inputs of the resource. */
export interface CloudFunctionInputs extends FunctionRef, Declared, ManagementOptions {
  runtime: string;
  /** Never `false`. */
  adopt?: boolean;
}

/** The outputs of the resource. Of the fields that change in place, it has the declared ones with actual values. */
export interface CloudFunctionState extends FunctionRef, Declared, ManagementOptions {
  runtime: string;
  /** Undefined until the function is known to be the resource's own. */
  functionId?: string;
  endpoint?: string;
  status?: string;
  buildStatus?: string;
  buildMessage?: string;
  deployStatus?: Record<string, number>;
  createdAt?: string;
  adopted: boolean;
  /** The unfinished operation. */
  operation?: UnfinishedOperation;
  /** See `core/claims.ts`. */
  claim?: string;
}

/** The fields of arguments or of a state that change in place, if declared. */
export function pickDeclared(values: object): Declared {
  const { autoscaling, ...rest } = pick(values, (key) => changeableFields.some((field) => field === key));
  const limits = isJsonObject(autoscaling) ? withoutNulls(autoscaling) : autoscaling;
  const isEmpty = isJsonObject(limits) && Object.keys(limits).length === 0;
  return withoutNulls({ ...rest, autoscaling: isEmpty ? undefined : limits });
}
