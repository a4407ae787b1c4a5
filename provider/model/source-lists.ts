import { isDeepStrictEqual } from "node:util";
import { toPrintableLine } from "../core/engine-text";
import { assignKeys, KeyedList } from "../core/keyed-lists";
import { isJsonObject } from "../values/json";
import { upstreamCases } from "./origin-group";

/** The part of an origin group's `Traits` that concerns lists. */
export const groupLists = {
  entryNames: { sources: ["source", "config.s3BucketName", "config.appId"] },
  sets: { proxyNextUpstream: upstreamCases },
} as const;

const sourceList = new KeyedList(groupLists.entryNames.sources);
const maxShownNames = 20;

/** `pulumi-edgecloud summary` finds the new order in a notice by these words. */
export const newOrder = "the order of sources becomes ";

export function findSourceName(source: unknown): string | undefined {
  return sourceList.findName(source);
}

/** Formats an order such as `web-9 → web-1 (off) → media (backup) → 3 more`. An unknown name becomes `…`. */
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
 * Removing an entry, replacing one at its position, or adding entries at the end is not a new order. If an entry before
 * a replaced one is also removed, the positions differ, and the replacement may count as a new order.
 */
export function hasNewOrder(oldNames: readonly string[], newNames: readonly string[]): boolean {
  // A host and a bucket may have the same name.
  const [before, after] = [assignKeys(oldNames), assignKeys(newNames)];
  const [old, now] = [new Set(before), new Set(after)];
  // The old names, with each removed one replaced by the new name that is now at its position, if any.
  const replaced = before.map((name, index) => {
    const other = after[index];
    return now.has(name) || other === undefined || old.has(other) ? name : other;
  });
  const kept = new Set(replaced.filter((name) => now.has(name)));
  return !isDeepStrictEqual([...kept, ...after.filter((name) => !kept.has(name))], after);
}
