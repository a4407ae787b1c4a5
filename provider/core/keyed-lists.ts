import { isJsonObject, mapValues, pick, readValueAt, type JsonObject } from "../values/json";
import { memoize } from "../values/memoize";
import { toPrintableLine, signatureKey } from "./engine-text";
import { splitPattern, type Traits } from "./traits";
import { openSecret, readRevealedAt, Secret, sentinel } from "./tree";

/** The property of an entry that names the one before it. */
const afterProperty = "after";

/** How a list is stored: as a list, or by the keys of its entries, which are given in their order and with their names. */
export type ListForm = "list" | readonly { key: string; name: string | undefined }[];

interface KeyedEntry {
  key: string;
  entry: unknown;
  /** The key of the entry before this one; `null` for the first, undefined if what is stored is not an object. */
  before: string | null | undefined;
}

/**
 * Converts a list to and from the form in which the dynamic provider stores it: an object keyed by the names of the
 * entries. The engine compares objects key by key and hides secrets in them leaf by leaf; it compares lists by
 * position, and one secret hides a whole list. Where the order matters, each entry names the one before it, so that a
 * move changes only a few entries.
 */
export class KeyedList {
  /** The properties of an entry that lead to its name. */
  private readonly properties: readonly string[];

  constructor(
    /** Paths to the name of an entry; the first one present counts. A string in a set is its own name. */
    readonly names: readonly string[],
    /** For a set: its possible members, in canonical order. */
    private readonly members?: readonly string[],
  ) {
    this.properties = names.map((path) => splitPattern(path)[0] ?? "");
  }

  /** The name of an entry, if it is a string; a secret one only if `read` opens secrets. */
  findName(entry: unknown, read = readValueAt): string | undefined {
    const opened = read(entry, []);
    if (!isJsonObject(opened)) {
      return this.names.length === 0 && typeof opened === "string" && opened !== sentinel ? opened : undefined;
    }
    return findPathAndName(opened, this.names, read)?.name;
  }

  /** The list as an object by key; entries may hold values that are known later. */
  toKeyed(entries: readonly unknown[], keys: readonly string[]): JsonObject {
    return Object.fromEntries(keys.map((key, index) => [key, this.toKeyedEntry(entries[index], key, keys[index - 1])]));
  }

  toKeyedEntry(entry: unknown, key: string, before: string | undefined): unknown {
    if (entry instanceof Secret) {
      return new Secret(this.toKeyedEntry(entry.value, key, before));
    }
    if (!isJsonObject(entry)) {
      return this.members && entry === key ? true : entry;
    }
    const [property = "", ...others] = this.properties;
    // The key already holds the name.
    const isNamedByKey = entry[property] === key && !others.some((other) => Object.hasOwn(entry, other));
    const fields = isNamedByKey ? pick(entry, (name) => name !== property) : entry;
    return this.members || before === undefined ? fields : { ...fields, [afterProperty]: before };
  }

  /** The inverse of `toKeyed`; anything but an object, such as a list, is returned unchanged. */
  toList(byKey: unknown): unknown {
    if (byKey instanceof Secret) {
      return new Secret(this.toList(byKey.value));
    }
    return this.listEntries(byKey)?.map(({ entry }) => entry) ?? byKey;
  }

  /** The entries with their keys, in the order of the list; undefined for anything but an object. */
  listEntries(byKey: unknown): KeyedEntry[] | undefined {
    return isJsonObject(byKey)
      ? this.sort(Object.entries(byKey).map(([key, stored]) => this.parseEntry(key, stored)))
      : undefined;
  }

  /** The form of a stored list; undefined if there is neither a list nor an object. */
  readForm(stored: unknown): ListForm | undefined {
    const entries = this.listEntries(stored)?.map(({ key, entry }) => ({ key, name: this.findName(entry) }));
    return entries ?? (Array.isArray(stored) ? "list" : undefined);
  }

