import { isJsonObject, withoutNulls, type JsonObject } from "../../values/json";
import { formatPropertyPath, checkSchema, type Failure } from "../../core/check";
import { unknownObject, type Checked, type Declaration } from "../../core/handler";
import { checkScope, type DefaultScope } from "../../model/scope";
import { argsSchema, defaults, pickDeclared, type CloudFunctionInputs } from "./schema";
import { ids } from "./wire";

/** The name of an environment variable (contract, section 2.6, and platform facts, "Functions"). */
const envName = /^[a-zA-Z_][a-zA-Z0-9_]{0,254}$/;

/**
 * Checks what can be checked without the platform (contract, sections 2.6, 8), and reports all failures at once. `scope`
 * is undefined if the configuration is invalid, which is reported elsewhere.
 */
export function checkCloudFunction(args: JsonObject, scope: DefaultScope | undefined): Checked<CloudFunctionInputs> {
  const { code, autoscaling, envs } = args;
  const failures: Failure[] = [...checkSchema(argsSchema, args), ...checkScope(args, scope)];
  if (code === undefined) {
    failures.push({ property: "code", reason: "is required: give code or codePath", isMissing: true });
  }
  const { minInstances: min, maxInstances: max } = isJsonObject(autoscaling) ? autoscaling : {};
  if (typeof min === "number" && typeof max === "number" && min > max) {
    const reason = `must not be above maxInstances: ${min} is above ${max}`;
    failures.push({ property: "autoscaling.minInstances", reason });
  }
  for (const name of isJsonObject(envs) ? Object.keys(envs) : []) {
    if (!envName.test(name)) {
      const reason =
        "must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a digit";
      failures.push({ property: formatPropertyPath(["envs", name]), reason });
    }
  }
  return { inputs: normalizeInputs(args, scope), failures };
}

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

/** The function, which no other resource may make or adopt. */
export function listDeclarations(values: Partial<CloudFunctionInputs>): Declaration[] {
  const key = ids.find(values);
  if (values.adopt) {
    const advice = "Only one resource can manage a function";
    return [{ property: "adopt", key: key ?? unknownObject, advice, object: "taken" }];
  }
  return key === undefined
    ? []
    : [{ property: "name", key, advice: "Names are unique in a namespace", object: "made" }];
}
