import { isJsonObject, pick, withoutNulls, type JsonObject } from "../../values/json";
import type { DefaultScope } from "../../model/scope";
import { changeableFields, defaults, type CloudFunctionInputs, type Declared } from "./schema";

/**
 * Applies defaults and drops nulls and empty limits of autoscaling, so that two descriptions of the same function are
 * equal. Empty strings, empty maps and zeros are values. Accepts values that fit the schema or are still unknown.
 */
export function normalizeInputs(args: JsonObject, scope: DefaultScope = {}): CloudFunctionInputs {
  const { projectId, regionId, namespace, name, runtime, adopt, onDestroy, taskTimeoutSeconds } = args;
  return withoutNulls({
    projectId: projectId ?? scope.projectId,
    regionId: regionId ?? scope.regionId,
    namespace,
    name,
    runtime,
    ...pickDeclared(args),
    adopt: adopt === false ? undefined : adopt,
    onDestroy,
    taskTimeoutSeconds: taskTimeoutSeconds ?? defaults.taskTimeoutSeconds,
  }) as unknown as CloudFunctionInputs;
}

/** The fields of arguments or of a state that change in place, if declared. */
export function pickDeclared(values: object): Declared {
  const { autoscaling, ...rest } = pick(values, (key) => changeableFields.some((field) => field === key));
  const limits = isJsonObject(autoscaling) ? withoutNulls(autoscaling) : autoscaling;
  const isEmpty = isJsonObject(limits) && Object.keys(limits).length === 0;
  return withoutNulls({ ...rest, autoscaling: isEmpty ? undefined : limits });
}
