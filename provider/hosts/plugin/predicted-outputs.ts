import { isDeepStrictEqual } from "node:util";
import type { Traits } from "../../core/traits";
import { Unknown } from "../../core/unknown";
import { mapValues, pick, type JsonObject } from "../../values/json";

/** The stored resource whose update is previewed. */
export interface Before {
  inputs: JsonObject;
  outputs: JsonObject;
}

/**
 * The outputs that a preview can predict: the arguments, and values that the change does not affect. All others are
 * unknown.
 */
export function predictOutputs(inputs: JsonObject, { returned, computed }: Traits, before?: Before): JsonObject {
  const isChanged = (key: string) => !before || !isDeepStrictEqual(before.inputs[key], inputs[key]);
  const isAnythingChanged = [...Object.keys(inputs), ...Object.keys(before?.inputs ?? {})].some(isChanged);
  const predicted = mapValues(computed, (sources, key) => {
    const given = inputs[key];
    const isAffected = sources === "any" ? isAnythingChanged : (sources as readonly string[]).some(isChanged);
    return given ?? (before && !isAffected ? before.outputs[key] : new Unknown());
  });
  return { ...pick(inputs, (key) => returned.includes(key)), ...predicted };
}
