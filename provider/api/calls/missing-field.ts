import { isJsonObject } from "../../values/json";

/** The first field, by its path, that `full` has and `other` leaves out or empty; undefined if there is none. */
export function findMissingField(full: unknown, other: unknown, path = ""): string | undefined {
  if (isEmpty(full)) {
    return undefined;
  }
  if (isEmpty(other)) {
    return path;
  }
  for (const [key, value, counterpart] of pairFields(full, other)) {
    const missing = findMissingField(value, counterpart, path + (Array.isArray(full) ? `[${key}]` : `.${key}`));
    if (missing !== undefined) {
      return missing.replace(/^\./, "");
    }
  }
  return undefined;
}

/** The fields of two objects, or the entries that two lists both have: a list may have changed in between. */
function pairFields(full: unknown, other: unknown): [string, unknown, unknown][] {
  if (Array.isArray(full) && Array.isArray(other)) {
    return full.slice(0, other.length).map((entry, index) => [String(index), entry, other[index]]);
  }
  return isJsonObject(full) && isJsonObject(other)
    ? Object.entries(full).map(([key, value]) => [key, value, Object.hasOwn(other, key) ? other[key] : undefined])
    : [];
}

function isEmpty(value: unknown): boolean {
  const hasFields = Array.isArray(value) || isJsonObject(value);
  return value === undefined || value === null || value === "" || (hasFields && Object.keys(value).length === 0);
}
