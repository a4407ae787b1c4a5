import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import { LookupError, type DataSource } from "../core/data-source";
import { describeScope, resolveScope, scopeArgs } from "../model/scope";
import { compareInstants } from "../values/instant";
import { pick, readOwnValue } from "../values/json";
import type { DataKind, Listing } from "./listing";

export const nonEmpty = z.string().min(1);

const pattern = nonEmpty.superRefine((source, context) => {
  try {
    new RegExp(source);
  } catch (error) {
    // V8's message repeats the pattern before the problem, and the pattern may be secret.
    const problem = (error as Error).message.replace(/^.*: /s, "");
    context.addIssue({ code: "custom", message: `must be a regular expression: ${problem}` });
  }
});

export const nameFilterArgs = { name: nonEmpty.optional(), nameRegex: pattern.optional() };

interface Filter {
  name?: string;
  nameRegex?: string;
  tags?: Record<string, string>;
}

type Tags = readonly { key: string; value: string }[];

interface Listed {
  name: string;
  tags?: Tags;
  tagsV2?: Tags;
}

export function matchesFilter(entry: Listed, { nameRegex, tags = {}, ...equal }: Filter): boolean {
  const entryTags = entry.tagsV2 ?? entry.tags ?? [];
  return (
    Object.entries(equal).every(([name, value]) => value === undefined || readOwnValue(entry, name) === value) &&
    (nameRegex === undefined || new RegExp(nameRegex).test(entry.name)) &&
    Object.entries(tags).every(([key, value]) => entryTags.some((tag) => tag.key === key && tag.value === value))
  );
}

export function requireIdOrFilter(idName: string, filterArgs: object) {
  const filterNames = Object.keys(filterArgs);
  return (args: object, context: z.core.$RefinementCtx): void => {
    const given = args as Record<string, unknown>;
    // Every object matches an empty map of tags.
    const filters = filterNames.filter((name) => given[name] !== undefined && !isDeepStrictEqual(given[name], {}));
    const extra = [...filters, ...(given.mostRecent ? ["mostRecent"] : [])];
    const isMissing = given[idName] === undefined && filters.length === 0;
    if (isMissing || (given[idName] !== undefined && extra.length > 0)) {
      const message = isMissing
        ? `is required, unless at least one filter is given: ${filterNames.join(", ")}`
        : `cannot be combined with ${extra.join(", ")}`;
      context.addIssue({ code: "custom", path: [idName], message });
    }
  };
}

interface Searched extends Listed {
  id: string;
  status: string;
  createdAt: string | null;
}

interface SearchedKind<Found extends Searched, Query> {
  /** A singular noun: `image` gives the names `getImage`, `getImages` and `imageId`. */
  noun: string;
  id: z.ZodType<string>;
  filters: z.ZodRawShape;
  /** Arguments that are not filters, such as `includePrices`. */
  others?: z.ZodRawShape;
  get(connection: Connection, query: Query, id: string): Promise<Found>;
  list(connection: Connection, query: Query): Promise<Found[]>;
  /** Helps to tell matches apart in an error message. */
  describeDetail(found: Found): string;
  listing: Pick<Listing, "use" | "resource">;
}

type SearchArgs = Filter & Partial<CloudScope> & { mostRecent?: boolean };

/** Every filter is applied here, because an installation of the platform may ignore filters that it does not know. */
export function defineSearch<ListArgs extends SearchArgs, Args extends ListArgs & SearchArgs, Found extends Searched>(
  kind: SearchedKind<Found, ListArgs & CloudScope>,
): DataKind {
  const { noun, filters, listing } = kind;
  const [idName, title] = [`${noun}Id`, `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`];
  const listArgs = { ...scopeArgs, ...filters, ...kind.others };
  const args = z
    .strictObject({ ...listArgs, [idName]: kind.id.optional(), mostRecent: z.boolean().optional() })
    .superRefine(requireIdOrFilter(idName, filters));
  const pickFilter = (query: object): Filter => pick(query, (name, value) => name in filters && value !== undefined);
  const readId = (query: object) => readOwnValue(query, idName) as string | undefined;

  const many: DataSource<ListArgs, ListArgs & CloudScope, Found[]> = {
    name: `get${title}s`,
    args: z.strictObject(listArgs) as unknown as z.ZodType<ListArgs>,
    toQuery: resolveScope,
    describe: (query) => `the list of ${noun}s of ${describeScope(query)}`,
    resultName: `${noun}s`,
    read: async (connection, query) => {
      const [found, filter] = [await kind.list(connection, query), pickFilter(query)];
      return found.filter((one) => matchesFilter(one, filter));
    },
  };
  const one: DataSource<Args, Args & CloudScope, Found> = {
    name: `get${title}`,
    args: args as unknown as z.ZodType<Args>,
    toQuery: resolveScope,
    describe: (query) => {
      const id = readId(query);
      return id === undefined ? many.describe(query) : `${noun} "${id}" of ${describeScope(query)}`;
    },
    read: async (connection, query) => {
      const id = readId(query);
      return id === undefined
        ? pickOne(kind, await many.read(connection, query), query, pickFilter(query))
        : kind.get(connection, query, id);
    },
  };
  return {
    sources: [one, many],
    listing: {
      ...{ ...listing, kind: `${noun}s`, title: `${title}s`, columns: ["NAME", "STATUS"] },
      list: async (connection, scope) => {
        const found = await many.read(connection, scope as ListArgs & CloudScope);
        return found.map(({ id, name, status }) => ({
          id: listing.resource ? { ...scope, [idName]: id } : id,
          name,
          cells: [name, status],
        }));
      },
    },
  };
}

function pickOne<Found extends Searched>(
  { noun, describeDetail }: Pick<SearchedKind<Found, never>, "noun" | "describeDetail">,
  matches: readonly Found[],
  { mostRecent, ...scope }: CloudScope & { mostRecent?: boolean },
  filter: object,
): Found {
  const compareAge = (a: Found, b: Found) => compareInstants(b.createdAt ?? "", a.createdAt ?? "");
  const [newest] = matches.toSorted(compareAge);
  const candidates = mostRecent && newest ? matches.filter((match) => compareAge(match, newest) === 0) : matches;
  const [first, ...others] = candidates;
  const place = describeScope(scope);
  const filterWords = Object.entries(filter).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const words = filterWords.join(", ");
  if (!first) {
    throw new LookupError(`no ${noun} of ${place} matches ${words}`);
  }
  if (others.length > 0) {
    const count = candidates.length;
    const maxShown = 10;
    const lines = candidates.slice(0, maxShown).map((match) => {
      const { name, id, createdAt } = match;
      return `\n"${name}" (id ${id}, ${describeDetail(match)}, created ${createdAt ?? "at an unknown time"})`;
    });
    const more = count > maxShown ? `\nand ${count - maxShown} more` : "";
    const advice = mostRecent ? " and are equally new; add filters" : "; add filters, or set mostRecent: true";
    throw new LookupError(`${count} ${noun}s of ${place} match ${words}${advice}:${lines.join("")}${more}`);
  }
  return first;
}
