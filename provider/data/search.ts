import * as z from "zod";
import { LookupError } from "../core/data-source";
import type { CloudScope } from "../api/calls/path";
import { describeScope } from "../model/scope";
import { compareInstants } from "../values/instant";

/** A string that is not empty. */
export const nonEmpty = z.string().min(1);

const pattern = z.string().superRefine((source, context) => {
  try {
    new RegExp(source);
  } catch (error) {
    const { message } = error as Error;
    const rule = "must be a regular expression:";
    const withoutValue = `${rule} ${message.slice(message.lastIndexOf(": ") + 2)}`;
    context.addIssue({ code: "custom", message: `${rule} ${message}`, params: { withoutValue } });
  }
});

/** Arguments that filter by name. */
export const nameFilterArgs = { name: nonEmpty.optional(), nameRegex: pattern.optional() };

/** The argument that filters by tags. */
export const tagFilterArgs = { tags: z.record(z.string(), z.string()).optional() };

/** Filters of a list. An entry must match all of them; any other filter compares the field of the same name. */
export interface Filter {
  name?: string;
  nameRegex?: string;
  tags?: Record<string, string>;
}

/** Whether an entry matches all filters. */
export function matchesFilter<F extends Filter>(
  entry: { [Name in Exclude<keyof F, "nameRegex" | "tags">]?: unknown } & { name: string },
  { nameRegex, tags = {}, ...equal }: F,
  entryTags: readonly { key: string; value: string }[] = [],
): boolean {
  const fields: Record<string, unknown> = entry;
  return (
    Object.entries(equal).every(([name, value]) => value === undefined || fields[name] === value) &&
    (nameRegex === undefined || new RegExp(nameRegex).test(entry.name)) &&
    Object.entries(tags).every(([key, value]) => entryTags.some((tag) => tag.key === key && tag.value === value))
  );
}

/** Describes a filter for a message: `name "web", tags {"env":"prod"}`. */
function describeFilter(filter: Filter): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");
}

/**
 * A refinement for arguments that look up one `thing` by its ID or by filters: requires one of the two, and rejects
 * both together.
 */
export function requireIdOrFilter(thing: string, filterArgs: object) {
  const idName = `${thing}Id`;
  const filterNames = Object.keys(filterArgs);
  return (args: object, context: z.core.$RefinementCtx): void => {
    const given = args as Record<string, unknown>;
    const fail = (message: string) => context.addIssue({ code: "custom", path: [idName], message });
    const filters = filterNames.filter((name) => given[name] !== undefined);
    const extra = [...filters, ...(given.mostRecent ? ["mostRecent"] : [])];
    if (given[idName] !== undefined && extra.length > 0) {
      fail(`already identifies one ${thing}; leave out ${extra.join(", ")}, or ${idName}`);
    } else if (given[idName] === undefined && filters.length === 0) {
      fail(`is required, unless at least one filter is given: ${filterNames.join(", ")}`);
    }
  };
}

/** What can be searched. */
interface Found {
  id: string;
  name: string;
  createdAt: string | null;
}

/** A search for one thing of a project and region. */
interface Search extends CloudScope {
  filter: Filter;
  mostRecent?: boolean;
}

/**
 * Returns the only match, or the newest with `mostRecent`.
 *
 * @param thing The noun of what is searched: `image`.
 * @param mask Gives the part of a value that an error may show.
 * @param describeDetail Tells a match from others, beside its name, ID and time.
 * @throws `LookupError` if there is none, or if there are several, which it lists.
 */
export function pickOne<T extends Found>(
  thing: string,
  matches: readonly T[],
  search: Search,
  mask: <V>(value: V) => V,
  describeDetail: (match: T) => string,
): T {
  const { mostRecent } = search;
  const candidates = mostRecent ? pickNewest(matches) : matches;
  const shown = mask(search);
  const [scope, filters] = [describeScope(shown), describeFilter(shown.filter)];
  const [first, ...others] = candidates;
  if (!first) {
    throw new LookupError(`no ${thing} of ${scope} matches ${filters}`);
  }
  if (others.length > 0) {
    const [kind, advice] = mostRecent ? ["equally new ", ""] : ["", ", or set mostRecent: true"];
    const found = `${candidates.length} ${kind}${thing}s of ${scope} match ${filters}`;
    const lines = candidates.map(mask).map((match) => {
      const { name, id, createdAt } = match;
      return `"${name}" (id ${id}, ${describeDetail(match)}, created ${createdAt ?? "at an unknown time"})`;
    });
    throw new LookupError(`${found}; add filters${advice}:${formatList(lines)}`);
  }
  return first;
}

/** Returns several if they are equally new. */
function pickNewest<T extends Found>(matches: readonly T[]): T[] {
  const compare = (a: T, b: T) => compareInstants(b.createdAt ?? "", a.createdAt ?? "");
  const [first] = matches.toSorted(compare);
  return first ? matches.filter((match) => compare(match, first) === 0) : [];
}

function formatList(lines: readonly string[]): string {
  const maxLines = 10;
  const more = lines.length > maxLines ? [`and ${lines.length - maxLines} more`] : [];
  return [...lines.slice(0, maxLines), ...more].map((line) => `\n${line}`).join("");
}
