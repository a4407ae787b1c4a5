import { isJsonObject, mapValues, pick, readOwnValue } from "../values/json";
import type { PropertyPath } from "./property-paths";

// Properties as a tree: JSON with two more kinds of leaf, `Secret` and `Unknown`.

/** A value that is hidden in every display and encrypted in the state. */
export class Secret {
  constructor(readonly value: unknown) {}
}

/** The Node.js SDK sends this for a value that is known only after `up`. For some types, the engine sends others. */
export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * Stands for a value that is not known yet, or for a credential that cannot be read or that the platform may not have.
 * `isDeepStrictEqual` considers any two equal, so call `containsUnknown` before comparing.
 */
export class Unknown {}

/** A list entry's step is its position, its key or its `identifyEntry` text (`core/keyed-lists.ts`). */
export type KeyedPath = readonly string[];

export function openSecret(value: unknown): unknown {
  return value instanceof Secret ? openSecret(value.value) : value;
}

/** Like `readValueAt`, but also looks inside secrets. */
export function readRevealedAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((outer, step) => openSecret(readOwnValue(outer, step)), openSecret(value));
}

export function reveal(value: unknown): unknown {
  if (value instanceof Secret) {
    return reveal(value.value);
  }
  return Array.isArray(value) ? value.map(reveal) : isJsonObject(value) ? mapValues(value, reveal) : value;
}

export function collectLeaves(value: unknown): unknown[] {
  return Array.isArray(value) || isJsonObject(value) ? Object.values(value).flatMap(collectLeaves) : [value];
}

export function containsUnknown(value: unknown): boolean {
  return collectLeaves(value).some((leaf) => leaf instanceof Unknown);
}

/** A leaf that becomes undefined is left out of an object, but stays in a list. */
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

/** The step `*` is any entry of a list, or any key of an object. */
export function findPaths(value: unknown, [step, ...rest]: readonly string[]): PropertyPath[] {
  if (step === undefined) {
    return value === undefined ? [] : [[]];
  }
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(isJsonObject(value) ? value : {});
  return (step === "*" ? keys : [step]).flatMap((key) =>
    findPaths(readOwnValue(value, key), rest).map((path) => [key, ...path]),
  );
}

/** Undefined removes the property at the path. Adds missing objects on the way, but no list entries. */
export function setAt<Outer>(outer: Outer, [step = "", ...rest]: PropertyPath, value: unknown): Outer {
  const inner = rest.length === 0 ? value : setAt(readOwnValue(outer, step), rest, value);
  if (Array.isArray(outer)) {
    return (/^\d+$/.test(String(step)) && step in outer ? outer.with(Number(step), inner) : outer) as Outer;
  }
  if (outer !== undefined && !isJsonObject(outer)) {
    return outer;
  }
  const others = outer && pick(outer, (key) => key !== step);
  return (inner === undefined ? others : { ...outer, [step]: inner }) as Outer;
}