  /**
   * The key of each entry. An entry that is also in `like` has the same key as there; it is found by position if both
   * lists have the same names, otherwise by name. An entry with a new name takes the key of one whose name was hidden,
   * since it may be that one. A secret name never becomes a key.
   */
  matchKeys(entries: readonly unknown[], like: Exclude<ListForm, "list"> = [], isSecret: boolean): string[] {
    const names = entries.map((entry) => this.findName(entry, readRevealedAt));
    const shownNames = new Set(isSecret ? [] : entries.map((entry) => this.findName(entry)));
    const toShownKey = (name: string | undefined) =>
      name === undefined || !shownNames.has(name) ? undefined : formatKey(name);
    if (names.length === like.length && names.every((name, index) => name === like[index]?.name)) {
      return like.map(({ key }) => key);
    }
    const keyByName = new Map(like.map(({ key, name }) => [name, key] as const).reverse());
    const free = like.filter(({ key, name }) => parsePosition(key) !== undefined && !names.includes(name));
    return assignKeys(
      names.map((name) => (name === undefined ? name : (keyByName.get(name) ?? free.shift()?.key ?? toShownKey(name)))),
    );
  }

  /** The inverse of `toKeyedEntry`. */
  private parseEntry(key: string, stored: unknown): KeyedEntry {
    if (stored instanceof Secret) {
      const parsed = this.parseEntry(key, stored.value);
      return { ...parsed, entry: new Secret(parsed.entry) };
    }
    const isName = parsePosition(key) === undefined;
    if (!isJsonObject(stored)) {
      return { key, entry: stored === true && this.members && isName ? key : stored, before: undefined };
    }
    const { [afterProperty]: after, ...fields } = stored;
    const before = openSecret(after);
    const [property] = this.properties;
    const isNamedByKey = isName && !this.properties.some((name) => Object.hasOwn(fields, name));
    const entry = isNamedByKey && property !== undefined ? { ...fields, [property]: key } : fields;
    return { key, entry, before: typeof before === "string" ? before : null };
  }

  private sort(entries: KeyedEntry[]): KeyedEntry[] {
    const { members } = this;
    if (members) {
      const findRank = ({ key }: KeyedEntry) => (members.includes(key) ? members.indexOf(key) : members.length);
      return entries.sort((a, b) => findRank(a) - findRank(b) || (a.key < b.key ? -1 : 1));
    }
    const keys = new Set(entries.map(({ key }) => key));
    const followers = new Map<string | undefined, KeyedEntry[]>();
    for (const entry of entries) {
      const existing = typeof entry.before === "string" && keys.has(entry.before) ? entry.before : undefined;
      followers.set(existing, [...(followers.get(existing) ?? []), entry]);
    }
    // An entry without a known name has its position in its key.
    const computeStartRank = ({ key, before }: KeyedEntry) => (before === null ? -1 : (parsePosition(key) ?? Infinity));
    const firsts = (followers.get(undefined) ?? []).sort((a, b) => computeStartRank(a) - computeStartRank(b));
    const found = new Set<KeyedEntry>();
    // With `ignoreChanges` or after edits by hand, entries may name a missing one, or each other; none may be lost.
    const open = [...firsts, ...entries].reverse();
    for (let entry = open.pop(); entry; entry = open.pop()) {
      if (!found.has(entry)) {
        found.add(entry);
        open.push(...(followers.get(entry.key) ?? []).toReversed());
      }
    }
    return [...found];
  }
}

/** The keyed lists of a resource, by property. */
export const findKeyedLists = memoize(({ entryNames = {}, sets = {} }: Traits): ReadonlyMap<string, KeyedList> => {
  const lists = Object.entries(entryNames).map(([property, names]) => [property, new KeyedList(names)] as const);
  const keyedSets = Object.entries(sets).map(([property, members]) => [property, new KeyedList([], members)] as const);
  return new Map([...lists, ...keyedSets]);
});

