import type { z } from "zod";
import { pageNumbers } from "../http/query-number";
import { InvalidFieldsError } from "./error-body";

/** Parameters of a list that say which part of it is asked for (platform facts "Images"). */
export const pageShape = {
  limit: pageNumbers.limit.default(1000),
  offset: pageNumbers.offset.default(0),
};

/** A checked query. Throws {@link InvalidFieldsError}. */
export function parseQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => [String(path[0]), ["Enter a valid value."]] as const);
  throw new InvalidFieldsError(new Map(fields));
}

/** One page of a list; `count` is that of all pages. */
export function slicePage<T, Answer>(
  found: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  { ignoresOffset }: { readonly ignoresOffset: boolean },
  answer: (item: T) => Answer,
): { count: number; results: Answer[] } {
  const start = ignoresOffset ? 0 : offset;
  return { count: found.length, results: found.slice(start, start + limit).map(answer) };
}
