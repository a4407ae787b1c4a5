import { z } from "zod";

/** A text that says something. */
export const text = z.string().min(1);

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

/** Filters by the name, as arguments. */
export const nameArgs = { name: text.optional(), nameRegex: pattern.optional() };

/** A filter by tags, as an argument. */
export const tagArgs = { tags: z.record(z.string(), z.string()).optional() };

/** Filters of a list, all of which an entry has to pass; those without a meaning of their own ask for equal fields. */
export interface Filter {
  name?: string;
  nameRegex?: string;
  tags?: Record<string, string>;
}

/** The filters that are set, by name. */
export function filtersIn<F extends Filter>(filter: F): (keyof F & string)[] {
  return (Object.keys(filter) as (keyof F & string)[]).filter((name) => filter[name] !== undefined);
}

/** Whether an entry passes all filters. */
export function passes<F extends Filter>(
  entry: { [Name in Exclude<keyof F, "nameRegex" | "tags">]?: unknown } & { name: string },
  { nameRegex, tags = {}, ...equal }: F,
  ownTags: readonly { key: string; value: string }[] = [],
): boolean {
  const fields: Record<string, unknown> = entry;
  return (
    Object.entries(equal).every(([name, value]) => value === undefined || fields[name] === value) &&
    (nameRegex === undefined || new RegExp(nameRegex).test(entry.name)) &&
    Object.entries(tags).every(([key, value]) => ownTags.some((tag) => tag.key === key && tag.value === value))
  );
}

/** In words: `name "web", tags {"env":"prod"}`. */
export function filterText<F extends Filter>(filter: F): string {
  return filtersIn(filter)
    .map((name) => `${name} ${JSON.stringify(filter[name])}`)
    .join(", ");
}

/** What is wrong where one thing is asked for by its ID or by filters, of which there has to be one. */
export function idProblem(
  thing: string,
  id: string | undefined,
  args: Filter & { mostRecent?: boolean },
  filterNames: readonly string[],
): string | undefined {
  const filters = filterNames.filter((name) => (args as Record<string, unknown>)[name] !== undefined);
  const besides = [...filters, ...(args.mostRecent ? ["mostRecent"] : [])];
  if (id !== undefined) {
    return besides.length > 0
      ? `already identifies one ${thing}; leave out ${besides.join(", ")}, or ${thing}Id`
      : undefined;
  }
  return filters.length === 0 ? `is required, or at least one filter: ${filterNames.join(", ")}` : undefined;
}
