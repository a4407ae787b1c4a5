import { isDeepStrictEqual } from "node:util";
import { toPrintableLine } from "../core/engine-text";
import { KeyedList } from "../core/keyed-lists";
import { isJsonObject } from "../values/json";
import { upstreamCases } from "./origin-group";

/** How the lists of a group are keyed: sources by the first of these paths that they have; the cases are a set. */
export const groupLists = {
  entryNames: { sources: ["source", "config.s3BucketName", "config.appId"] },
  sets: { proxyNextUpstream: upstreamCases },
} as const;

const sourceList = new KeyedList(groupLists.entryNames.sources);
const maxShownNames = 20;

/** What precedes a new order in a message. */
export const newOrder = "the order of sources becomes ";

/** The name of a source; undefined if a preview does not know it yet. */
export function findSourceName(source: unknown): string | undefined {
  return sourceList.findName(source);
}

/** The order of sources in one line: `web-9 → web-1 (off) → media (backup)`. Long lists are cut off. */
export function describeOrder(sources: readonly unknown[], names = sources.map(findSourceName)): string {
  const shown = sources.slice(0, maxShownNames).map((source, index) => {
    const { backup, enabled } = isJsonObject(source) ? source : {};
    const marks = [...(backup === true ? ["backup"] : []), ...(enabled === false ? ["off"] : [])];
    return `${toPrintableLine(names[index] ?? "…")}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
  });
  const rest = sources.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(" → ");
}

/** Whether a list is reordered. Removed entries, new ones in their place and new ones at the end do not count. */
export function hasNewOrder(before: readonly string[], after: readonly string[]): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  const replaced = before.map((name, index) => {
    const other = after[index];
    return now.has(name) || other === undefined || old.has(other) ? name : other;
  });
  const kept = new Set(replaced.filter((name) => now.has(name)));
  return !isDeepStrictEqual([...kept, ...after.filter((name) => !kept.has(name))], after);
}
