import { canonicalJson, isJsonObject, mapValues } from "../values/json";
import { mask } from "../values/mask";

/**
 * What may be shown of a value where `args` are secret: a copy with a mask in place of everything that is in `args`
 * too, however short it is. A map of `args` is hidden as a whole, because its names may reveal as much as its values.
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

/** All texts and numbers inside a value, as texts. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap(textsIn);
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
