import { isJsonObject, mapValues, pick, readValueAt, type JsonObject } from "../values/json";
import { memoize } from "../values/memoize";
import { toPrintableLine, signatureKey } from "./engine-text";
import { splitPattern, type Traits } from "./traits";
import { openSecret, readRevealedAt, Secret, sentinel } from "./tree";

/** The property of a stored entry that holds the key of the entry before it. */
const afterProperty = "after";

/** Begins the key of an entry whose name is an output: `from <resource>`. */
export const originPrefix = "from ";

/** `"list"` for a plain list; for an object, the keys and names of its entries, in order. */
export type ListForm = "list" | readonly { key: string; name: string | undefined }[];

interface KeyedEntry {
  key: string;
  entry: unknown;
  /** The key of the entry before this one. `null` if it has none; undefined if the stored entry is no object. */
  before: string | null | undefined;
}

/**
 * The dynamic provider stores a list as an object whose keys are usually the names of the entries, and a set of strings
 * as `{ member: true }`. The engine compares lists by position, and one secret hides a whole list. It compares objects
 * key by key, and hides only the secret values in them. If the order matters, each entry also holds the key of the one
 * before it, so a move changes only a few entries.
 */
export class KeyedList {
  private readonly properties: readonly string[];

  constructor(
    /** Paths to an entry's name; the first that leads to a string counts. Empty for a set of strings. */
    readonly names: readonly string[],
    /** For a set: its possible members, in canonical order. */
    private readonly members?: readonly string[],
  ) {
    this.properties = names.map((path) => splitPattern(path)[0] ?? "");
  }

  /** Finds a secret name only if `read` opens secrets. */
  findName(entry: unknown, read = readValueAt): string | undefined {
    const opened = read(entry, []);
    if (!isJsonObject(opened)) {
      return this.names.length === 0 && typeof opened === "string" && opened !== sentinel ? opened : undefined;
    }
    return findPathAndName(opened, this.names, read)?.name;
  }

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
    // The key already holds the name, so the stored entry does not repeat it.
    const isNamedByKey = entry[property] === key && !others.some((other) => Object.hasOwn(entry, other));
    const fields = isNamedByKey ? pick(entry, (name) => name !== property) : entry;
    return this.members || before === undefined ? fields : { ...fields, [afterProperty]: before };
  }

  /** The inverse of `toKeyed`. */
  toList(byKey: unknown): unknown {
    return this.open(byKey).list;
  }

  /** `form` is undefined if the stored value is neither a list nor an object. */
  open(stored: unknown): { list: unknown; form: ListForm | undefined } {
    if (stored instanceof Secret) {
      const { list, form } = this.open(stored.value);
      return { list: new Secret(list), form };
    }
    const entries = this.listEntries(stored);
    return entries
      ? {
          list: entries.map(({ entry }) => entry),
          form: entries.map(({ key, entry }) => ({ key, name: this.findName(entry, readRevealedAt) })),
        }
      : { list: stored, form: Array.isArray(stored) ? "list" : undefined };
  }

  listEntries(byKey: unknown): KeyedEntry[] | undefined {
    return isJsonObject(byKey)
      ? this.sort(Object.entries(byKey).map(([key, stored]) => this.parseEntry(key, stored)))
      : undefined;
  }

  /**
   * `like` has the names and keys of the stored list. If the names and their order are the same, all keys stay.
   * Otherwise an entry whose name is in `like` keeps its key. A new name takes over a key such as `at [0]` if the name
   * at that key is gone: the entry may be the same, its name once secret or unknown. Any other new name becomes the key
   * itself, unless it is secret: then the key is made of the position.
   */
  matchKeys(entries: readonly unknown[], like: Exclude<ListForm, "list"> = [], isSecret: boolean): string[] {
    const names = entries.map((entry) => this.findName(entry, readRevealedAt));
    const shownNames = new Set(isSecret ? [] : entries.map((entry) => this.findName(entry)));
    if (names.length === like.length && names.every((name, index) => name === like[index]?.name)) {
      return like.map(({ key }) => key);
    }
    // Reversed, so that the first of several equal names counts.
    const keyByName = new Map(like.map(({ key, name }) => [name, key] as const).reverse());
    const free = like.filter(({ key, name }) => parsePosition(key) !== undefined && !names.includes(name));
    return assignKeys(
      names.map((name) => {
        if (name === undefined) {
          return undefined;
        }
        return keyByName.get(name) ?? free.shift()?.key ?? (shownNames.has(name) ? formatKey(name) : undefined);
      }),
    );
  }

  /** The inverse of `toKeyedEntry`. */
  private parseEntry(key: string, stored: unknown): KeyedEntry {
    if (stored instanceof Secret) {
      const parsed = this.parseEntry(key, stored.value);
      return { ...parsed, entry: new Secret(parsed.entry) };
    }
    const isName = parsePosition(key) === undefined && !key.startsWith(originPrefix);
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
      const sorted = entries.sort((a, b) => (a.key < b.key ? -1 : 1));
      const known = members.flatMap((member) => sorted.filter(({ key }) => key === member));
      return [...known, ...sorted.filter(({ key }) => !members.includes(key))];
    }
    const keys = new Set(entries.map(({ key }) => key));
    const followers = new Map<string | undefined, KeyedEntry[]>();
    for (const entry of entries) {
      const existing = typeof entry.before === "string" && keys.has(entry.before) ? entry.before : undefined;
      followers.set(existing, [...(followers.get(existing) ?? []), entry]);
    }
    // An entry whose predecessor is missing is sorted by the position in its own key, or else in the key of the
    // predecessor: the SDK drops an entry that is undefined.
    const computeStartRank = ({ key, before }: KeyedEntry) =>
      before === null ? -1 : (parsePosition(key) ?? parsePosition(before ?? "") ?? Infinity);
    const firsts = (followers.get(undefined) ?? []).sort((a, b) => computeStartRank(a) - computeStartRank(b));
    const found = new Set<KeyedEntry>();
    // After `ignoreChanges` or an edit of the state by hand, entries may have a predecessor that is missing, or follow
    // each other in a circle. No entry may be lost, so the stack starts with all.
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

