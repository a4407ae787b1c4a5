import { z } from "zod";
import { isObject } from "../../json-object";
import { pageShape, parseQuery } from "../page";
import { architectures } from "./schema";

/** Names of the list's filters (platform facts "Images"). */
export const imageFilters = [
  "name",
  "os_distro",
  "os_version",
  "architecture",
  "visibility",
  "private",
  "tag_key",
  "tag_key_value",
] as const;

/** See {@link imageFilters}. */
export type ImageFilter = (typeof imageFilters)[number];

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

function parseTags(text: string): Record<string, string> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const isMap = isObject(value) && Object.values(value).every((part) => typeof part === "string");
    return isMap ? (value as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON object, e.g. `{"env":"prod"}`; the form is not published. */
const tagMap = z.string().transform((text, context) => {
  const tags = parseTags(text);
  if (tags) {
    return tags;
  }
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
  ...pageShape,
});

/** A parsed query of the list. */
export type ListQuery = z.output<typeof listQuery>;

/** Parses the query of one image (contract 4.2); throws an `InvalidFieldsError`. */
export function parseItemQuery(query: unknown): z.output<typeof itemQuery> {
  return parseQuery(itemQuery, query);
}

/** Parses the query of the list (platform facts "Images"); throws an `InvalidFieldsError`. */
export function parseListQuery(query: unknown): ListQuery {
  return parseQuery(listQuery, query);
}
