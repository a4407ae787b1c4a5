import { isJsonObject, readOwnValue } from "../../values/json";

/**
 * The first field, by its path, that `known` has and `other` does not have with the same value; undefined if there is
 * none. Empty values count as missing.
 */
export function findUnequalField(known: unknown, other: unknown, path = ""): string | undefined {
  if (isEmpty(known)) {
    return undefined;
  }
  const areLists = Array.isArray(known) && Array.isArray(other) && known.length === other.length;
  if (!areLists && !(isJsonObject(known) && isJsonObject(other))) {
    return known === other ? undefined : path;
  }
  for (const [key, value] of Object.entries(known)) {
    const place = areLists ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    const unequal = findUnequalField(value, readOwnValue(other, key), place);
    if (unequal !== undefined) {
      return unequal;
    }
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  const hasFields = Array.isArray(value) || isJsonObject(value);
  return value === undefined || value === null || value === "" || (hasFields && Object.keys(value).length === 0);
}
