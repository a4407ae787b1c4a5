import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { filterText, idProblem } from "./filter";
import { filterArgs } from "./image-filter";
import { imageOf, type Image } from "./image-result";
import { listText, readImages, type GetImagesArgs, type ImagesQuestion } from "./images";
import { onlyOne } from "./only-one";
import { scopeArgs, scopeOf, scopeText } from "./scope";

/** Which image: the one with an ID, or the one that passes all filters. */
export interface GetImageArgs extends GetImagesArgs {
  /** ID of the image; then there can be no filters. */
  imageId?: string;
  /**
   * Whether the newest image is taken where several pass the filters, by `createdAt`.
   * @default false
   */
  mostRecent?: boolean;
}

interface ImageQuestion extends ImagesQuestion {
  imageId?: string;
  mostRecent?: boolean;
}

const argsSchema = z
  .strictObject({
    ...scopeArgs,
    ...filterArgs,
    imageId: z.string().min(1).optional(),
    mostRecent: z.boolean().optional(),
    includePrices: z.boolean().optional(),
  })
  .superRefine((args, context) => {
    const problem = idProblem("image", args.imageId, args, Object.keys(filterArgs));
    if (problem) {
      context.addIssue({ code: "custom", path: ["imageId"], message: problem });
    }
  });

const source: DataSource<GetImageArgs, ImageQuestion, Image> = {
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
    question.imageId === undefined ? listText(question) : `image "${question.imageId}" of ${scopeText(question)}`,
  read: async (connection, question, shown) => {
    const { imageId, includePrices } = question;
    return imageId === undefined
      ? find(connection, question, shown)
      : imageOf(await connection.images.get(question, imageId, { include_prices: includePrices || undefined }));
  },
};

/**
 * One image of a project and region, by its ID or by filters (contract, sections 2.2 and 4.2). Fails with a
 * `DataSourceError` if there is none, or if several pass the filters: its message then lists them.
 *
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: pulumi.InvokeOptions): Promise<Image> {
  return invoke(source, args, opts);
}

/**
 * As `getImage`, for arguments that are outputs.
 *
 * @example
 * const image = getImageOutput({ imageId: other.outputs.imageId });
 * export const smallestVolume = image.minDisk;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): pulumi.Output<Image> {
  return invokeOutput(source, args, opts);
}

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
