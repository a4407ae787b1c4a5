import { isDeepStrictEqual } from "node:util";
import { toPrintableLine } from "../core/engine-text";
import { KeyedList } from "../core/keyed-lists";
import { isJsonObject } from "../values/json";
import { upstreamCases } from "./origin-group";

/** The lists of an origin group, as `entryNames` and `sets` of `Traits` describe them. */
export const groupLists = {
  entryNames: { sources: ["source", "config.s3BucketName", "config.appId"] },
  sets: { proxyNextUpstream: upstreamCases },
} as const;

const sourceList = new KeyedList(groupLists.entryNames.sources);
const maxShownNames = 20;

/** The words before the new order in a notice. `pulumi-edgecloud summary` finds the order by these words. */
export const newOrder = "the order of sources becomes ";

/** Returns the host, the name of the bucket or the ID of the edge application, if the source has one that is known. */
export function findSourceName(source: unknown): string | undefined {
  return sourceList.findName(source);
}

/**
 * Writes the order of sources in one line, such as `web-9 → web-1 (off) → media (backup)`. After the first names, a
 * long list ends in ` → 3 more`. A name that is not known becomes `…`. The summary also passes other lists, with names
 * of their entries.
 */
export function describeOrder(sources: readonly unknown[], names = sources.map(findSourceName)): string {
  const shown = sources.slice(0, maxShownNames).map((source, index) => {
    const { backup, enabled } = isJsonObject(source) ? source : {};
    const marks = [...(backup === true ? ["backup"] : []), ...(enabled === false ? ["off"] : [])];
    return `${toPrintableLine(names[index] ?? "…")}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
  });
  const rest = sources.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(" → ");
}

/**
 * Returns whether the entries are in another order. Each of these alone is not another order: an entry is removed, a
 * new entry takes the place of a removed entry, or new entries are added at the end. A replacement is recognized only
 * at the same position, so together with a removal before it, it counts as another order.
 */
export function hasNewOrder(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  // The old names, in which a removed name is replaced by the new name that is now at its position, if there is one.
  const replaced = before.map((name, index) => {
    const other = after[index];
    return now.has(name) || other === undefined || old.has(other) ? name : other;
  });
  const kept = new Set(replaced.filter((name) => now.has(name)));
  return !isDeepStrictEqual([...kept, ...after.filter((name) => !kept.has(name))], after);
}
