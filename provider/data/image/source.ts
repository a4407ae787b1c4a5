import * as z from "zod";
import type { ImageAnswer } from "../../api/calls/lookups";
import { toCamelCaseKeys } from "../../api/calls/naming";
import type { CloudScope } from "../../api/calls/path";
import type { DataSource } from "../../core/data-source";
import { resolveScope, scopeArgs, describeScope } from "../../model/scope";
import type { Listing } from "../listing";
import {
  matchesFilter,
  nameFilterArgs,
  nonEmpty,
  pickFilter,
  pickOne,
  requireIdOrFilter,
  tagFilterArgs,
} from "../search";
import type { GetImageArgs, GetImagesArgs, Image } from "./functions";

const filterArgs = {
  ...nameFilterArgs,
  osDistro: nonEmpty.optional(),
  osVersion: nonEmpty.optional(),
  architecture: z.enum(["aarch64", "x86_64"]).optional(),
  visibility: nonEmpty.optional(),
  ...tagFilterArgs,
};

const listArgs = { ...scopeArgs, ...filterArgs, includePrices: z.boolean().optional() };

/** The data source `getImage`. */
export const image: DataSource<GetImageArgs, GetImageArgs & CloudScope, Image> = {
  name: "getImage",
  args: z
    .strictObject({ ...listArgs, imageId: nonEmpty.optional(), mostRecent: z.boolean().optional() })
    .superRefine(requireIdOrFilter("image", filterArgs)),
  toQuery: resolveScope,
  describe: (query) =>
    query.imageId === undefined ? images.describe(query) : `image "${query.imageId}" of ${describeScope(query)}`,
  read: async (connection, query, mask) => {
    const { imageId, includePrices } = query;
    if (imageId !== undefined) {
      return toImage(await connection.lookups.getImage(query, imageId, { include_prices: includePrices || undefined }));
    }
    const search = { ...query, filter: pickFilter(query, filterArgs) };
    return pickOne(
      "image",
      await images.read(connection, query, mask),
      search,
      mask,
      (found) => `version ${found.osVersion}`,
    );
  },
};

/**
 * The data source `getImages`. Sends the filters that the platform has, which shortens its answer, and applies all of
 * them here: the platform's `name` matches any part of a name in any case, and the format of its tag filters is not
 * published.
 */
export const images: DataSource<GetImagesArgs, GetImagesArgs & CloudScope, Image[]> = {
  name: "getImages",
  args: z.strictObject(listArgs),
  toQuery: resolveScope,
  describe: (query) => `the list of images of ${describeScope(query)}`,
  read: async (connection, query) => {
    const { name, osDistro, osVersion, architecture, visibility, includePrices } = query;
    const answers = await connection.lookups.listImages(query, {
      name,
      os_distro: osDistro,
      os_version: osVersion,
      architecture,
      visibility,
      include_prices: includePrices || undefined,
    });
    const filter = pickFilter(query, filterArgs);
    return answers.map(toImage).filter((image) => matchesFilter(image, filter, image.tagsV2));
  },
};

/** All images of a project and region. */
export const listedImages: Listing = {
  title: "Images",
  use: "not managed; look one up with getImage({ imageId })",
  columns: ["NAME", "STATUS"],
  list: {
    ofScope: async (connection, scope) => {
      const found = await images.read(connection, scope, (value) => value);
      return found.map(({ id, name, status }) => ({ id, name, cells: [name, status] }));
    },
  },
};

function toImage(answer: ImageAnswer): Image {
  return { ...toCamelCaseKeys(answer), tagsV2: answer.tags_v2.map(toCamelCaseKeys) };
}
