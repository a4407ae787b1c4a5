import { isJsonObject, mapValues, readOwnValue, pick, readValueAt, type JsonObject } from "../values/json";
import { mask, minSecretLength } from "../values/mask";
import { memoize } from "../values/memoize";
import { fingerprintsProperty } from "./fingerprints";
import type { Failure } from "./handler";
import { inputPathsKey, secretPathsKey, secretValuesKey, withoutHidden } from "./hidden-properties";
import { isKeyedList, withPlainLists, withKeyedLists } from "./keyed-lists";
import { splitPattern, type Traits } from "./traits";

/** The place of a value among the properties; a list entry goes by its key or its position. */
export type KeyedPath = readonly string[];

/** Shown in place of a value that only the platform has, as it may be secret. */
export const undisclosed = "[not declared here]";

/** Where values are secret: at these paths, and everywhere below them. */
export class SecretPaths {
  private readonly known: ReadonlySet<string>;

  constructor(private readonly paths: readonly KeyedPath[]) {
    this.known = new Set(paths.map((path) => JSON.stringify(path)));
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  covers(path: KeyedPath): boolean {
    return !this.isEmpty && path.some((_, index) => this.known.has(JSON.stringify(path.slice(0, index + 1))));
  }

  /** The same paths, at any entry of a list. */
  forAnyEntry(traits: Traits): SecretPaths {
    return new SecretPaths(this.paths.map((path) => toAnyEntry(path, traits)));
  }
}

/** What is secret of a resource besides its credentials. */
export interface KnownSecrets {
  /** The paths that the program or the state marks. */
  paths: SecretPaths;
  /** Secret wherever they occur. */
  texts: ReadonlySet<string>;
  /** What the program declares; if given, anything undeclared that may be secret is treated as secret. */
  declared?: JsonObject;
}

/** Whether a value must not be seen: the one rule for programs, states and both hosts. */
export function isSecretAt(path: KeyedPath, value: unknown, known: KnownSecrets, traits: Traits): boolean {
  return (
    isCredential(path, traits) ||
    (path.length === 1 && path[0] === fingerprintsProperty) ||
    known.paths.covers(path) ||
    (typeof value === "string" && known.texts.has(value)) ||
    isUndeclared(path, value, known.declared, traits)
  );
}

/** Properties to be sent, and the secrets taken out of them. */
export interface SplitSecrets {
  shown: JsonObject;
  /** Secrets that came in at their path, so that the engine hides them there in the inputs. */
  given: JsonObject;
  /** All other secrets. */
  others: JsonObject;
}

/** Whether the value at a path is secret even if nobody has marked it. */
export function isCredential(path: KeyedPath, traits: Traits): boolean {
  return splitCredentials(traits).some((steps) => countStepsBelow(path, steps) === 0);
}

/** Whether a check failed only for lack of a credential, such as one that the platform never returns. */
export function isMissingCredential({ property, isMissing }: Failure, traits: Traits): boolean {
  return isMissing === true && isCredential(property.split(/[.[\]]+/), traits);
}

/** Whether a credential may stand at a path or below it. */
export function mayHoldCredentials(path: KeyedPath, traits: Traits): boolean {
  return splitCredentials(traits).some((steps) => countStepsBelow(path, steps) !== undefined);
}

/** The patterns of credentials, which every leaf of every resource is checked against. */
const splitCredentials = memoize(({ credentials = [] }: Traits) => credentials.map(splitPattern));

/** How many steps below a path a pattern leads; undefined if it leads elsewhere. */
function countStepsBelow(path: KeyedPath, steps: readonly string[]): number | undefined {
  const leadsThere =
    path.length <= steps.length && path.every((step, index) => steps[index] === "*" || steps[index] === step);
  return leadsThere ? steps.length - path.length : undefined;
}

/** Properties without credentials. */
export function withoutCredentials<T extends object>(values: T, traits: Traits): T {
  return mapLeaves(values, (leaf, path) => (isCredential(path, traits) ? undefined : leaf)) as T;
}

/** The credentials of properties, each at its path. */
export function pickCredentials(values: JsonObject, traits: Traits): JsonObject {
  return buildTree(collectLeaves(values).filter(({ path, leaf }) => leaf !== undefined && isCredential(path, traits)));
}

/** Fills in missing credentials from other properties; list entries are matched by name. */
export function withCredentialsOf(values: JsonObject, others: JsonObject, traits: Traits): JsonObject {
  const credentials = pickCredentials(withKeyedLists(others, traits), traits);
  return withPlainLists(withLeaves(withKeyedLists(values, traits), credentials, "own"), traits);
}

/** All secret texts of properties: at marked paths, credentials, and those stored apart. */
export function collectSecretTexts(properties: JsonObject, traits: Traits): string[] {
  const declared = properties[secretPathsKey] === unmarked ? {} : undefined;
  const known = { paths: new SecretPaths(readMarkedPaths(properties)), texts: new Set<string>(), declared };
  const all = restoreSecrets(properties);
  const inPlace = collectLeaves(all).filter(({ path, leaf }) => isSecretAt(path, leaf, known, traits));
  // If a whole list is secret, so are the names that are its keys.
  const lists = Object.values(
    withPlainLists(
      pick(all, (property) => known.paths.covers([property])),
      traits,
    ),
  );
  return [...inPlace.map(({ leaf }) => leaf), ...lists, properties[secretValuesKey]].flatMap(collectRecognizedTexts);
}

/**
 * The texts at the secret paths of other properties, such as in a restore point, whose list entries have other names.
 */
export function collectTextsAt(properties: JsonObject, paths: SecretPaths, traits: Traits): string[] {
  const anyEntry = paths.forAnyEntry(traits);
  return collectLeaves(properties).flatMap(({ path, leaf }) =>
    anyEntry.covers(toAnyEntry(path, traits)) ? collectRecognizedTexts(leaf) : [],
  );
}

/** The texts in a secret that are long enough to be recognized anywhere. */
export function collectRecognizedTexts(secret: unknown): string[] {
  return collectLeaves(secret).flatMap(({ leaf }) =>
    typeof leaf === "string" && leaf.length >= minSecretLength ? [leaf] : [],
  );
}

/** Secrets sent by failed operations: the platform may have them although the state does not. */
export function readSentTexts(properties: JsonObject): string[] {
  const kept = properties[secretValuesKey];
  return isJsonObject(kept) && Array.isArray(kept.sent) ? (kept.sent as string[]) : [];
}

/**
 * Replaces the paths in a state that is only read: no program has marked anything, so everything that may be secret
 * counts as secret.
 */
export const unmarked = "unmarked";

/** The paths that the program marks as secret. */
export function readMarkedPaths(properties: JsonObject): KeyedPath[] {
  const paths = properties[secretPathsKey];
  return Array.isArray(paths) ? (paths as KeyedPath[]) : [];
}

/**
 * The marked paths at which the engine hides the value. It knows secrets by the latest incoming paths, so not values
 * that were absent for a time or stored apart.
 */
export function findHiddenMarkedPaths(properties: JsonObject): KeyedPath[] {
  const kept = properties[secretValuesKey];
  const apart = isJsonObject(kept) ? kept.others : undefined;
  return filterPresentPaths(readMarkedPaths(properties), properties).filter(
    (path) => readValueAt(apart, path) === undefined,
  );
}

/** The paths that have a value. */
export function filterPresentPaths(paths: readonly KeyedPath[], properties: JsonObject): KeyedPath[] {
  return paths.filter((path) => readValueAt(properties, path) !== undefined);
}

/** The paths at which the engine hides a value: marked ones, and those of credentials that came in elsewhere. */
export function findHiddenPaths(properties: JsonObject, traits: Traits): KeyedPath[] {
  const marked = findHiddenMarkedPaths(properties);
  const isMarked = new SecretPaths(marked);
  const credentials = collectLeaves(restoreSecrets(properties, ["given"]))
    .map(({ path }) => path)
    .filter((path) => isCredential(path, traits) && !isMarked.covers(path));
  return [...marked, ...credentials];
}

/** After a failed update, the secret paths of the stored inputs, which may be the previous ones. */
export function readInputPaths(state: JsonObject): KeyedPath[] | undefined {
  return inputPathsKey in state ? (state[inputPathsKey] as KeyedPath[]) : undefined;
}

/** The part of a tree at or below paths. */
export function pickLeavesAt(tree: JsonObject, paths: readonly KeyedPath[]): JsonObject {
  const outer = new SecretPaths(paths);
  return buildTree(collectLeaves(tree).filter(({ path }) => outer.covers(path)));
}

/** The paths that are secret according to both lists. */
export function findCommonPaths(paths: readonly KeyedPath[], others: readonly KeyedPath[]): KeyedPath[] {
  const [first, second] = [new SecretPaths(paths), new SecretPaths(others)];
  const inOthers = paths.filter((path) => second.covers(path));
  const both = new SecretPaths(inOthers);
  return [...inOthers, ...others.filter((path) => first.covers(path) && !both.covers(path))];
}

/**
 * Prepares properties for an engine that recognizes secrets only by the paths that came in, and writes anything else in
 * plain text: secrets that are not `hiddenAt` their paths are masked, and credentials are taken out.
 */
export function hideSecrets(
  values: JsonObject,
  incoming: JsonObject,
  known: KnownSecrets,
  traits: Traits,
  hiddenAt = known.paths,
): SplitSecrets {
  const given: Leaf[] = [];
  const others: Leaf[] = [];
  const shown = mapLeaves(values, (leaf, path) => {
    const before = readValueAt(incoming, path);
    if (isCredential(path, traits)) {
      (before === undefined ? others : given).push({ path, leaf });
      return undefined;
    }
    const isMarked = known.paths.covers(path);
    const isKept = hiddenAt.covers(path) || (leaf === before && !isMarked);
    if (isKept || !isSecretAt(path, leaf, known, traits)) {
      return leaf;
    }
    others.push({ path, leaf });
    return isUndeclared(path, leaf, known.declared, traits) ? undisclosed : mask;
  });
  return { shown: shown as JsonObject, given: buildTree(given), others: buildTree(others) };
}

/** Puts each leaf of `tree` at its path, where the parent of that path exists. */
export function withLeaves(values: JsonObject, tree: JsonObject, wins: "theirs" | "own" = "theirs"): JsonObject {
  return mergeTree(values, tree, wins) as JsonObject;
}

/** Properties without metadata, and with the secrets that were stored apart back at their paths. */
export function restoreSecrets(
  properties: JsonObject,
  parts: readonly (keyof SplitSecrets)[] = ["given", "others"],
): JsonObject {
  const own = withoutHidden(properties);
  const kept = properties[secretValuesKey];
  const trees = parts.map((part) => (isJsonObject(kept) ? kept[part] : undefined)).filter(isJsonObject);
  return trees.reduce<JsonObject>((values, tree) => withLeaves(values, tree), own);
}

interface Leaf {
  path: KeyedPath;
  leaf: unknown;
}

function mergeTree(value: unknown, tree: unknown, wins: "theirs" | "own"): unknown {
  if (!isJsonObject(tree)) {
    return wins === "own" && value !== undefined ? value : tree;
  }
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) =>
      Object.hasOwn(tree, index) ? mergeTree(entry, tree[String(index)], wins) : entry,
    );
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(tree).map(([key, inner]) => [key, mergeTree(readOwnValue(value, key), inner, wins)]);
  return { ...value, ...Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) };
}

