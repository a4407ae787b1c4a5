import { isDeepStrictEqual } from "node:util";
import { formatEnginePath, type PropertyPath } from "../../core/property-paths";
import type { Traits } from "../../core/traits";
import { isJsonObject, readOwnValue, type JsonObject } from "../../values/json";
import { findCommonEntries, findEntryName } from "../../core/list-entries";

/** What becomes of the value at a path. */
export type Change = "add" | "delete" | "update";

/** Longer lists are compared by position: finding what moved would take too long. */
const maxComparedEntries = 1_000;

/**
 * What changes between two sets of arguments, by path. List entries are compared by name, so that a source added at the
 * top is one addition. The engine shows the values at a path before and after, so an entry that moved and changed shows
 * as deleted at one path and added at the other, and one that takes the place of another as an update.
 */
export function computeDetailedDiff(
  before: JsonObject,
  after: JsonObject,
  { entryNames = {} }: Traits,
): Map<string, Change> {
  const changes = new Map<string, Change>();
  const note = (path: PropertyPath, change: Change) => {
    const key = formatEnginePath(path);
    const known = changes.get(key);
    changes.set(key, known === undefined || known === change ? change : "update");
  };

  const compare = (path: PropertyPath, old: unknown, now: unknown): void => {
    if (isDeepStrictEqual(old, now)) {
      return;
    }
    if (old === undefined || now === undefined) {
      note(path, old === undefined ? "add" : "delete");
    } else if (isJsonObject(old) && isJsonObject(now)) {
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        compare([...path, key], readOwnValue(old, key), readOwnValue(now, key));
      }
    } else if (Array.isArray(old) && Array.isArray(now)) {
      compareLists(path, old, now);
    } else {
      note(path, "update");
    }
  };

  const compareLists = (path: PropertyPath, old: readonly unknown[], now: readonly unknown[]): void => {
    const paths = path.length === 1 ? entryNames[String(path[0])] : undefined;
    const [oldNames, newNames] = [old, now].map((list) => list.map((entry) => findEntryName(entry, paths)));
    const isNamed = [...(oldNames ?? []), ...(newNames ?? [])].every((name) => name !== undefined);
    if (!isNamed || Math.max(old.length, now.length) > maxComparedEntries) {
      const longer = old.length > now.length ? old : now;
      return longer.forEach((_, index) => compare([...path, index], old[index], now[index]));
    }
    const common = findCommonEntries(oldNames ?? [], newNames ?? []);
    const isKept = (i: number, j: number) => i === j || isDeepStrictEqual(old[i], now[j]);
    const kept = common.filter(([i, j]) => isKept(i, j));
    kept.filter(([i, j]) => i === j).forEach(([i]) => compare([...path, i], old[i], now[i]));
    const [oldKept, newKept] = [new Set(kept.map(([i]) => i)), new Set(kept.map(([, j]) => j))];
    const isIn = (list: readonly unknown[], keptOnes: Set<number>) => (index: number) =>
      index < list.length && !keptOnes.has(index);
    const [isGone, isNew] = [isIn(old, oldKept), isIn(now, newKept)];
    (old.length > now.length ? old : now).forEach((_, index) => {
      const place = [...path, index];
      if (isGone(index) && isNew(index)) {
        compare(place, old[index], now[index]);
      } else if (isGone(index) || isNew(index)) {
        note(place, isGone(index) ? "delete" : "add");
      }
    });
  };

  compare([], before, after);
  return changes;
}
