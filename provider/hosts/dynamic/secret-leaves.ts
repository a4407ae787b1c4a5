import type { SecretLeaves } from "../../core/traits";
import { isJsonObject, mapValues, pick, type JsonObject } from "../../json";

/** In place of a value that only the platform has, and that may be secret. */
export const undisclosed = "[not declared here]";

/**
 * Host side: properties with secrets only under paths that came in (`before`). The engine recognises what is secret by
 * its path, and writes everything else in clear.
 */
export function withoutNewSecrets(values: JsonObject, spec: SecretLeaves, before: JsonObject): JsonObject {
  return mapValues(values, (value, property) => {
    const names = spec[property];
    const came = before[property];
    if (names === undefined || !isJsonObject(value)) {
      return value;
    }
    const isNew = (name: string) => !(isJsonObject(came) && Object.hasOwn(came, name));
    return names === "any"
      ? mapValues(value, (leaf, name) => (isNew(name) ? undisclosed : leaf))
      : pick(value, (name) => !names.includes(name) || !isNew(name));
  });
}
