import { isJsonObject, mapValues, type JsonObject } from "../json";
import { inputPathsKey, secretPathsKey, secretValuesKey, withoutHidden } from "./hidden-properties";
import { mask } from "./hidden-values";
import type { Traits } from "./traits";

/** Where a value stands among the properties; an entry of a list by its key or its position. */
export type Path = readonly string[];

/** In place of a value that only the platform has, and that may be secret. */
export const undisclosed = "[not declared here]";

/** The shortest text that is recognised by itself wherever it stands; shorter ones are ordinary words too often. */
const shortestRecognised = 3;

/** What is known of properties besides what the traits say. */
export interface Known {
  /** What came in, in the same form, with credentials where they came in. */
  came: JsonObject;
  /** Where the program has marked something in it as secret. */
  marked: readonly Path[];
  /** Where the engine hides what goes out. */
  paths: readonly Path[];
  /** What is secret wherever it stands. */
  texts: ReadonlySet<string>;
}

/** Properties as they go out, and apart from them what may not be seen there. */
export interface Hidden {
  shown: JsonObject;
  /** What came in at its place, and so is hidden there among the inputs. */
  given: JsonObject;
  /** All other secrets. */
  others: JsonObject;
}

/** Whether the value at a path is secret although nobody has marked it. */
export function isCredential(path: Path, { credentials = [] }: Traits): boolean {
  return credentials.some((pattern) => {
    const steps = pattern.split(".");
    return steps.length === path.length && steps.every((step, index) => step === "*" || step === path[index]);
  });
}

/** Properties without credentials. */
export function withoutCredentials<T extends object>(values: T, traits: Traits): T {
  return mapLeaves(values, (leaf, path) => (isCredential(path, traits) ? undefined : leaf)) as T;
}

/** The credentials of properties alone, each at its place. */
export function credentialsOf(values: JsonObject, traits: Traits): JsonObject {
  return treeOf(leavesOf(values).filter(({ path, leaf }) => leaf !== undefined && isCredential(path, traits)));
}

/** The texts that are secret in properties: at the paths that they name, credentials, and what was kept apart. */
export function secretTexts(properties: JsonObject, traits: Traits): string[] {
  const paths = pathsOf(properties);
  const inPlace = leavesOf(withKept(properties)).filter(
    ({ path }) => isCredential(path, traits) || isInside(path, paths),
  );
  return [...inPlace.map(({ leaf }) => leaf), properties[secretValuesKey]].flatMap(recognisedTexts);
}

/** The texts that are at or below paths. */
export function textsAt(properties: JsonObject, paths: readonly Path[]): string[] {
  return leavesOf(properties).flatMap(({ path, leaf }) => (isInside(path, paths) ? recognisedTexts(leaf) : []));
}

/** The texts in a secret that are recognised by themselves. */
export function recognisedTexts(secret: unknown): string[] {
  return leavesOf(secret).flatMap(({ leaf }) =>
    typeof leaf === "string" && leaf.length >= shortestRecognised ? [leaf] : [],
  );
}

/** The secrets that operations which failed have sent: the platform may have them, though their state does not. */
export function sentTexts(properties: JsonObject): string[] {
  const kept = properties[secretValuesKey];
  return isJsonObject(kept) && Array.isArray(kept.sent) ? (kept.sent as string[]) : [];
}

/** Where the program has marked something as secret, as it is registered. */
export function pathsOf(properties: JsonObject): Path[] {
  const paths = properties[secretPathsKey];
  return Array.isArray(paths) ? (paths as Path[]) : [];
}

/** Where properties are secret: as the program has marked them, and the credentials that came in. */
export function secretPlaces(properties: JsonObject, traits: Traits): Path[] {
  const leaves = leavesOf(withKept(properties, ["given"])).filter(({ path }) => isCredential(path, traits));
  return [...pathsOf(properties), ...leaves.map(({ path }) => path)];
}

/** Where the inputs beside a state are secret, if its update has failed: it may not have become the inputs. */
export function inputPlaces(state: JsonObject): Path[] | undefined {
  return inputPathsKey in state ? (state[inputPathsKey] as Path[]) : undefined;
}

/** What of a tree is at or below paths. */
export function leavesAt(tree: JsonObject, paths: readonly Path[]): JsonObject {
  return treeOf(leavesOf(tree).filter(({ path }) => isInside(path, paths)));
}

