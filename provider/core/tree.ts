import { isJsonObject, mapValues, readOwnValue, type JsonObject } from "../values/json";

/*
 * Properties as hosts and messages see them: JSON with two more kinds of leaf, `Secret` and `Unknown`.
 */

/** A value that is hidden in every display and encrypted in the state. */
export class Secret {
  constructor(readonly value: unknown) {}
}

/** What the engine sends for a value that is only known after `up`, whatever the type of the property. */
export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * A value that a preview does not know yet. Distinct objects, but `isDeepStrictEqual` finds any two equal: exclude them
 * with `containsUnknown` before comparing.
 */
export class Unknown {}

/** Whether the value is unknown or holds something unknown. */
export function containsUnknown(value: unknown): boolean {
  return (
    value instanceof Unknown ||
    (typeof value === "object" && value !== null && Object.values(value).some(containsUnknown))
  );
}

/** The place of a value among the properties; a list entry goes by its key or its position. */
export type KeyedPath = readonly string[];

interface Leaf {
  path: KeyedPath;
  leaf: unknown;
}

/** The value in a secret, or a value as it is. */
export function openSecret(value: unknown): unknown {
  return value instanceof Secret ? value.value : value;
}

/** The same with all secrets in plain text. */
export function reveal(value: unknown): unknown {
  if (value instanceof Secret) {
    return reveal(value.value);
  }
  return Array.isArray(value) ? value.map(reveal) : isJsonObject(value) ? mapValues(value, reveal) : value;
}

/** A copy with other leaves; undefined ones are omitted. */
export function mapLeaves(
  value: unknown,
  map: (leaf: unknown, path: KeyedPath) => unknown,
  path: KeyedPath = [],
): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, index) => mapLeaves(entry, map, [...path, String(index)]));
  }
  if (!isJsonObject(value)) {
    return map(value, path);
  }
  const entries = Object.entries(value).map(([key, child]) => [key, mapLeaves(child, map, [...path, key])] as const);
  return Object.fromEntries(entries.filter(([, child]) => child !== undefined));
}

/** All leaves of a tree. */
export function collectLeaves(value: unknown, path: KeyedPath = []): Leaf[] {
  return Array.isArray(value) || isJsonObject(value)
    ? Object.entries(value).flatMap(([key, child]) => collectLeaves(child, [...path, key]))
    : [{ path, leaf: value }];
}

/** The leaves that `keep` accepts, in objects by key or position; undefined if there are none. */
export function pickLeaves(
  value: unknown,
  keep: (path: KeyedPath) => boolean,
  path: KeyedPath = [],
): JsonObject | undefined {
  const entries = Object.entries(value as object).flatMap(([key, child]) => {
    const at = [...path, key];
    const isInner = Array.isArray(child) || isJsonObject(child);
    const kept = isInner ? pickLeaves(child, keep, at) : keep(at) ? (child as unknown) : undefined;
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Fills in missing leaves from `others`, in objects and list entries that exist. */
export function withMissingLeaves(value: unknown, others: unknown): unknown {
  if (!isJsonObject(others) || value === undefined) {
    return value ?? (isJsonObject(others) ? undefined : others);
  }
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => withMissingLeaves(entry, readOwnValue(others, index)));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(others).map(([key, other]) => [
    key,
    withMissingLeaves(readOwnValue(value, key), other),
  ]);
  return { ...value, ...Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) };
}

/** All strings and numbers inside a value, as strings. */
export function collectTexts(value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap(collectTexts);
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
