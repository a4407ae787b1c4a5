import type { FunctionAnswer, FunctionRef } from "../../api/calls/functions";
import { camelCase, renameKeys } from "../../api/calls/naming";
import { mapValues, pick, withoutNulls, type JsonObject } from "../../values/json";
import { ScopedIds } from "../../model/resource-ids";
import { toProgramName, readFunction, toWireName, withoutSecrets } from "../../model/cloud-function";
import { pickDeclared, defaults, emptyValues } from "./schema";
import type { CloudFunctionInputs, CloudFunctionState, Declared } from "./schema";
import { traits } from "./traits";

/** The properties that identify a function. */
export function toRef({ projectId, regionId, namespace, name }: FunctionRef): FunctionRef {
  return { projectId, regionId, namespace, name };
}

export const ids = new ScopedIds<FunctionRef>("function", traits.id);

/** The body that creates a function; `disabled` can only be set later. */
export function toCreateBody(inputs: CloudFunctionInputs): object {
  const declared = pick(pickDeclared(inputs), (key) => key !== "disabled");
  return { name: inputs.name, runtime: inputs.runtime, ...toWireFields(declared) };
}

/** The body that changes the given fields; a limit of autoscaling that is not given is sent with its actual value. */
export function toPatchBody(changed: Declared, { autoscaling }: FunctionAnswer): object {
  const { min_instances: min, max_instances: max } = autoscaling ?? {};
  const limits = pickDeclared({ autoscaling: { minInstances: min, maxInstances: max, ...changed.autoscaling } });
  return toWireFields(changed.autoscaling ? { ...changed, ...limits } : changed);
}

/**
 * The declared fields with their values on the platform. `null` counts as the empty value; fields that the answer lacks
 * are taken from `known`.
 */
export function readDeclared(answer: FunctionAnswer, declared: Declared, known: Declared = declared): Declared {
  return mapValues(declared, (value, key) => {
    const answered = answer[toWireName(key)];
    const fallback = (known as JsonObject)[key];
    if (key === "autoscaling") {
      const { min_instances: minInstances, max_instances: maxInstances } = answer.autoscaling ?? {};
      const limits = { ...(fallback as JsonObject), ...withoutNulls({ minInstances, maxInstances }) };
      return mapValues(value as JsonObject, (_, limit) => limits[limit]);
    }
    return answered === undefined ? fallback : (answered ?? (emptyValues as JsonObject)[key] ?? fallback);
  });
}

/** The outputs of the resource; `declared` are the fields that change in place, by default with their actual values. */
export function toState(
  ref: FunctionRef,
  answer: FunctionAnswer,
  known: Partial<CloudFunctionState>,
  declared = readDeclared(answer, pickDeclared(known)),
): CloudFunctionState {
  const { buildMessage, ...actual } = readFunction(answer);
  const outputs = {
    runtime: answer.runtime ?? known.runtime,
    ...pick(actual, (key) => key in traits.computed),
    buildMessage: buildMessage && withoutSecrets(buildMessage, answer, known),
    taskTimeoutSeconds: known.taskTimeoutSeconds ?? defaults.taskTimeoutSeconds,
    onDestroy: known.onDestroy,
    adopted: known.adopted ?? false,
    operation: known.operation,
    claim: known.claim,
  };
  return { ...ref, ...declared, ...withoutNulls(outputs) } as CloudFunctionState;
}

/** Why an existing function cannot be adopted: it has another runtime, which cannot change in place. */
export function findRuntimeProblem(found: FunctionAnswer, { runtime }: { runtime: unknown }): string | undefined {
  const differs = typeof runtime === "string" && typeof found.runtime === "string" && found.runtime !== runtime;
  return differs
    ? `is ${JSON.stringify(runtime)}, but the existing function has ${JSON.stringify(found.runtime)}, which cannot change in ` +
        "place; declare that one to adopt the function"
    : undefined;
}

/** The inputs that a state describes. */
export function toInputs(state: CloudFunctionState): CloudFunctionInputs {
  const { projectId, regionId, namespace, name, runtime, onDestroy, taskTimeoutSeconds } = state;
  const managing = pick({ onDestroy, taskTimeoutSeconds }, (_, value) => value !== undefined);
  return { projectId, regionId, namespace, name, runtime, ...pickDeclared(state), ...managing } as CloudFunctionInputs;
}

/** Translates a location in the platform's error body to a property path. Names below `envs` are the user's own. */
export function toPropertyPath(location: readonly string[]): string {
  const [field = "", ...rest] = location.flatMap((step) => step.split("."));
  const name = toProgramName(field);
  return [name, ...(name === "envs" ? rest : rest.map(camelCase))].join(".");
}

/** The fields of the object at a place of an error body (contract, section 2.6). */
export function listFields(location: readonly string[]): readonly string[] {
  return location.at(-1) === "autoscaling" ? ["min_instances", "max_instances"] : [];
}

function toWireFields(declared: Declared): JsonObject {
  const { autoscaling, ...rest } = declared;
  return {
    ...renameKeys(rest, toWireName),
    ...(autoscaling && { autoscaling: renameKeys(autoscaling, toWireName) }),
  };
}