/** The paths that lead to what is secret by both. */
export function pathsInBoth(paths: readonly Path[], others: readonly Path[]): Path[] {
  const inOthers = paths.filter((path) => isInside(path, others));
  return [...inOthers, ...others.filter((path) => isInside(path, paths) && !isInside(path, inOthers))];
}

/**
 * Properties for an engine that recognises secrets by their paths alone, and only by those that came in: everything else
 * it would write in clear. What is secret and has no such path is hidden where it stands; credentials are taken out.
 */
export function hideSecrets(values: JsonObject, { came, marked, paths, texts }: Known, traits: Traits): Hidden {
  const given: Leaf[] = [];
  const others: Leaf[] = [];
  const { secretMaps = [] } = traits;
  const shown = mapLeaves(values, (leaf, path) => {
    const keep = (instead: string | undefined, place = others) => {
      place.push({ path, leaf });
      return instead;
    };
    const before = valueAt(came, path);
    if (isCredential(path, traits)) {
      return keep(undefined, before === undefined ? others : given);
    }
    if (isInside(path, paths)) {
      return leaf;
    }
    if (isInside(path, marked)) {
      return keep(mask);
    }
    if (leaf === before) {
      return leaf;
    }
    const [property = "", name = ""] = path;
    if (secretMaps.includes(property) && path.length === 2 && !hasOwn(came[property], name)) {
      return keep(undisclosed);
    }
    return typeof leaf === "string" && texts.has(leaf) ? keep(mask) : leaf;
  });
  return { shown: shown as JsonObject, given: treeOf(given), others: treeOf(others) };
}

/** Properties with each leaf of `tree` at its place, if there is such a place. */
export function withLeaves(values: JsonObject, tree: JsonObject, wins: "theirs" | "own" = "theirs"): JsonObject {
  return merged(values, tree, wins) as JsonObject;
}

/** Properties without those for the engine, and with the secrets that were kept apart from them in their places. */
export function withKept(properties: JsonObject, parts: readonly (keyof Hidden)[] = ["given", "others"]): JsonObject {
  const own = withoutHidden(properties);
  const kept = properties[secretValuesKey];
  const trees = parts.map((part) => (isJsonObject(kept) ? kept[part] : undefined)).filter(isJsonObject);
  return trees.reduce<JsonObject>((values, tree) => withLeaves(values, tree), own);
}

interface Leaf {
  path: Path;
  leaf: unknown;
}

function merged(value: unknown, tree: unknown, wins: "theirs" | "own"): unknown {
  if (!isJsonObject(tree)) {
    return wins === "own" && value !== undefined ? value : tree;
  }
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) =>
      Object.hasOwn(tree, index) ? merged(entry, tree[String(index)], wins) : entry,
    );
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(tree).map(([key, inner]) => [key, merged(ownValue(value, key), inner, wins)]);
  return { ...value, ...Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) };
}

function leavesOf(value: unknown, path: Path = []): Leaf[] {
  return Array.isArray(value) || isJsonObject(value)
    ? Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]))
    : [{ path, leaf: value }];
}

/** A copy with other leaves; what becomes undefined is left out. */
function mapLeaves(value: unknown, map: (leaf: unknown, path: Path) => unknown, path: Path = []): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, index) => mapLeaves(entry, map, [...path, String(index)]));
  }
  if (!isJsonObject(value)) {
    return map(value, path);
  }
  const entries = Object.entries(value).map(([key, child]) => [key, mapLeaves(child, map, [...path, key])] as const);
  return Object.fromEntries(entries.filter(([, child]) => child !== undefined));
}

function treeOf(leaves: readonly Leaf[]): JsonObject {
  const inside = new Map<string, Leaf[]>();
  for (const { path, leaf } of leaves) {
    const [key = "", ...rest] = path;
    inside.set(key, [...(inside.get(key) ?? []), { path: rest, leaf }]);
  }
  return mapValues(Object.fromEntries(inside), (own) => {
    const [first] = own as Leaf[];
    return first?.path.length === 0 ? first.leaf : treeOf(own as Leaf[]);
  });
}

function isInside(path: Path, paths: readonly Path[]): boolean {
  return paths.some((outer) => outer.length <= path.length && outer.every((step, index) => step === path[index]));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(ownValue, value);
}

function ownValue(value: unknown, key: string): unknown {
  return hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

function hasOwn(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}
