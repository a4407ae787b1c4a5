import { isJsonObject, type JsonObject } from "../../values/json";
import { formatPropertyPath, checkSchema } from "../../core/check";
import { unknownObject, type Checked, type Declaration, type Failure } from "../../core/handler";
import { checkScope, type DefaultScope } from "../../model/scope";
import { normalizeInputs, argsSchema, envName, type CloudFunctionInputs } from "./schema";
import { findId } from "./wire";

/**
 * Checks everything that the contract (sections 2.6, 8) decides without the platform, and reports all failures at once.
 * `scope` is undefined if the configuration is invalid, which is reported elsewhere.
 */
export function checkCloudFunction(args: JsonObject, scope: DefaultScope | undefined): Checked<CloudFunctionInputs> {
  const failures = [
    ...checkSchema(argsSchema, args),
    ...checkScope(args, scope),
    ...checkCode(args.code),
    ...checkAutoscaling(args.autoscaling),
    ...checkEnvNames(args.envs),
  ];
  return { inputs: normalizeInputs(args, scope), failures };
}

function checkCode(code: unknown): Failure[] {
  return code === undefined
    ? [{ property: "code", reason: "is required: give code or codePath", isMissing: true }]
    : [];
}

function checkAutoscaling(autoscaling: unknown): Failure[] {
  const { minInstances: min, maxInstances: max } = isJsonObject(autoscaling) ? autoscaling : {};
  return typeof min === "number" && typeof max === "number" && min > max
    ? [{ property: "autoscaling.minInstances", reason: `must not be above maxInstances: ${min} is above ${max}` }]
    : [];
}

function checkEnvNames(envs: unknown): Failure[] {
  const wrong = (isJsonObject(envs) ? Object.keys(envs) : []).filter((key) => !envName.test(key));
  return wrong.map((key) => ({
    property: formatPropertyPath(["envs", key]),
    reason: "must have a name of 1 to 255 Latin letters, digits and underscores that does not begin with a digit",
  }));
}

/** The function, which no other resource may make or adopt. */
export function listDeclarations(values: Partial<CloudFunctionInputs>): Declaration[] {
  const key = findId(values);
  if (values.adopt) {
    const advice = "Only one resource can manage a function";
    return [{ property: "adopt", key: key ?? unknownObject, advice, object: "taken" }];
  }
  return key === undefined
    ? []
    : [{ property: "name", key, advice: "Names are unique in a namespace", object: "made" }];
}
