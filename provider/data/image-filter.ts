import { z } from "zod";
import type { ImageQuery } from "../api/endpoints/images";
import { nameArgs, tagArgs, text } from "./filter";

/** The filters as arguments of `getImage` and `getImages`. */
export const filterArgs = {
  ...nameArgs,
  osDistro: text.optional(),
  osVersion: text.optional(),
  architecture: z.enum(["aarch64", "x86_64"]).optional(),
  visibility: text.optional(),
  ...tagArgs,
};

/** Filters of images, all of which an image has to pass. */
export type ImageFilter = z.infer<z.ZodObject<typeof filterArgs>>;

/**
 * What the platform is asked to filter by. Its `name` takes any part of a name in any case, and the form of its tag
 * filters is not published; so all that decides is `passes`.
 */
export function queryOf(filter: ImageFilter, includePrices: boolean | undefined): ImageQuery {
  const { name, osDistro, osVersion, architecture, visibility } = filter;
  const query = { name, os_distro: osDistro, os_version: osVersion, architecture, visibility };
  return { ...query, include_prices: includePrices || undefined };
}