function collectLeaves(value: unknown, path: KeyedPath = []): Leaf[] {
  return Array.isArray(value) || isJsonObject(value)
    ? Object.entries(value).flatMap(([key, child]) => collectLeaves(child, [...path, key]))
    : [{ path, leaf: value }];
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

function buildTree(leaves: readonly Leaf[]): JsonObject {
  const inside = new Map<string, Leaf[]>();
  for (const { path, leaf } of leaves) {
    const [key = "", ...rest] = path;
    inside.set(key, [...(inside.get(key) ?? []), { path: rest, leaf }]);
  }
  return mapValues(Object.fromEntries(inside), (own) => {
    const [first] = own as Leaf[];
    return first?.path.length === 0 ? first.leaf : buildTree(own as Leaf[]);
  });
}

/** Whether a value that may be secret is not declared by the program. */
function isUndeclared(path: KeyedPath, value: unknown, declared: JsonObject | undefined, traits: Traits): boolean {
  const [property = "", name, ...inside] = path;
  const { secretMaps = [], secretIfUndeclared = [] } = traits;
  if (declared === undefined || value === "" || inside.length > 0) {
    return false;
  }
  return name === undefined
    ? secretIfUndeclared.includes(property) && declared[property] === undefined
    : secretMaps.includes(property) && !hasOwn(declared[property], name);
}

function toAnyEntry([property = "", entry, ...inside]: KeyedPath, traits: Traits): KeyedPath {
  return entry === undefined ? [property] : [property, isKeyedList(property, traits) ? "*" : entry, ...inside];
}

function hasOwn(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}
