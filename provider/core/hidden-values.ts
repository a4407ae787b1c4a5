import { toCanonicalJson, isJsonObject, mapValues } from "../values/json";
import { mask } from "../values/mask";

/**
 * Returns a function that copies a value and masks everything in it that also occurs in the secret `args`, however
 * short. A map is masked as a whole, because its keys may reveal as much as its values.
 */
export function createMask(args: unknown): <T>(value: T) => T {
  const maps = (isJsonObject(args) ? Object.values(args) : []).filter(isJsonObject).map(toCanonicalJson);
  const hiddenTexts = new Set([...collectTexts(args), ...maps]);
  const maskSecrets = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(maskSecrets);
    }
    if (isJsonObject(value)) {
      return hiddenTexts.has(toCanonicalJson(value)) ? mask : mapValues(value, maskSecrets);
    }
    return collectTexts(value).some((text) => hiddenTexts.has(text)) ? mask : value;
  };
  return <T>(value: T) => maskSecrets(value) as T;
}

/** All strings and numbers inside a value, as strings. */
export function collectTexts(value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap(collectTexts);
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