/** Applies `map` to each property that is a list stored by name. */
export function mapLists(
  values: object,
  traits: Traits,
  map: (value: unknown, list: KeyedList, property: string) => unknown,
): JsonObject {
  const lists = findKeyedLists(traits);
  return mapValues(values, (value, property) => {
    const list = lists.get(property);
    return list ? map(value, list, property) : value;
  });
}

/** The forms of the lists among stored properties, by property. */
export function readListForms(properties: JsonObject, traits: Traits): Map<string, ListForm> {
  const forms = new Map<string, ListForm>();
  for (const [property, list] of findKeyedLists(traits)) {
    const form = list.readForm(properties[property]);
    if (form) {
      forms.set(property, form);
    }
  }
  return forms;
}

/**
 * Converts lists to objects keyed by the names of their entries. Each list gets the form that it has in `like`: entries
 * keep their keys, and a list that is stored as one stays a list.
 */
export function withKeyedLists(
  values: JsonObject,
  traits: Traits,
  like: ReadonlyMap<string, ListForm> = new Map(),
): JsonObject {
  return mapLists(values, traits, (value, list, property) => {
    const entries = openSecret(value);
    const form = like.get(property);
    if (!Array.isArray(entries) || form === "list") {
      return value;
    }
    const keyed = list.toKeyed(entries, list.matchKeys(entries, form, value instanceof Secret));
    return value instanceof Secret ? new Secret(keyed) : keyed;
  });
}

/** The inverse of `withKeyedLists`. */
export function withPlainLists(values: JsonObject, traits: Traits): JsonObject {
  return mapLists(values, traits, (value, list) => list.toList(value));
}

/** Which of these paths leads to the name of an entry, and the name. */
function findPathAndName(entry: JsonObject, names: readonly string[], read = readValueAt) {
  const found = names.map((path) => ({ path, name: read(entry, splitPattern(path)) }));
  return found.find(
    (candidate): candidate is { path: string; name: string } =>
      typeof candidate.name === "string" && candidate.name !== sentinel,
  );
}

/**
 * Identifies a list entry at any position: an object by the first of `paths` that it has, with the value there; without
 * `paths`, a plain value by itself. Undefined if only its position distinguishes it.
 */
export function identifyEntry(entry: unknown, paths: readonly string[] | undefined): string | undefined {
  const opened = openSecret(entry);
  if (!isJsonObject(opened)) {
    return paths ? undefined : JSON.stringify(opened);
  }
  const found = findPathAndName(opened, paths ?? [], readRevealedAt);
  return found && `${found.path}=${found.name}`;
}

/**
 * The key of an entry with this name, quoted where the name itself must not be a key: the engine hides keys that begin
 * with two underscores, the SDK calls inherited members such as `toString`, and the engine prints keys unescaped and
 * cannot read a path whose key ends in a backslash.
 */
export function formatKey(name: string): string {
  const isPlain = /^(?!__)[\w.:/-]+$/.test(name) && !(name in {}) && name !== signatureKey;
  return isPlain ? name : toPrintableLine(JSON.stringify(name));
}

/** Makes keys unique; an entry without one, because its name is missing or secret, gets its position. */
export function assignKeys(wantedKeys: readonly (string | undefined)[]): string[] {
  const uses = new Map<string, number>();
  return wantedKeys.map((given, index) => {
    // No host, bucket or application can have such a name. A preview would show a bare `[0]` as JSON.
    const wanted = given ?? `at [${index}]`;
    let key = wanted;
    for (let count = (uses.get(wanted) ?? 0) + 1; uses.has(key); count += 1) {
      key = `${wanted} (${count})`;
      uses.set(wanted, count);
    }
    uses.set(key, 1);
    return key;
  });
}

function parsePosition(key: string): number | undefined {
  const [, position] = /^at \[(\d+)\]/.exec(key) ?? [];
  return position === undefined ? undefined : Number(position);
}