export const findKeyedLists = memoize(({ entryNames = {}, sets = {} }: Traits): ReadonlyMap<string, KeyedList> => {
  const lists = Object.entries(entryNames).map(([property, names]) => [property, new KeyedList(names)] as const);
  const keyedSets = Object.entries(sets).map(([property, members]) => [property, new KeyedList([], members)] as const);
  return new Map([...lists, ...keyedSets]);
});

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

/** A list that is in `like` keeps its form and, as `matchKeys` says, the keys of its entries. */
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

/** The inverse of `withKeyedLists`, with the form that each list had. */
export function openKeyedLists(stored: JsonObject, traits: Traits) {
  const forms = new Map<string, ListForm>();
  const values = mapLists(stored, traits, (value, keyedList, property) => {
    const { list, form } = keyedList.open(value);
    if (form) {
      forms.set(property, form);
    }
    return list;
  });
  return { values, forms };
}

function findPathAndName(entry: JsonObject, names: readonly string[], read = readValueAt) {
  const found = names.map((path) => ({ path, name: read(entry, splitPattern(path)) }));
  return found.find(
    (candidate): candidate is { path: string; name: string } =>
      typeof candidate.name === "string" && candidate.name !== sentinel,
  );
}

/** Returns a text that identifies a list entry at any position, such as `config.s3BucketName=media`. */
export function identifyEntry(entry: unknown, paths: readonly string[] | undefined): string | undefined {
  const opened = openSecret(entry);
  if (!isJsonObject(opened)) {
    return paths ? undefined : JSON.stringify(opened);
  }
  const found = findPathAndName(opened, paths ?? [], readRevealedAt);
  return found && `${found.path}=${found.name}`;
}

/**
 * The engine hides keys that begin with two underscores, prints keys unescaped, and cannot read a path whose key ends
 * in a backslash. The SDK calls inherited members such as `toString`, which a key must not replace.
 */
export function formatKey(name: string): string {
  const isPlain = /^(?!__)[\w.:/-]+$/.test(name) && !(name in {}) && name !== signatureKey;
  return isPlain ? name : toPrintableLine(JSON.stringify(name));
}

/** Makes keys unique. An entry without a name, or with a secret one, gets a key made of its position. */
export function assignKeys(wantedKeys: readonly (string | undefined)[]): string[] {
  const uses = new Map<string, number>();
  return wantedKeys.map((given, index) => {
    // No host, bucket or application can have the name `at [0]`. A preview would show a bare `[0]` as JSON.
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

/** The position in a key such as `at [0]` or `at [0] (2)`. */
function parsePosition(key: string): number | undefined {
  const [, position] = /^at \[(\d+)\]/.exec(key) ?? [];
  return position === undefined ? undefined : Number(position);
}
