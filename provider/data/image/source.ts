import * as z from "zod";
import type { ImageAnswer } from "../../api/calls/lookups";
import { toCamelCaseKeys } from "../../api/calls/naming";
import type { Connection } from "../../api/connection";
import type { CloudScope } from "../../api/calls/path";
import type { DataSource } from "../../core/data-source";
import { resolveScope, scopeArgs, describeScope } from "../../model/scope";
import { matchesFilter, nameFilterArgs, nonEmpty, pickOne, requireIdOrFilter, tagFilterArgs } from "../search";
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

interface ImageSearch extends CloudScope {
  filter: z.infer<z.ZodObject<typeof filterArgs>>;
  includePrices?: boolean;
}

interface ImageLookup extends ImageSearch {
  imageId?: string;
  mostRecent?: boolean;
}

/** The data source `getImage`. */
export const image: DataSource<GetImageArgs, ImageLookup, Image> = {
  name: "getImage",
  args: z
    .strictObject({ ...listArgs, imageId: nonEmpty.optional(), mostRecent: z.boolean().optional() })
    .superRefine(requireIdOrFilter("image", filterArgs)),
  toQuery: ({ projectId, regionId, includePrices, imageId, mostRecent, ...filter }, connection) => ({
    ...resolveScope({ projectId, regionId }, connection),
    filter,
    includePrices,
    imageId,
    mostRecent,
  }),
  describe: (lookup) =>
    lookup.imageId === undefined ? describeList(lookup) : `image "${lookup.imageId}" of ${describeScope(lookup)}`,
  read: async (connection, lookup, mask) => {
    const { imageId, includePrices } = lookup;
    return imageId === undefined
      ? pickOne("image", await listImages(connection, lookup), lookup, mask, ({ osVersion }) => `version ${osVersion}`)
      : toImage(await connection.lookups.getImage(lookup, imageId, { include_prices: includePrices || undefined }));
  },
};

/** The data source `getImages`. */
export const images: DataSource<GetImagesArgs, ImageSearch, Image[]> = {
  name: "getImages",
  args: z.strictObject(listArgs),
  toQuery: ({ projectId, regionId, includePrices, ...filter }, connection) => ({
    ...resolveScope({ projectId, regionId }, connection),
    filter,
    includePrices,
  }),
  describe: describeList,
  read: listImages,
};

/**
 * Sends the filters that the platform has, which shortens its answer, and applies all of them here: the platform's
 * `name` matches any part of a name in any case, and the format of its tag filters is not published.
 */
async function listImages(connection: Connection, search: ImageSearch): Promise<Image[]> {
  const { filter, includePrices } = search;
  const { name, osDistro, osVersion, architecture, visibility } = filter;
  const answers = await connection.lookups.listImages(search, {
    name,
    os_distro: osDistro,
    os_version: osVersion,
    architecture,
    visibility,
    include_prices: includePrices || undefined,
  });
  return answers.map(toImage).filter((image) => matchesFilter(image, filter, image.tagsV2));
}

function toImage(answer: ImageAnswer): Image {
  return { ...toCamelCaseKeys(answer), tagsV2: answer.tags_v2.map(toCamelCaseKeys) };
}

function describeList(scope: CloudScope): string {
  return `the list of images of ${describeScope(scope)}`;
}
