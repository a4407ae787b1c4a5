import { z } from "zod";
import { UnexpectedAnswerError } from "./errors";

/** A page of a list as it came. */
export interface Page<Item> {
  /** Undefined for an entry that cannot be understood; it still counts as an entry. */
  entries: readonly (Item | undefined)[];
  /** How many the whole list has. */
  count?: number | null;
  /** The address of the next page; null if there is none. */
  next?: unknown;
}

/** Which part of a list is asked for. */
export interface PageQuery extends Record<string, number> {
  limit: number;
  offset: number;
}

const pageSize = 1000;

/** More than any account has, however few entries a platform puts on a page. */
const mostPages = 1000;

/** A page in the forms of the platform: a bare array, or an object with `results` and perhaps `count` and `next`. */
export function pageOf<Item>(entries: z.ZodType<(Item | undefined)[]>): z.ZodType<Page<Item>> {
  return z.union([
    entries.transform((listed) => ({ entries: listed })),
    z
      .looseObject({ results: entries, count: z.int().nullish().catch(undefined), next: z.unknown().optional() })
      .transform(({ results, count, next }) => ({ entries: results, count, next })),
  ]);
}

/** Entries of which some may be null or malformed; the list is refused only if all of them are. */
export function readableOf<Item>(item: z.ZodType<Item>): z.ZodType<(Item | undefined)[]> {
  return z.array(z.unknown()).transform((listed, context) => {
    const read = listed.map((entry) => item.safeParse(entry));
    const problem = read.find(({ success }, index) => !success && listed[index] !== null)?.error;
    if (problem && !read.some(({ success }) => success)) {
      context.addIssue({ code: "custom", message: "no entry has the expected form" });
    }
    return read.map(({ data }) => data);
  });
}

/**
 * The items of a list from all its pages, each once. A platform may put fewer on a page than were asked for, so a short
 * page is no end; it may also ignore the offset or repeat itself, so a page without anything new is one.
 */
export async function* itemsOf<Item>(
  read: (query: PageQuery) => Promise<Page<Item>>,
  keyOf: (item: Item) => unknown,
): AsyncGenerator<Item> {
  const known = new Set<unknown>();
  for (let offset = 0, page = 0; page < mostPages; page++) {
    const { entries, count, next } = await read({ limit: pageSize, offset });
    const knownBefore = known.size;
    for (const item of entries) {
      if (item !== undefined && !known.has(keyOf(item))) {
        known.add(keyOf(item));
        yield item;
      }
    }
    offset += entries.length;
    if (known.size === knownBefore || next === null || offset >= (count ?? Infinity)) {
      return;
    }
  }
  throw new UnexpectedAnswerError({ message: `the list does not end: it has more than ${mostPages} pages` });
}
