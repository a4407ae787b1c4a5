import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../values/json";
import { propertyPath } from "./check";
import { containsUnknown, Unknown } from "./unknown";

/** Whether the value at a path, and everything below it, must not be shown; given the desired value. */
export type IsHidden = (path: readonly PropertyKey[], wanted: unknown) => boolean;

const longestShown = 60;

/** Hides the values of these properties, and secrets anywhere. */
export function hideIn(properties: readonly PropertyKey[], secrets: readonly unknown[] = []): IsHidden {
  return (path, wanted) => properties.includes(path.at(-1) ?? "") || secrets.includes(wanted);
}

/**
 * The differences between actual and desired values, one text for each field: `useNext: false → true`. Hidden fields
 * are named without their values.
 */
export function fieldChanges(
  found: unknown,
  wanted: unknown,
  isHiddenItself: IsHidden,
  path: readonly PropertyKey[] = [],
): string[] {
  if (isDeepStrictEqual(found, wanted)) {
    return [];
  }
  const isHidden = isHiddenItself(path, wanted) ? () => true : isHiddenItself;
  if (isJsonObject(found) && isJsonObject(wanted)) {
    const keys = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
    return keys.flatMap((key) => fieldChanges(found[key], wanted[key], isHidden, [...path, key]));
  }
  if (
    Array.isArray(found) &&
    Array.isArray(wanted) &&
    [...(found as unknown[]), ...(wanted as unknown[])].every(isJsonObject)
  ) {
    const length = Math.max(found.length, wanted.length);
    return Array.from({ length }, (_, index) =>
      fieldChanges(found[index], wanted[index], isHidden, [...path, index]),
    ).flat();
  }
  const hides = hidesAnything(found, isHidden, path) || hidesAnything(wanted, isHidden, path);
  return [`${propertyPath(path)}: ${hides ? changeOf(found, wanted) : `${shown(found)} → ${shown(wanted)}`}`];
}

function hidesAnything(value: unknown, isHidden: IsHidden, path: readonly PropertyKey[]): boolean {
  if (isHidden(path, value)) {
    return true;
  }
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return entries.some(([key, child]) => hidesAnything(child, isHidden, [...path, key]));
}

function changeOf(found: unknown, wanted: unknown): string {
  if (found === undefined) {
    return wanted === null ? "is set to null" : "is set";
  }
  return wanted === undefined ? "is removed" : "changes";
}

function shown(value: unknown): string {
  if (value === undefined) {
    return "nothing";
  }
  if (value instanceof Unknown || containsUnknown(value)) {
    return "known later";
  }
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
