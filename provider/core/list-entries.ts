import { findPathAndName } from "./keyed-lists";
import { isJsonObject } from "../values/json";

/**
 * Identifies a list entry at any position: an object by the first of these paths that it has, a plain value by itself.
 * Undefined if only its position distinguishes it.
 */
export function findEntryName(entry: unknown, paths: readonly string[] | undefined): string | undefined {
  if (!isJsonObject(entry)) {
    return paths ? undefined : JSON.stringify(entry);
  }
  const found = findPathAndName(entry, paths ?? []);
  return found && `${found.path}=${found.name}`;
}

/** The pairs of positions of a longest common subsequence of two lists of names. */
export function findCommonEntries(
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
): (readonly [number, number])[] {
  const isSame = (i: number, j: number) => before[i] !== undefined && before[i] === after[j];
  // lengths[i][j]: how many entries from position i and j on are common.
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const findLength = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as number[];
      row[j] = isSame(i, j) ? 1 + findLength(i + 1, j + 1) : Math.max(findLength(i + 1, j), findLength(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (isSame(i, j)) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (findLength(i + 1, j) >= findLength(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}
