import { isJsonObject, pick, type JsonObject } from "../values/json";
import type { Failure } from "./handler";
import { ignoredKey } from "./hidden-properties";
import {
  toEntry,
  hasLostPredecessor,
  holdsName,
  isKeyedList,
  sortKeys,
  toList,
  withKeyedLists,
  toKeyedList,
  findKeyedLists,
  findName,
  type KeyedList,
} from "./keyed-lists";
import { parseEnginePath, type PathStep } from "./property-paths";
import { pickCredentials, readMarkedPaths } from "./secrets";
import type { Traits } from "./traits";

/**
 * Restores the old values of ignored paths. The engine does that itself, except where the state has a list (of the
 * plugin or of an older version) and the arguments have entries by name.
 */
export function restoreIgnored(news: JsonObject, olds: JsonObject, traits: Traits): JsonObject {
  const paths = news[ignoredKey];
  if (!Array.isArray(paths)) {
    return news;
  }
  const before = withKeyedLists(olds, traits, news);
  return (paths as string[]).map(parseEnginePath).reduce((values, [property = "", entry = "", ...rest]) => {
    const list = findKeyedLists(traits)[property];
    const [now, then] = [values[property], before[property]];
    if (!list || !Array.isArray(olds[property]) || !isJsonObject(now) || !isJsonObject(then)) {
      return values;
    }
    const keys = entry === "*" ? Object.keys(now) : [typeof entry === "number" ? sortKeys(now, list)[entry] : entry];
    const kept = keys.filter((key) => key !== undefined && Object.hasOwn(now, key) && Object.hasOwn(then, key));
    return { ...values, [property]: kept.reduce((entries, key) => reset(entries, then, [key ?? "", ...rest]), now) };
  }, news);
}

/**
 * Restores the entries whose name is ignored, and lists those that cannot be restored. To the engine, an entry of
 * another name is another entry: it drops the new one, and the arguments do not have the old one.
 */
export function restoreIgnoredNames(news: JsonObject, olds: JsonObject, traits: Traits): [JsonObject, Failure[]] {
  const paths = Array.isArray(news[ignoredKey]) ? (news[ignoredKey] as string[]) : [];
  const failures: Failure[] = [];
  const args = paths
    .flatMap((path) => expandPositions(parseEnginePath(path), olds, traits))
    .reduce((values, path) => {
      const kept = restoreIgnoredName(values, olds, path, traits);
      failures.push(...(kept ? [] : [{ property: `${path[0]}[${path[1]}]`, reason: explainNotKept(String(path[0])) }]));
      return kept ?? values;
    }, news);
  return [args, failures];
}

/** Expands a path that names entries by position, `*` included, to one path for each entry. */
function expandPositions(
  [property = "", position = "", ...rest]: PathStep[],
  olds: JsonObject,
  traits: Traits,
): PathStep[][] {
  const there = olds[property];
  const count = isJsonObject(there) ? Object.keys(there).length : 0;
  // The engine itself keeps entries that are ignored as a whole wherever they are.
  const all = position === "*" && rest.length > 0 ? Array.from({ length: count }, (_, index) => index) : [position];
  return isKeyedList(String(property), traits) ? all.map((index) => [property, index, ...rest]) : [];
}

function explainNotKept(property: string): string {
  return (
    "cannot be ignored: its name in the program differs from its name in the state, and it may hold a secret. " +
    `Ignore all of \`${property}\`, or give the entry the name it has in the state`
  );
}

/** Undefined if restoring would not be safe: the engine hides secrets only at paths that came in. */
function restoreIgnoredName(
  news: JsonObject,
  olds: JsonObject,
  [property = "", position = "", ...rest]: readonly PathStep[],
  traits: Traits,
): JsonObject | undefined {
  const list = findKeyedLists(traits)[property];
  const [now, then] = [news[property], withKeyedLists(olds, traits, news)[property]];
  if (!list || list.members || typeof position !== "number" || !isJsonObject(now) || !isJsonObject(then)) {
    return news;
  }
  const keys = sortKeys(now, list);
  const kept = sortKeys(then, list)[position];
  const isDropped = rest.length === 0 && !Array.isArray(olds[property]);
  const other = isDropped ? undefined : keys[position];
  const isOther = isDropped || (other !== undefined && !Object.hasOwn(then, other));
  if (kept === undefined || Object.hasOwn(now, kept) || !isOther) {
    return news;
  }
  const entries = toList(now, list) as unknown[];
  const before = toEntry(kept, then[kept], list);
  const entry = rest.length === 0 ? before : resetName(entries[position], before, rest, list);
  if (findName(entry, list) !== findName(before, list)) {
    return news;
  }
  const isSafe =
    !Array.isArray(olds[property]) &&
    keys.filter((key) => hasLostPredecessor(key, now)).length <= 1 &&
    !mayHoldSecrets(olds, [property, kept], traits) &&
    (other === undefined || !mayHoldSecrets(news, [property, other], traits));
  keys.splice(position, isDropped ? 0 : 1, kept);
  entries.splice(position, isDropped ? 0 : 1, entry);
  return isSafe ? { ...news, [property]: toKeyedList(entries, keys, list) } : undefined;
}

function resetName(now: unknown, then: unknown, path: readonly PathStep[], list: KeyedList): unknown {
  if (!isJsonObject(now) || !isJsonObject(then)) {
    return now;
  }
  // The engine may have dropped the property with the name; the key must not stand in for it.
  const own = pick(now, (property) => path.length > 1 || property === path[0] || !holdsName(property, list));
  return reset(own, then, path);
}

function mayHoldSecrets(properties: JsonObject, [property, key]: readonly [string | number, string], traits: Traits) {
  const own = { [property]: { [key]: (properties[property] as JsonObject)[key] } };
  const isMarked = readMarkedPaths(properties).some(([outer, inner = key]) => outer === property && inner === key);
  return isMarked || Object.keys(pickCredentials(own, traits)).length > 0;
}

/** Sets the value at a path to what it is in `then`. */
function reset(now: JsonObject, then: JsonObject, [step = "", ...rest]: readonly PathStep[]): JsonObject {
  const names = step === "*" ? [...new Set([...Object.keys(now), ...Object.keys(then)])] : [String(step)];
  return names.reduce((values, name) => {
    const [own, other] = [values[name], then[name]];
    if (rest.length > 0) {
      return isJsonObject(own) && isJsonObject(other) ? { ...values, [name]: reset(own, other, rest) } : values;
    }
    return Object.hasOwn(then, name) ? { ...values, [name]: other } : pick(values, (key) => key !== name);
  }, now);
}
