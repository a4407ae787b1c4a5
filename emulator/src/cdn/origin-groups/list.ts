import { z } from "zod";
import { pageNumbers } from "../../http/query-number";
import type { CdnSwitches } from "../seed";
import { toGroupResponse } from "./response";
import { BadRequestError } from "./body-shape";
import { identifySource, type OriginGroup } from "./model";

/** A filter without a value does not filter. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const querySchema = z.object({
  name: filter(z.string()),
  sources: filter(z.string()),
  has_related_resources: filter(z.enum(["true", "false"])),
  limit: pageNumbers.limit.optional(),
  offset: pageNumbers.offset.optional(),
});

type ListQuery = z.output<typeof querySchema>;

function parseListQuery(query: unknown): ListQuery {
  const result = querySchema.safeParse(query);
  if (result.success) {
    return result.data;
  }
  const fields = result.error.issues.map((issue) => [String(issue.path[0]), ["Enter a valid value."]]);
  throw new BadRequestError(Object.fromEntries(fields) as Record<string, string[]>);
}

// How the platform compares is not published. `name` matches a part, case-insensitively, so that a client that takes
// the first match for its own group is caught. `sources` is a comma-separated list of keys, of which any may match.
function matchesQuery(group: OriginGroup, query: ListQuery): boolean {
  const wanted = query.sources?.split(",");
  const related = String(group.usedBy.resources.length > 0);
  return (
    group.name.toLowerCase().includes(query.name?.toLowerCase() ?? "") &&
    (wanted === undefined || group.sources.some((source) => wanted.includes(identifySource(source)))) &&
    (query.has_related_resources === undefined || query.has_related_resources === related)
  );
}

/**
 * Returns a bare array, or with `limit` or `offset` one page `{count, next, previous, results}`. `url` is the absolute
 * URL of the request, for the links to the other pages.
 */
export function listGroups(
  groups: readonly OriginGroup[],
  rawQuery: unknown,
  url: URL,
  { ignoresOffset }: Pick<CdnSwitches, "ignoresOffset">,
): unknown {
  const query = parseListQuery(rawQuery);
  const found = groups.filter((group) => matchesQuery(group, query)).map(toGroupResponse);
  if (query.limit === undefined && query.offset === undefined) {
    return found;
  }
  const { limit = 1000 } = query;
  const offset = ignoresOffset ? 0 : (query.offset ?? 0);
  const page = (start: number): string => {
    const target = new URL(url);
    target.searchParams.set("limit", String(limit));
    target.searchParams.set("offset", String(start));
    return target.href;
  };
  return {
    count: found.length,
    next: offset + limit < found.length ? page(offset + limit) : null,
    previous: offset > 0 ? page(Math.max(0, offset - limit)) : null,
    results: found.slice(offset, offset + limit),
  };
}
