import { isJsonObject, mapValues, pick, readValueAt, type JsonObject } from "../values/json";
import { memoize } from "../values/memoize";
import { toPrintableLine, signatureKey } from "./engine-text";
import { splitPattern, type Traits } from "./traits";
import { openSecret, reveal, Secret } from "./tree";

/**
 * A list as the dynamic provider stores it: an object keyed by the names of the entries. The engine compares objects
 * key by key and hides secrets in them leaf by leaf; lists it compares by position, and one secret hides the whole
 * list. Where the order matters, each entry names the one before it, so that a move shows as one line in a preview.
 */
export interface KeyedList {
  /** Paths to the name of an entry; the first one present counts. A string in a set is its own name. */
  names: readonly string[];
  /** For a set: its possible members, in canonical order. */
  members?: readonly string[];
}

/** The property of an entry that names the one before it. */
const previousKey = "after";

/** Holds a value that should be a list and is not, so that errors show it as the user wrote it. */
const nonListKey = "[]";

/** The lists of a resource that are stored by name, by property. */
export const findKeyedLists = memoize(
  ({ entryNames = {}, sets = {} }: Traits): Readonly<Record<string, KeyedList>> => ({
    ...(mapValues(entryNames, (names) => ({ names })) as Record<string, KeyedList>),
    ...(mapValues(sets, (members) => ({ names: [], members })) as Record<string, KeyedList>),
  }),
);

/** Whether a property is a list that is stored by name. */
export function isKeyedList(property: string, traits: Traits): boolean {
  return Object.hasOwn(findKeyedLists(traits), property);
}

/** The name of an entry, if it is a string. */
export function findName(entry: unknown, { names }: KeyedList): string | undefined {
  if (!isJsonObject(entry)) {
    return names.length === 0 && typeof entry === "string" ? entry : undefined;
  }
  return findPathAndName(entry, names)?.name;
}

/** Which of these paths leads to the name of an entry, and the name. */
export function findPathAndName(
  entry: JsonObject,
  names: readonly string[],
): { path: string; name: string } | undefined {
  const found = names.map((path) => ({ path, name: readValueAt(entry, splitPattern(path)) }));
  return found.find((candidate): candidate is { path: string; name: string } => typeof candidate.name === "string");
}

/**
 * The key of an entry with this name, quoted where the name itself cannot be a key: the engine hides keys that begin
 * with two underscores, the SDK calls inherited members such as `toString`, and the engine prints keys unescaped and
 * cannot read a path whose key ends in a backslash.
 */
export function formatKey(name: string): string {
  const isSpecial =
    name === "" ||
    /^(__|"|at \[|from )|\\$/.test(name) ||
    name in {} ||
    name === signatureKey ||
    name === nonListKey ||
    name !== toPrintableLine(name);
  return isSpecial ? toPrintableLine(JSON.stringify(name)) : name;
}

/** The key of an entry whose name is an output of these resources. */
export function formatResourceKey(resources: readonly string[]): string {
  return toPrintableLine(`from ${[...resources].sort().join(", ")}`);
}

/** Makes keys unique; an entry without one, because its name is missing or secret, gets its position. */
export function assignKeys(wantedKeys: readonly (string | undefined)[]): string[] {
  const uses = new Map<string, number>();
  return wantedKeys.map((given, index) => {
    const wanted = given ?? formatPosition(index);
    let key = wanted;
    for (let count = (uses.get(wanted) ?? 0) + 1; uses.has(key); count += 1) {
      key = `${wanted} (${count})`;
      uses.set(wanted, count);
    }
    uses.set(key, 1);
    return key;
  });
}

/** The list as an object by key; entries may hold values that are known later. */
export function toKeyedList(entries: readonly unknown[], keys: readonly string[], list: KeyedList): JsonObject {
  return Object.fromEntries(
    entries.map((entry, index) => {
      const key = keys[index] ?? formatPosition(index);
      return [key, toKeyedEntry(entry, key, keys[index - 1], list)];
    }),
  );
}

/** An entry as stored under its key. */
export function toKeyedEntry(entry: unknown, key: string, before: string | undefined, list: KeyedList): unknown {
  if (entry instanceof Secret) {
    return new Secret(toKeyedEntry(entry.value, key, before, list));
  }
  if (!isJsonObject(entry)) {
    return list.members && entry === key ? true : entry;
  }
  const [property = "", ...others] = list.names.map(parseFirstStep);
  // The key already holds the name.
  const isNamedByKey = entry[property] === key && !others.some((other) => Object.hasOwn(entry, other));
  const own = isNamedByKey ? pick(entry, (name) => name !== property) : entry;
  if (list.members || (before === undefined && !Object.hasOwn(own, previousKey))) {
    return own;
  }
  return { ...own, [previousKey]: Object.hasOwn(own, previousKey) ? [before ?? null, own[previousKey]] : before };
}

/** Wraps an object given where a list is expected, so that it is not taken for a keyed list. */
export function wrapNonList(value: unknown): unknown {
  return isJsonObject(value) ? { [nonListKey]: value } : value;
}

/** The inverse of `toKeyedList`; anything else, such as a list, is returned unchanged. */
export function toList(byKey: unknown, list: KeyedList): unknown {
  if (byKey instanceof Secret) {
    return new Secret(toList(byKey.value, list));
  }
  if (!isJsonObject(byKey)) {
    return byKey;
  }
  if (Object.hasOwn(byKey, nonListKey)) {
    return byKey[nonListKey];
  }
  return sortKeys(byKey, list).map((key) => toEntry(key, byKey[key], list));
}

/** The keys of the entries, in the order of the list. */
export function sortKeys(byKey: JsonObject, { members }: KeyedList): string[] {
  const keys = Object.keys(byKey);
  if (members) {
    const findRank = (key: string) => (members.includes(key) ? members.indexOf(key) : members.length);
    return keys.sort((a, b) => findRank(a) - findRank(b) || (a < b ? -1 : 1));
  }
  const followers = new Map<string | undefined, string[]>();
  for (const key of keys) {
    const before = readPreviousKey(byKey[key]);
    const known = before !== undefined && Object.hasOwn(byKey, before) ? before : undefined;
    followers.set(known, [...(followers.get(known) ?? []), key]);
  }
  const firsts = (followers.get(undefined) ?? []).sort(
    (a, b) => computeStartRank(a, byKey[a]) - computeStartRank(b, byKey[b]),
  );
  const found = new Set<string>();
  // Ignored or hand-edited entries may name a missing entry, or each other; no entry may be lost.
  const open = [...firsts, ...keys].reverse();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (!found.has(key)) {
      found.add(key);
      open.push(...(followers.get(key) ?? []).toReversed());
    }
  }
  return [...found];
}

