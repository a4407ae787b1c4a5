import { z } from "zod";
import { isObject } from "../../json-object";
import { InvalidFields } from "../error-body";
import { architectures } from "./schema";

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

function parseTags(text: string): Record<string, string> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const isMap = isObject(value) && Object.values(value).every((part) => typeof part === "string");
    return isMap ? (value as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** One JSON object in the query, e.g. `{"env":"prod"}`; the form is not published. */
const tagMap = z.string().transform((text, context) => {
  const tags = parseTags(text);
  if (tags) return tags;
  context.addIssue({ code: "custom", message: "not a JSON object of texts" });
  return z.NEVER;
});

const itemShape = { include_prices: flag.default(false) };

const itemQuery = z.object(itemShape);

const listQuery = z.object({
  ...itemShape,
  name: z.string().optional(),
  os_distro: z.string().optional(),
  os_version: z.string().optional(),
  architecture: z.enum(architectures).optional(),
  visibility: z.string().optional(),
  private: flag.optional(),
  tag_key: z.union([z.string().transform((key) => [key]), z.array(z.string())]).optional(),
  tag_key_value: tagMap.optional(),
  limit: wholeNumber(1, 1000).default(1000),
  offset: wholeNumber(0, 999_999_999).default(0),
});

/** A checked query of the list. */
export type ListQuery = z.output<typeof listQuery>;

function parse<T>(schema: z.ZodType<T>, query: unknown): T {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const fields = result.error.issues.map(({ path }) => [String(path[0]), ["Enter a valid value."]] as const);
  throw new InvalidFields(new Map(fields));
}

/** Query of one image (contract 4.2). Throws {@link InvalidFields}. */
export function parseItemQuery(query: unknown): z.output<typeof itemQuery> {
  return parse(itemQuery, query);
}

/** Query of the list (platform facts "Images"). Throws {@link InvalidFields}. */
export function parseListQuery(query: unknown): ListQuery {
  return parse(listQuery, query);
}
