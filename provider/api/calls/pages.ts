import * as z from "zod";
import { UnexpectedAnswerError } from "../failures/errors";

export interface Page<Item> {
  /** A malformed entry is kept as undefined, because it still counts when the next offset is computed. */
  entries: readonly (Item | undefined)[];
  /** The number of entries on all pages, as the platform reports it. */
  count?: number | null;
  /** The address of the next page, `null` on the last page, and undefined if the platform does not say. */
  next?: unknown;
}

export interface AllPages<Item> {
  items: ReadonlyMap<string, Item>;
  /** Whether no entry is malformed, no page follows, and no entry is missing by the platform's count. */
  isWhole: boolean;
}

const pageSize = 1000;

/** A list that needs a page after this offset is refused. Ten times as many entries would fill the memory. */
export const maxEntries = 50_000;

/** Returns a schema for both forms of a page: an array, or an object with `results` and perhaps `count` and `next`. */
export function definePage<Item>(entries: z.ZodType<(Item | undefined)[]>): z.ZodType<Page<Item>> {
  const page = z
    .looseObject({ results: entries, count: z.int().nullish().catch(undefined), next: z.unknown().optional() })
    .transform(({ results, count, next }) => ({ entries: results, count, next }));
  return z.preprocess((body) => (Array.isArray(body) ? { results: body as unknown[] } : body), page);
}

/** Returns a schema that turns `null` and malformed entries into undefined, but refuses a list of only such entries. */
export function skipUnreadable<Item>(item: z.ZodType<Item>): z.ZodType<(Item | undefined)[]> {
  return z
    .array(item.optional().catch(undefined))
    .refine((entries) => entries.length === 0 || entries.some((entry) => entry !== undefined), {
      error: "no entry has the expected form",
    });
}

/**
 * A page without a new item ends the list, because the platform may ignore the offset and send the same page again. A
 * short page does not end it, because the platform may send fewer entries than requested.
 */
export async function readAllPages<Item>(
  read: (query: { limit: number; offset: number }) => Promise<Page<Item>>,
  getKey: (item: Item) => string,
): Promise<AllPages<Item>> {
  const items = new Map<string, Item>();
  let isReadable = true;
  for (let offset = 0; offset <= maxEntries;) {
    const { entries, count, next } = await read({ limit: pageSize, offset });
    const knownBefore = items.size;
    for (const item of entries) {
      if (item !== undefined && !items.has(getKey(item))) {
        items.set(getKey(item), item);
      }
    }
    isReadable &&= !entries.includes(undefined);
    offset += entries.length;
    if (items.size === knownBefore || next === null || offset >= (count ?? Infinity)) {
      // Without `next`, only an empty page or a count says that the list ends here.
      const saysItEnds = !next && (next === null || entries.length === 0 || typeof count === "number");
      return { items, isWhole: isReadable && saysItEnds && items.size >= (count ?? 0) };
    }
  }
  const message = `the list has more than the maximum of ${maxEntries} entries; narrow it with filters`;
  throw new UnexpectedAnswerError({ message });
}
