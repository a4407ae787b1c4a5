import * as z from "zod";
import type { ImageAnswer } from "../../api/calls/lookups";
import { toCamelCaseKeys } from "../../api/calls/naming";
import { defineSearch, nameFilterArgs, nonEmpty } from "../search";
import type { GetImageArgs, GetImagesArgs, Image } from "./functions";

// `list` leaves `nameRegex` and `tags` to `defineSearch`. `includePrices` is sent only if true: false is the default.
export const images = defineSearch<GetImagesArgs, GetImageArgs, Image>({
  noun: "image",
  id: nonEmpty,
  filters: {
    ...nameFilterArgs,
    osDistro: nonEmpty.optional(),
    osVersion: nonEmpty.optional(),
    architecture: z.enum(["aarch64", "x86_64"]).optional(),
    visibility: nonEmpty.optional(),
    tags: z.record(z.string(), z.string()).optional(),
  },
  others: { includePrices: z.boolean().optional() },
  get: async ({ lookups }, query, imageId) =>
    toImage(await lookups.getImage(query, imageId, { include_prices: query.includePrices || undefined })),
  list: async ({ lookups }, query) => {
    const { name, osDistro, osVersion, architecture, visibility, includePrices } = query;
    const answers = await lookups.listImages(query, {
      name,
      os_distro: osDistro,
      os_version: osVersion,
      architecture,
      visibility,
      include_prices: includePrices || undefined,
    });
    return answers.map(toImage);
  },
  describeDetail: ({ osVersion }) => `version ${osVersion}`,
  listing: { use: "not managed; look one up with getImage({ imageId })" },
});

function toImage(answer: ImageAnswer): Image {
  return { ...toCamelCaseKeys(answer), tagsV2: answer.tags_v2.map(toCamelCaseKeys) };
}
