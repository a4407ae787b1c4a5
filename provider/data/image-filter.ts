import { z } from "zod";
import type { ImageQuery } from "../api/endpoints/images";
import type { Image } from "./image-result";

const text = z.string().min(1);

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

/** The filters as arguments of `getImage` and `getImages`. */
export const filterArgs = {
  name: text.optional(),
  nameRegex: pattern.optional(),
  osDistro: text.optional(),
  osVersion: text.optional(),
  architecture: z.enum(["aarch64", "x86_64"]).optional(),
  visibility: text.optional(),
  tags: z.record(z.string(), z.string()).optional(),
};

/** Filters of images, all of which an image has to pass. */
export type ImageFilter = z.infer<z.ZodObject<typeof filterArgs>>;

const filterNames = Object.keys(filterArgs) as (keyof ImageFilter)[];

/** The names of the filters that are set. */
export function filtersIn(filter: ImageFilter): (keyof ImageFilter)[] {
  return filterNames.filter((name) => filter[name] !== undefined);
}

/**
 * What the platform is asked to filter by. Its `name` takes any part of a name in any case, and the form of its tag
 * filters is not published; so all that decides is `passes`.
 */
export function queryOf(filter: ImageFilter, includePrices: boolean | undefined): ImageQuery {
  const { name, osDistro, osVersion, architecture, visibility } = filter;
  const query = { name, os_distro: osDistro, os_version: osVersion, architecture, visibility };
  return { ...query, include_prices: includePrices || undefined };
}

/** Whether an image passes all filters. */
export function passes(image: Image, filter: ImageFilter): boolean {
  const { nameRegex, tags = {}, ...equal } = filter;
  const names = filtersIn(equal) as (keyof typeof equal)[];
  return (
    names.every((name) => image[name] === equal[name]) &&
    (nameRegex === undefined || new RegExp(nameRegex).test(image.name)) &&
    Object.entries(tags).every(([key, value]) => image.tagsV2.some((tag) => tag.key === key && tag.value === value))
  );
}

/** In words: `name "web", tags {"env":"prod"}`. */
export function filterText(filter: ImageFilter): string {
  return filtersIn(filter)
    .map((name) => `${name} ${JSON.stringify(filter[name])}`)
    .join(", ");
}
