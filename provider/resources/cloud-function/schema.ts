import * as z from "zod";
import { functionNameSchema } from "../../model/cloud-function";
import { emptyValues as sharedEmptyValues, sharedArgs, sharedFields } from "../../tasks/schema";
import { requireText, limitText } from "../../values/characters";

/** What removed fields are reset to. */
export const emptyValues = { dependencies: "", enableApiKey: false, disabled: false, ...sharedEmptyValues } as const;

const instances = z.int().min(0).max(50);

/** The fields that change in place, each by itself (contract, sections 2.6 and 8). */
const changeable = {
  code: limitText(1, 100_000),
  mainMethod: requireText(100),
  flavor: requireText(),
  timeout: z.int().min(0).max(1805),
  autoscaling: z.strictObject({ minInstances: instances.optional(), maxInstances: instances.optional() }).optional(),
  dependencies: limitText(0, 100_000).optional(),
  enableApiKey: z.boolean().optional(),
  disabled: z.boolean().optional(),
  ...sharedFields,
};

/** The names of the fields that change in place. */
export const changeableFields = Object.keys(changeable) as (keyof typeof changeable)[];

/** The resolved arguments of a program; `FunctionKind` has the rules between them. */
export const argsSchema = z.strictObject({
  ...sharedArgs,
  namespace: functionNameSchema,
  runtime: requireText(),
  ...changeable,
  code: changeable.code.optional(),
});
