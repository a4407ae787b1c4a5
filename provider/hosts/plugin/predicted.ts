import { isDeepStrictEqual } from "node:util";
import type { Traits } from "../../core/traits";
import { Unknown } from "../../core/unknown";
import { mapValues, pick, type JsonObject } from "../../values/json";

/** What is there already when an update is previewed. */
export interface Before {
  inputs: JsonObject;
  outputs: JsonObject;
}

/**
 * The outputs of a resource that a preview can predict: the arguments, and what a change of them leaves as it is. What is
 * not here is known later.
 */
export function predictedOutputs(inputs: JsonObject, { returned, computed }: Traits, before?: Before): JsonObject {
  const isChanged = (key: string) => !before || !isDeepStrictEqual(before.inputs[key], inputs[key]);
  const isAnythingChanged = [...Object.keys(inputs), ...Object.keys(before?.inputs ?? {})].some(isChanged);
  const predicted = mapValues(computed, (sources, key) => {
    const given = inputs[key];
    const isAffected = sources === "any" ? isAnythingChanged : (sources as readonly string[]).some(isChanged);
    return given ?? (before && !isAffected ? before.outputs[key] : new Unknown());
  });
  return { ...pick(inputs, (key) => returned.includes(key)), ...predicted };
}
