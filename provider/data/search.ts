import * as z from "zod";
import { LookupError } from "../core/data-source";
import type { CloudScope } from "../api/calls/path";
import { describeScope } from "../model/scope";
import { compareInstants } from "../values/instant";
import { pick, readOwnValue } from "../values/json";

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

/** The filters among the arguments of a call. */
export function pickFilter(args: object, filterArgs: object): Filter {
  return pick(args, (name) => name in filterArgs);
}

/** Whether an entry matches all filters. */
export function matchesFilter(
  entry: { name: string },
  { nameRegex, tags = {}, ...equal }: Filter,
  entryTags: readonly { key: string; value: string }[] = [],
): boolean {
  return (
    Object.entries(equal).every(([name, value]) => value === undefined || readOwnValue(entry, name) === value) &&
    (nameRegex === undefined || new RegExp(nameRegex).test(entry.name)) &&
    Object.entries(tags).every(([key, value]) => entryTags.some((tag) => tag.key === key && tag.value === value))
  );
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

/** The most matches that an error lists. */
const maxShown = 10;

/**
 * Returns the only match, or the newest with `mostRecent`.
 *
 * @param thing The noun of what is searched: `image`.
 * @param mask Gives the part of a value that an error may show.
 * @param describeDetail Tells a match from others, beside its name, ID and time.
 * @throws `LookupError` if there is none, or if there are several, which it lists.
 */
export function pickOne<Thing extends { id: string; name: string; createdAt: string | null }>(
  thing: string,
  matches: readonly Thing[],
  search: CloudScope & { filter: Filter; mostRecent?: boolean },
  mask: <V>(value: V) => V,
  describeDetail: (match: Thing) => string,
): Thing {
  const { mostRecent } = search;
  const compareAge = (a: Thing, b: Thing) => compareInstants(b.createdAt ?? "", a.createdAt ?? "");
  const [first] = mostRecent ? matches.toSorted(compareAge) : matches;
  const shown = mask(search);
  const scope = describeScope(shown);
  const filters = Object.entries(shown.filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");
  if (!first) {
    throw new LookupError(`no ${thing} of ${scope} matches ${filters}`);
  }
  const candidates = mostRecent ? matches.filter((match) => compareAge(match, first) === 0) : matches;
  if (candidates.length > 1) {
    const [kind, advice] = mostRecent ? ["equally new ", ""] : ["", ", or set mostRecent: true"];
    const found = `${candidates.length} ${kind}${thing}s of ${scope} match ${filters}`;
    const lines = candidates.slice(0, maxShown).map((candidate) => {
      const match = mask(candidate);
      const { name, id, createdAt } = match;
      return `\n"${name}" (id ${id}, ${describeDetail(match)}, created ${createdAt ?? "at an unknown time"})`;
    });
    const more = candidates.length > maxShown ? `\nand ${candidates.length - maxShown} more` : "";
    throw new LookupError(`${found}; add filters${advice}:${lines.join("")}${more}`);
  }
  return first;
}
