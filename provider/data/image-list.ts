import { z } from "zod";
import type { Connection } from "../api/connection";
import type { ImageQuery } from "../api/calls/images";
import { nameArgs, passes, tagArgs, text } from "./filter";
import type { Image } from "./image/result";
import { imageOf } from "./image/wire";
import { scopeText, type Scope } from "../model/scope";

/** The filters as arguments of `getImage` and `getImages`. */
export const imageFilterArgs = {
  ...nameArgs,
  osDistro: text.optional(),
  osVersion: text.optional(),
  architecture: z.enum(["aarch64", "x86_64"]).optional(),
  visibility: text.optional(),
  ...tagArgs,
};

/** Filters of images, all of which an image has to pass. */
export type ImageFilter = z.infer<z.ZodObject<typeof imageFilterArgs>>;

/** What both data sources of images ask for. */
export interface ImagesQuestion extends Scope {
  filter: ImageFilter;
  includePrices?: boolean;
}

/** All images that pass the filters, in the platform's order. */
export async function readImages(connection: Connection, question: ImagesQuestion): Promise<Image[]> {
  const { filter, includePrices } = question;
  const listed = await connection.images.list(question, queryOf(filter, includePrices));
  return listed.map(imageOf).filter((image) => passes(image, filter, image.tagsV2));
}

/** In words: `the list of images of project 1, region 2`. */
export function imageListText(scope: Scope): string {
  return `the list of images of ${scopeText(scope)}`;
}

/**
 * What the platform is asked to filter by. Its `name` takes any part of a name in any case, and the form of its tag
 * filters is not published; so all that decides is `passes`.
 */
function queryOf(filter: ImageFilter, includePrices: boolean | undefined): ImageQuery {
  const { name, osDistro, osVersion, architecture, visibility } = filter;
  const query = { name, os_distro: osDistro, os_version: osVersion, architecture, visibility };
  return { ...query, include_prices: includePrices || undefined };
}
