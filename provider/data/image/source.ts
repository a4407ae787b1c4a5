import { z } from "zod";
import type { Connection } from "../../api/connection";
import type { DataSource } from "../../core/data-source";
import { filterText, idProblem } from "../filter";
import { imageFilterArgs, imageListText, readImages, type ImagesQuestion } from "../image-list";
import { onlyOne } from "../only-one";
import { scopeArgs, scopeText } from "../../model/scope";
import { scopeOf } from "../scope";
import type { GetImageArgs } from "./args";
import type { Image } from "./result";
import { imageOf } from "./wire";

interface ImageQuestion extends ImagesQuestion {
  imageId?: string;
  mostRecent?: boolean;
}

const argsSchema = z
  .strictObject({
    ...scopeArgs,
    ...imageFilterArgs,
    imageId: z.string().min(1).optional(),
    mostRecent: z.boolean().optional(),
    includePrices: z.boolean().optional(),
  })
  .superRefine((args, context) => {
    const problem = idProblem("image", args.imageId, args, Object.keys(imageFilterArgs));
    if (problem) {
      context.addIssue({ code: "custom", path: ["imageId"], message: problem });
    }
  });

/** Answers `getImage`. */
export const image: DataSource<GetImageArgs, ImageQuestion, Image> = {
  name: "getImage",
  args: argsSchema,
  question: ({ projectId, regionId, includePrices, imageId, mostRecent, ...filter }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    filter,
    includePrices,
    imageId,
    mostRecent,
  }),
  subject: (question) =>
    question.imageId === undefined ? imageListText(question) : `image "${question.imageId}" of ${scopeText(question)}`,
  read: async (connection, question, shown) => {
    const { imageId, includePrices } = question;
    return imageId === undefined
      ? find(connection, question, shown)
      : imageOf(await connection.images.get(question, imageId, { include_prices: includePrices || undefined }));
  },
};

async function find(connection: Connection, question: ImageQuestion, shown: <T>(value: T) => T): Promise<Image> {
  const scope = scopeText(shown(question));
  return onlyOne(await readImages(connection, question), question.mostRecent, {
    among: `images of ${scope}`,
    one: `image of ${scope}`,
    filters: filterText(shown(question.filter)),
    line: (image) => lineOf(shown(image)),
  });
}

function lineOf({ name, id, osVersion, createdAt }: Image): string {
  return `"${name}" (id ${id}, version ${osVersion}, created ${createdAt})`;
}
