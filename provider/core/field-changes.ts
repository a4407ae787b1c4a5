import { isDeepStrictEqual } from "node:util";
import { isJsonObject, readOwnValue, readValueAt, type JsonObject } from "../values/json";
import { formatPropertyPath, type PathStep, type PropertyPath } from "./property-paths";
import { containsUnknown, Secret } from "./tree";

/** Tells whether the value at a path, with everything in it, must not be shown. */
export type IsHidden = (path: PropertyPath, value: unknown) => boolean;

const maxShownLength = 60;

/**
 * Hides what is a `Secret` in `marked`. A text with a secret in it is hidden as a whole, because a cut could leave a part
 * of the secret.
 */
export function createIsHidden(
  properties: readonly PathStep[],
  secrets: readonly string[] = [],
  marked: JsonObject = {},
): IsHidden {
  return (path, value) =>
    properties.includes(path.at(-1) ?? "") ||
    readValueAt(marked, path) instanceof Secret ||
    (typeof value === "string" && secrets.some((secret) => value.includes(secret)));
}

/**
 * Returns one text per field that changes: `useNext: false → true`. The text shows no values if the field is hidden or
 * contains something hidden. Lists of objects are compared by position, other lists as a whole.
 */
export function describeFieldChanges(
  actual: unknown,
  desired: unknown,
  isHiddenHere: IsHidden,
  path: PropertyPath = [],
): string[] {
  if (isDeepStrictEqual(actual, desired)) {
    return [];
  }
  const isHidden = isHiddenHere(path, desired) ? () => true : isHiddenHere;
  const areLists = [actual, desired].every((list) => Array.isArray(list) && list.every(isJsonObject));
  if (areLists || (isJsonObject(actual) && isJsonObject(desired))) {
    const keys = [...new Set([desired, actual].flatMap((fields) => Object.keys(fields as object)))];
    return keys.flatMap((key) => {
      const at = [...path, areLists ? Number(key) : key];
      return describeFieldChanges(readOwnValue(actual, key), readOwnValue(desired, key), isHidden, at);
    });
  }
  const property = formatPropertyPath(path);
  if (!hidesAnything(actual, isHidden, path) && !hidesAnything(desired, isHidden, path)) {
    return [`${property}: ${formatValue(actual)} → ${formatValue(desired)}`];
  }
  if (actual === undefined) {
    return [`${property}: ${desired === null ? "is set to null" : "is set"}`];
  }
  return [`${property}: ${desired === undefined ? "is removed" : "changes"}`];
}

function hidesAnything(value: unknown, isHidden: IsHidden, path: PropertyPath): boolean {
  if (isHidden(path, value)) {
    return true;
  }
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return entries.some(([key, child]) => hidesAnything(child, isHidden, [...path, key]));
}

function formatValue(value: unknown): string {
  if (value === undefined) {
    return "nothing";
  }
  if (containsUnknown(value)) {
    return "known later";
  }
  const text = JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