/** Applies `map` to each property that is a list stored by name. */
export function mapLists(
  values: object,
  traits: Traits,
  map: (value: unknown, list: KeyedList, property: string) => unknown,
): JsonObject {
  const lists = findKeyedLists(traits);
  return mapValues(values, (value, property) => {
    const list = isKeyedList(property, traits) ? lists[property] : undefined;
    return list ? map(value, list, property) : value;
  });
}

/**
 * Converts lists to objects keyed by the names of their entries. Entries that `like` has, too, keep their keys, and a
 * property that is a list in `like` stays a list. A secret name never becomes a key.
 */
export function withKeyedLists(values: JsonObject, traits: Traits, like: JsonObject = {}): JsonObject {
  return mapLists(values, traits, (value, list, property) => {
    const entries = openSecret(value);
    if (!Array.isArray(entries) || Array.isArray(like[property])) {
      return value;
    }
    const keyed = toKeyedList(entries, matchKeys(entries, like[property], list, value instanceof Secret), list);
    return value instanceof Secret ? new Secret(keyed) : keyed;
  });
}

/** The inverse of `withKeyedLists`. */
export function withPlainLists(values: JsonObject, traits: Traits): JsonObject {
  return mapLists(values, traits, toList);
}

/**
 * No host, bucket or application can have such a name. A number in brackets alone would look like JSON to a preview.
 */
function formatPosition(index: number): string {
  return `at [${index}]`;
}

function parsePosition(key: string): number | undefined {
  const [, position] = /^at \[(\d+)\]/.exec(key) ?? [];
  return position === undefined ? undefined : Number(position);
}

/** The inverse of `toKeyedEntry`. */
export function toEntry(key: string, value: unknown, list: KeyedList): unknown {
  if (value instanceof Secret) {
    return new Secret(toEntry(key, value.value, list));
  }
  if (!isJsonObject(value)) {
    return value === true && list.members && parsePosition(key) === undefined ? key : value;
  }
  const { [previousKey]: given, ...rest } = value;
  const before = reveal(given);
  const own = Array.isArray(before) ? { ...rest, [previousKey]: before[1] as unknown } : rest;
  const properties = list.names.map(parseFirstStep);
  const [property] = properties;
  const isNamedByKey = parsePosition(key) === undefined && !properties.some((name) => Object.hasOwn(own, name));
  return isNamedByKey && property !== undefined ? { ...own, [property]: key } : own;
}

function readPreviousKey(entry: unknown): string | undefined {
  const value = openSecret(entry);
  const before = isJsonObject(value) ? reveal(value[previousKey]) : undefined;
  const first: unknown = Array.isArray(before) ? before[0] : before;
  return typeof first === "string" ? first : undefined;
}

/**
 * Ranks the entries whose predecessor is missing or unnamed: the first entry of the list, which names none, comes
 * first; an entry without a known name has its position in its key.
 */
function computeStartRank(key: string, value: unknown): number {
  const isFirst = isJsonObject(openSecret(value)) && readPreviousKey(value) === undefined;
  return isFirst ? -1 : (parsePosition(key) ?? Infinity);
}

/**
 * The keys of the same entries in `like`: by position if all names are the same, otherwise by name. An entry with a new
 * name takes the key of one whose name was hidden, since it may be that one.
 */
function matchKeys(entries: readonly unknown[], like: unknown, list: KeyedList, isSecret: boolean): string[] {
  const names = entries.map((entry) => findName(reveal(entry), list));
  const shownNames = new Set(isSecret ? [] : entries.map((entry) => findName(entry, list)));
  const toOwnKey = (name: string | undefined) =>
    name === undefined || !shownNames.has(name) ? undefined : formatKey(name);
  if (!isJsonObject(like) || Object.hasOwn(like, nonListKey)) {
    return assignKeys(names.map(toOwnKey));
  }
  const keys = sortKeys(like, list);
  const namesThere = keys.map((key) => findName(toEntry(key, like[key], list), list));
  if (names.length === namesThere.length && names.every((name, index) => name === namesThere[index])) {
    return keys;
  }
  const known = new Map(keys.flatMap((key, index) => toNameAndKey(namesThere[index], key)).reverse());
  const free = keys.filter((key, index) => parsePosition(key) !== undefined && !names.includes(namesThere[index]));
  return assignKeys(
    names.map((name) => (name === undefined ? name : (known.get(name) ?? free.shift() ?? toOwnKey(name)))),
  );
}

function toNameAndKey(name: string | undefined, key: string): [string, string][] {
  return name === undefined ? [] : [[name, key]];
}

function parseFirstStep(path: string): string {
  return splitPattern(path)[0] ?? "";
}
