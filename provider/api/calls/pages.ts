import * as z from "zod";
import { UnexpectedAnswerError } from "../failures/errors";

export interface Page<Item> {
  /** Undefined for a malformed entry, which still counts as one. */
  entries: readonly (Item | undefined)[];
  count?: number | null;
  /** The address of the next page; null if there is none. */
  next?: unknown;
}

export interface AllPages<Item> {
  items: ReadonlyMap<string, Item>;
  /** Whether the list says where it ends, has as many items as it says, and has no malformed entry. */
  isWhole: boolean;
}

const pageSize = 1000;

/** The most entries that are read from a list: ten times as many would fill a host's memory. */
export const maxEntries = 50_000;

/** A page in the forms of the platform: a bare array, or an object with `results` and perhaps `count` and `next`. */
export function definePage<Item>(entries: z.ZodType<(Item | undefined)[]>): z.ZodType<Page<Item>> {
  const page = z
    .looseObject({ results: entries, count: z.int().nullish().catch(undefined), next: z.unknown().optional() })
    .transform(({ results, count, next }) => ({ entries: results, count, next }));
  return z.preprocess((body) => (Array.isArray(body) ? { results: body as unknown[] } : body), page);
}

/** A list in which some entries may be null or malformed; it is refused only if all of them are. */
export function skipUnreadable<Item>(item: z.ZodType<Item>): z.ZodType<(Item | undefined)[]> {
  return z
    .array(item.optional().catch(undefined))
    .refine((entries) => entries.length === 0 || entries.some((entry) => entry !== undefined), {
      error: "no entry has the expected form",
    });
}

/**
 * Reads the items of all pages, each once, by its key. A short page does not end the list, since a platform may put
 * fewer on a page than requested; a page without anything new does, since a platform may ignore the offset.
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
