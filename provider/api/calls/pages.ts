import * as z from "zod";
import { UnexpectedAnswerError } from "../failures/errors";

/** A page of a list as it came. */
export interface Page<Item> {
  /** Undefined for a malformed entry, which still counts as one. */
  entries: readonly (Item | undefined)[];
  /** The size of the whole list. */
  count?: number | null;
  /** The address of the next page; null if there is none. */
  next?: unknown;
}

/** Which part of a list is asked for. */
export interface PageQuery extends Record<string, number> {
  limit: number;
  offset: number;
}

/**
 * Decides whether a list is read on; at most `remainingPages` are left, it has `count` entries in all, and `items` are
 * those so far.
 */
export type ShouldGoOn<Item> = (remainingPages: number, count: number, items: readonly Item[]) => boolean;

const pageSize = 1000;

/** More than any account has, however few entries a platform puts on a page. */
const maxPages = 1000;

/** The most entries that are read of a list: ten times as many would fill a host's memory. */
export const maxEntries = 50_000;

/** A page in the forms of the platform: a bare array, or an object with `results` and perhaps `count` and `next`. */
export function definePage<Item>(entries: z.ZodType<(Item | undefined)[]>): z.ZodType<Page<Item>> {
  const page = z
    .looseObject({ results: entries, count: z.int().nullish().catch(undefined), next: z.unknown().optional() })
    .transform(({ results, count, next }) => ({ entries: results, count, next }));
  return z.preprocess((body) => (Array.isArray(body) ? { results: body as unknown[] } : body), page);
}

const boundedList = z.array(z.unknown()).max(maxEntries, `more than ${maxEntries} entries`);

/** A list whose entries must all be valid. Only the first malformed entry is reported, since there may be thousands. */
export function requireEntries<Item>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return boundedList.transform((entries, context) => {
    const read: Item[] = [];
    for (const [index, entry] of entries.entries()) {
      const { data, error } = item.safeParse(entry);
      if (error) {
        error.issues.forEach(({ path, message }) =>
          context.addIssue({ code: "custom", path: [index, ...path], message }),
        );
        return z.NEVER;
      }
      read.push(data);
    }
    return read;
  });
}

/** A list in which some entries may be null or malformed; it is refused only if all of them are. */
export function skipUnreadable<Item>(item: z.ZodType<Item>): z.ZodType<(Item | undefined)[]> {
  return boundedList.transform((entries, context) => {
    const read = entries.map((entry) => item.safeParse(entry).data);
    const isUnreadable = read.every((entry) => entry === undefined) && entries.some((entry) => entry !== null);
    if (isUnreadable) {
      context.addIssue({ code: "custom", message: "no entry has the expected form" });
    }
    return read;
  });
}

/**
 * Reads the items of all pages, each once, as told by its key. A short page does not end the list, since a platform may put
 * fewer on a page than requested; a page without anything new does, since a platform may ignore the offset. `shouldGoOn` is
 * asked before each further page. The list `isWhole` if it says where it ends, has as many items as it says, and each could
 * be read.
 */
export async function readAllPages<Item>(
  read: (query: PageQuery) => Promise<Page<Item>>,
  getKey: (item: Item) => unknown,
  shouldGoOn: ShouldGoOn<Item> = () => true,
): Promise<{ items: Item[]; isWhole: boolean }> {
  const items: Item[] = [];
  const keys = new Set<unknown>();
  let isReadable = true;
  for (let offset = 0, page = 0; page < maxPages; page++) {
    const { entries, count, next } = await read({ limit: pageSize, offset });
    const knownBefore = items.length;
    for (const item of entries) {
      if (item !== undefined && !keys.has(getKey(item))) {
        keys.add(getKey(item));
        items.push(item);
      }
    }
    isReadable &&= !entries.includes(undefined);
    offset += entries.length;
    if (offset > maxEntries) {
      const message = `the list has more than ${maxEntries} entries, more than are read; narrow it with filters`;
      throw new UnexpectedAnswerError({ message });
    }
    if (items.length === knownBefore || next === null || offset >= (count ?? Infinity)) {
      const saysItEnds = !next && (next === null || entries.length === 0 || typeof count === "number");
      return { items, isWhole: isReadable && saysItEnds && items.length >= (count ?? 0) };
    }
    const entriesInAll = count ?? maxEntries;
    if (!shouldGoOn(Math.ceil((entriesInAll - offset) / entries.length), entriesInAll, items)) {
      return { items, isWhole: false };
    }
  }
  throw new UnexpectedAnswerError({ message: `the list does not end: it has more than ${maxPages} pages` });
}
