import { isDeepStrictEqual } from "node:util";
import { identifyEntry } from "../../core/keyed-lists";
import { formatEnginePath, type PropertyPath } from "../../core/property-paths";
import type { Traits } from "../../core/traits";
import { isJsonObject, readOwnValue, type JsonObject } from "../../values/json";

export type Change = "add" | "delete" | "update";

/**
 * Equal list entries that only moved are matched by name, so a source added at the top shows as one addition. All other
 * entries are compared by position, because the engine shows the values that a path has before and after.
 */
export function computeDetailedDiff(
  before: JsonObject,
  after: JsonObject,
  { entryNames = {} }: Traits,
): Map<string, Change> {
  const changes = new Map<string, Change>();
  const compare = (path: PropertyPath, old: unknown, now: unknown): void => {
    if (isDeepStrictEqual(old, now)) {
      return;
    }
    if (isJsonObject(old) && isJsonObject(now)) {
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        compare([...path, key], readOwnValue(old, key), readOwnValue(now, key));
      }
    } else if (Array.isArray(old) && Array.isArray(now)) {
      const shifted = findShifted(old, now, path.length === 1 ? entryNames[String(path[0])] : undefined);
      const [from, to] = [new Set(shifted.map(([index]) => index)), new Set(shifted.map(([, index]) => index))];
      // Undefined stands for an entry that is missing, and for one that is matched at another position.
      (old.length > now.length ? old : now).forEach((_, index) => {
        const [was, is] = [
          from.has(index) ? undefined : old[index],
          to.has(index) ? undefined : now[index],
        ] as unknown[];
        compare([...path, index], was, is);
      });
    } else {
      changes.set(formatEnginePath(path), old === undefined ? "add" : now === undefined ? "delete" : "update");
    }
  };
  compare([], before, after);
  return changes;
}

/** Returns the old and new positions of equal entries that moved and kept their order; none if names are not unique. */
function findShifted(old: readonly unknown[], now: readonly unknown[], paths: readonly string[] | undefined) {
  const findPositions = (list: readonly unknown[]) =>
    new Map(list.map((entry, index) => [identifyEntry(entry, paths), index] as const));
  const [before, after] = [findPositions(old), findPositions(now)];
  const shifted: (readonly [number, number])[] = [];
  const hasUniqueNames = before.size === old.length && after.size === now.length;
  for (const [name, from] of hasUniqueNames ? before : []) {
    const to = after.get(name) ?? from;
    if (to !== from && to > (shifted.at(-1)?.[1] ?? -1) && isDeepStrictEqual(old[from], now[to])) {
      shifted.push([from, to]);
    }
  }
  return shifted;
}
