import { canonicalJson, isJsonObject, mapValues } from "../values/json";
import { mask } from "../values/mask";

/**
 * Returns a function that copies a value and masks everything in it that also occurs in the secret `args`, however
 * short. A map is masked as a whole, because its keys may reveal as much as its values.
 */
export function shownBeside(args: unknown): <T>(value: T) => T {
  const maps = (isJsonObject(args) ? Object.values(args) : []).filter(isJsonObject).map(canonicalJson);
  const hidden = new Set([...textsIn(args), ...maps]);
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(shown);
    }
    if (isJsonObject(value)) {
      return hidden.has(canonicalJson(value)) ? mask : mapValues(value, shown);
    }
    return textsIn(value).some((text) => hidden.has(text)) ? mask : value;
  };
  return <T>(value: T) => shown(value) as T;
}

/** All strings and numbers inside a value, as strings. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap(textsIn);
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
