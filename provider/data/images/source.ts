import { z } from "zod";
import type { DataSource } from "../../core/data-source";
import { imageFilterArgs, imageListText, readImages, type ImagesQuestion } from "../image-list";
import type { Image } from "../image/result";
import { scopeArgs } from "../../model/scope";
import { scopeOf } from "../scope";
import type { GetImagesArgs } from "./args";

/** Answers `getImages`. */
export const images: DataSource<GetImagesArgs, ImagesQuestion, Image[]> = {
  name: "getImages",
  args: z.strictObject({ ...scopeArgs, ...imageFilterArgs, includePrices: z.boolean().optional() }),
  question: ({ projectId, regionId, includePrices, ...filter }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    filter,
    includePrices,
  }),
  subject: imageListText,
  read: readImages,
};
