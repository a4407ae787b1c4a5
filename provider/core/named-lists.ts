import { isDeepStrictEqual } from "node:util";
import { isJsonObject, mapValues, pick, valueAt, type JsonObject } from "../values/json";
import { printableInLine, signatureKey } from "./engine-text";
import type { Traits } from "./traits";

/**
 * Lists as the dynamic provider's host keeps them: objects by the name of each entry. The engine compares objects key by
 * key and hides secrets in them leaf by leaf; of a list it compares positions, and one secret hides all of it. Where the
 * order matters, each entry names the one before it, so that a preview shows one line of what moves.
 */
export interface NamedList {
  /** What names an entry: the first of these paths that it has. A text in a set is its own name. */
  names: readonly string[];
  /** Of a set: its members in the order in which they are listed. */
  members?: readonly string[];
}

/** The property of an entry that names the one before it. */
const previous = "after";

/** Under this key stands what is no list although it should be, so that it is told as the user wrote it. */
const asItIs = "[]";

/** The lists that are kept by name, by property. */
export function namedLists({ entryNames = {}, sets = {} }: Traits): Record<string, NamedList> {
  return {
    ...(mapValues(entryNames, (names) => ({ names })) as Record<string, NamedList>),
    ...(mapValues(sets, (members) => ({ names: [], members })) as Record<string, NamedList>),
  };
}

/** What names an entry, if it is a text. */
export function nameOf(entry: unknown, { names }: NamedList): string | undefined {
  if (!isJsonObject(entry)) {
    return names.length === 0 && typeof entry === "string" ? entry : undefined;
  }
  return names.map((path) => valueAt(entry, path.split("."))).find((name) => typeof name === "string");
}

/** Whether a property of an entry holds what names it. */
export function isNaming(property: string, { names }: NamedList): boolean {
  return names.map(firstStep).includes(property);
}

/**
 * The key of an entry by its name. What begins with two underscores is the engine's own and is shown to nobody; and the
 * SDK calls what an object has by itself, such as `toString`. The engine prints keys as they are, unlike values, and can
 * read no path of a key that ends in a backslash.
 */
export function keyOfName(name: string): string {
  const isSpecial =
    name === "" ||
    /^(__|"|at \[|from )|\\$/.test(name) ||
    name in {} ||
    name === signatureKey ||
    name === asItIs ||
    name !== printableInLine(name);
  return isSpecial ? printableInLine(JSON.stringify(name)) : name;
}

/** The key of an entry whose name comes from resources, by the names that those have in the program. */
export function keyOfOrigin(resources: readonly string[]): string {
  return printableInLine(`from ${[...resources].sort().join(", ")}`);
}

/** Keys that are told apart; what has none, since its name is missing or must not be shown, goes by its position. */
export function keysOf(wantedKeys: readonly (string | undefined)[]): string[] {
  const uses = new Map<string, number>();
  return wantedKeys.map((given, index) => {
    const wanted = given ?? positionKey(index);
    let key = wanted;
    for (let count = (uses.get(wanted) ?? 0) + 1; uses.has(key); count += 1) {
      key = `${wanted} (${count})`;
      uses.set(wanted, count);
    }
    uses.set(key, 1);
    return key;
  });
}

/** The list as an object; an entry may hold what is only known later. */
export function namedList(entries: readonly unknown[], keys: readonly string[], list: NamedList): JsonObject {
  return Object.fromEntries(
    entries.map((entry, index) => {
      const key = keys[index] ?? positionKey(index);
      return [key, namedEntry(entry, key, keys[index - 1], list)];
    }),
  );
}

/** One entry as it stands under its key. */
export function namedEntry(entry: unknown, key: string, before: string | undefined, list: NamedList): unknown {
  if (!isJsonObject(entry)) {
    return list.members && entry === key ? true : entry;
  }
  const [property = "", ...others] = list.names.map(firstStep);
  // The key says it already.
  const isNamedByKey = entry[property] === key && !others.some((other) => Object.hasOwn(entry, other));
  const own = isNamedByKey ? pick(entry, (name) => name !== property) : entry;
  if (list.members || (before === undefined && !Object.hasOwn(own, previous))) {
    return own;
  }
  return { ...own, [previous]: Object.hasOwn(own, previous) ? [before ?? null, own[previous]] : before };
}

/** What is registered in place of a value that is no list, though it looks like a list by name. */
export function noList(value: unknown): unknown {
  return isJsonObject(value) ? { [asItIs]: value } : value;
}

/** The inverse of `toNamedList`; what is no such object, such as the list itself, is returned as it is. */
export function listOf(byKey: unknown, list: NamedList): unknown {
  if (!isJsonObject(byKey)) {
    return byKey;
  }
  if (Object.hasOwn(byKey, asItIs)) {
    return byKey[asItIs];
  }
  return keysInOrder(byKey, list).map((key) => entryOf(key, byKey[key], list));
}

/** The keys of the entries, in the order of the list. */
export function keysInOrder(byKey: JsonObject, { members }: NamedList): string[] {
  const keys = Object.keys(byKey);
  if (members) {
    const rank = (key: string) => (members.includes(key) ? members.indexOf(key) : members.length);
    return keys.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }
  const followers = new Map<string | undefined, string[]>();
  for (const key of keys) {
    const before = keyBefore(byKey[key]);
    const known = before !== undefined && Object.hasOwn(byKey, before) ? before : undefined;
    followers.set(known, [...(followers.get(known) ?? []), key]);
  }
  const firsts = (followers.get(undefined) ?? []).sort((a, b) => firstRank(a, byKey[a]) - firstRank(b, byKey[b]));
  const found = new Set<string>();
  // What was ignored or changed by others may name what is gone, or each other: nothing is lost, whatever comes.
  const open = [...firsts, ...keys].reverse();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (!found.has(key)) {
      found.add(key);
      open.push(...(followers.get(key) ?? []).toReversed());
    }
  }
  return [...found];
}

