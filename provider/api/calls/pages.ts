import * as z from "zod";
import { UnexpectedAnswerError } from "../failures/errors";

export interface Page<Item> {
  /** A malformed entry is undefined. It still counts when the next offset is computed. */
  entries: readonly (Item | undefined)[];
  count?: number | null;
  /** The address of the next page, `null` on the last page, and undefined if the platform does not say. */
  next?: unknown;
}

export interface AllPages<Item> {
  items: ReadonlyMap<string, Item>;
  /** False if an entry is malformed, if items are missing by the platform's count, or if more pages may follow. */
  isWhole: boolean;
}

const pageSize = 1000;

/** No page after this offset is read, because ten times as many entries would fill the memory of the process. */
export const maxEntries = 50_000;

/** Accepts both forms of a page: a bare array, or an object with `results` and perhaps `count` and `next`. */
export function definePage<Item>(entries: z.ZodType<(Item | undefined)[]>): z.ZodType<Page<Item>> {
  const page = z
    .looseObject({ results: entries, count: z.int().nullish().catch(undefined), next: z.unknown().optional() })
    .transform(({ results, count, next }) => ({ entries: results, count, next }));
  return z.preprocess((body) => (Array.isArray(body) ? { results: body as unknown[] } : body), page);
}

/** Turns null and malformed entries into undefined. A list is refused if it has entries, but none can be read. */
export function skipUnreadable<Item>(item: z.ZodType<Item>): z.ZodType<(Item | undefined)[]> {
  return z
    .array(item.optional().catch(undefined))
    .refine((entries) => entries.length === 0 || entries.some((entry) => entry !== undefined), {
      error: "no entry has the expected form",
    });
}

/**
 * Keeps one item for each key. A short page does not end the list, because the platform may send fewer entries than
 * requested. A page without a new item does, because the platform may ignore the offset and send the same page again.
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
      const saysItEnds = !next && (next === null || entries.length === 0 || typeof count === "number");
      return { items, isWhole: isReadable && saysItEnds && items.size >= (count ?? 0) };
    }
  }
  const message = `the list has more than the maximum of ${maxEntries} entries; narrow it with filters`;
  throw new UnexpectedAnswerError({ message });
}
