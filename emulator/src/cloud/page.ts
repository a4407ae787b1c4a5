import type { z } from "zod";
import { pageNumbers } from "../http/query-number";
import { InvalidFieldsError } from "./replies";

/** Query parameters of a paginated list (platform facts "Images"). */
export const pageShape = {
  limit: pageNumbers.limit.default(1000),
  offset: pageNumbers.offset.default(0),
};

/** Parses a query; throws an {@link InvalidFieldsError}. */
export function parseQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  const result = schema.safeParse(query);
  if (result.success) {
    return result.data;
  }
  const fields = result.error.issues.map(({ path }) => [String(path[0]), ["Enter a valid value."]] as const);
  throw new InvalidFieldsError(new Map(fields));
}

/** Returns one page; `count` is the length of the whole list. */
export function slicePage<T, Answer>(
  found: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  { ignoresOffset }: { readonly ignoresOffset: boolean },
  answer: (item: T) => Answer,
): { count: number; results: Answer[] } {
  const start = ignoresOffset ? 0 : offset;
  return { count: found.length, results: found.slice(start, start + limit).map(answer) };
}