/** Whether the entry before that one is not there, which tells where it stands. */
export function followsNone(key: string, byKey: JsonObject): boolean {
  const before = keyBefore(byKey[key]);
  return before !== undefined && !Object.hasOwn(byKey, before);
}

/** Properties of which each list that is kept by name, or the object in its place, is replaced by what `map` makes of it. */
export function mapLists(
  values: object,
  traits: Traits,
  map: (value: unknown, list: NamedList, property: string) => unknown,
): JsonObject {
  const lists = namedLists(traits);
  return mapValues(values, (value, property) => {
    const list = Object.hasOwn(lists, property) ? lists[property] : undefined;
    return list ? map(value, list, property) : value;
  });
}

/**
 * Properties with each such list by name; entries that are in `like`, too, keep the keys that they have there, and a list
 * that is one there stays one. A name that is a secret is no key.
 */
export function named(
  values: JsonObject,
  traits: Traits,
  like: JsonObject = {},
  secrets: ReadonlySet<string> = new Set(),
): JsonObject {
  return mapLists(values, traits, (value, list, property) =>
    Array.isArray(value) && !Array.isArray(like[property])
      ? namedList(value, keysLike(value, like[property], list, secrets), list)
      : value,
  );
}

/** The inverse of `withNamedLists`. */
export function listed(values: JsonObject, traits: Traits): JsonObject {
  return mapLists(values, traits, listOf);
}

/** No host, no bucket and no application can be called that. Alone in brackets, a preview would take it for JSON. */
function positionKey(index: number): string {
  return `at [${index}]`;
}

function positionIn(key: string): number | undefined {
  const [, position] = /^at \[(\d+)\]/.exec(key) ?? [];
  return position === undefined ? undefined : Number(position);
}

/** An entry by what stands under its key. */
export function entryOf(key: string, value: unknown, list: NamedList): unknown {
  if (!isJsonObject(value)) {
    return value === true && list.members && positionIn(key) === undefined ? key : value;
  }
  const { [previous]: before, ...rest } = value;
  const own = Array.isArray(before) ? { ...rest, [previous]: before[1] as unknown } : rest;
  const properties = list.names.map(firstStep);
  const [property] = properties;
  const isNamedByKey = positionIn(key) === undefined && !properties.some((name) => Object.hasOwn(own, name));
  return isNamedByKey && property !== undefined ? { ...own, [property]: key } : own;
}

function keyBefore(value: unknown): string | undefined {
  const before: unknown = isJsonObject(value) ? value[previous] : undefined;
  const first: unknown = Array.isArray(before) ? before[0] : before;
  return typeof first === "string" ? first : undefined;
}

/** Where an entry begins: the first one names none before it, and of what is not known yet the key says the position. */
function firstRank(key: string, value: unknown): number {
  const isFirst = isJsonObject(value) && keyBefore(value) === undefined;
  return isFirst ? -1 : (positionIn(key) ?? Infinity);
}

/**
 * The keys that the same entries have in `like`: position by position in the same list, and otherwise by their names. An
 * entry of another name takes the place of one whose name was not to be shown, as it may be that one.
 */
function keysLike(entries: readonly unknown[], like: unknown, list: NamedList, secrets: ReadonlySet<string>): string[] {
  const names = entries.map((entry) => nameOf(entry, list));
  const ownKey = (name: string | undefined) => (name === undefined || secrets.has(name) ? undefined : keyOfName(name));
  if (!isJsonObject(like) || Object.hasOwn(like, asItIs)) {
    return keysOf(names.map(ownKey));
  }
  const keys = keysInOrder(like, list);
  const namesThere = keys.map((key) => nameOf(entryOf(key, like[key], list), list));
  if (isDeepStrictEqual(names, namesThere)) {
    return keys;
  }
  const known = new Map(keys.flatMap((key, index) => nameAndKey(namesThere[index], key)).reverse());
  const free = keys.filter((key, index) => positionIn(key) !== undefined && !names.includes(namesThere[index]));
  return keysOf(names.map((name) => (name === undefined ? name : (known.get(name) ?? free.shift() ?? ownKey(name)))));
}

function nameAndKey(name: string | undefined, key: string): [string, string][] {
  return name === undefined ? [] : [[name, key]];
}

function firstStep(path: string): string {
  return path.split(".", 1).join();
}
