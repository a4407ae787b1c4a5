import * as z from "zod";
import { credentialSourceSchema } from "../config/credential-source";
import { checkSchema, type Failure } from "../core/check";
import type { Checked } from "../core/handler";
import { formatPropertyPath } from "../core/property-paths";
import { functionNameSchema } from "../model/cloud-function";
import { checkScope, type DefaultScope } from "../model/scope";
import { limitText } from "../values/characters";
import { isJsonObject, withoutNulls, type JsonObject } from "../values/json";
import { defaults, type Inputs, type TaskKind } from "./kind";

/** The arguments that all kinds take, beside those that change in place. */
export const sharedArgs = {
  projectId: z.int().min(1).optional(),
  regionId: z.int().min(1).optional(),
  name: functionNameSchema,
  envsFrom: z.record(z.string(), credentialSourceSchema).optional(),
  adopt: z.boolean().optional(),
  onDestroy: z.enum(["delete", "retain"]).optional(),
  taskTimeoutSeconds: z.int().min(0).optional(),
};

/** The fields of all kinds that change in place (contract, sections 2.6 and 8). */
export const sharedFields = {
  description: limitText(0, 255).optional(),
  envs: z.record(z.string(), limitText(0, 255)).optional(),
};

/** What these fields are reset to once they are removed. */
export const emptyValues = { description: "", envs: {} } as const;

/** The name of an environment variable (contract, section 2.6, and platform facts, "Functions"). */
const envName = /^[a-zA-Z_][a-zA-Z0-9_]{0,254}$/;

/**
 * Checks what can be checked without the platform (contract, sections 2.6, 8), and reports all failures at once. `scope`
 * is undefined if the configuration is invalid, which is reported elsewhere.
 */
export function checkArguments(kind: TaskKind, args: JsonObject, scope: DefaultScope | undefined): Checked<Inputs> {
  const { envs } = args;
  const names = isJsonObject(envs) ? Object.keys(envs).filter((name) => !envName.test(name)) : [];
  const failures: Failure[] = [
    ...checkSchema(kind.args, args),
    ...checkScope(args, scope),
    ...(kind.checkRules?.(args) ?? []),
    ...names.map((name) => ({
      property: formatPropertyPath(["envs", name]),
      reason: "must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a digit",
    })),
  ];
  return { inputs: normalizeInputs(kind, args, scope), failures };
}

/**
 * Applies defaults and drops nulls, so that two descriptions of the same object are equal. Empty strings, empty maps and
 * zeros are values. Accepts values that fit the schema or are still unknown.
 */
export function normalizeInputs(kind: TaskKind, args: JsonObject, scope: DefaultScope = {}): Inputs {
  const { projectId, regionId, adopt, onDestroy, taskTimeoutSeconds } = args;
  return withoutNulls({
    ...kind.toRef(args),
    projectId: projectId ?? scope.projectId,
    regionId: regionId ?? scope.regionId,
    ...kind.pickFixed(args),
    ...kind.pickDeclared(args),
    adopt: adopt === false ? undefined : adopt,
    onDestroy,
    taskTimeoutSeconds: taskTimeoutSeconds ?? defaults.taskTimeoutSeconds,
  }) as Inputs;
}
