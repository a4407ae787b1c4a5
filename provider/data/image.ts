import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Connection } from "../api/connection";
import { compareInstants } from "../instant";
import { LookupError } from "../pulumi/data-source-error";
import { invoke, invokeOutput, type DataSource, type OutputOptions, type Wrapped } from "../pulumi/invoke";
import { filterArgs, filtersIn, filterText } from "./image-filter";
import { imageOf, type Image } from "./image-result";
import { listText, readImages, type GetImagesArgs, type ImagesQuestion } from "./images";
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
    const besides = [...filtersIn(args), ...(args.mostRecent ? ["mostRecent"] : [])];
    const fail = (message: string) => context.addIssue({ code: "custom", path: ["imageId"], message });
    if (args.imageId !== undefined && besides.length > 0) {
      fail(`names one image already; leave out ${besides.join(", ")}, or imageId`);
    } else if (args.imageId === undefined && filtersIn(args).length === 0) {
      fail(`is required, or a filter: one of ${Object.keys(filterArgs).join(", ")}`);
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
  const found = await readImages(connection, question);
  const candidates = question.mostRecent ? newest(found) : found;
  const [first, ...others] = candidates;
  if (first && others.length === 0) {
    return first;
  }
  const scope = scopeText(shown(question));
  const filters = filterText(shown(question.filter));
  throw new LookupError(
    first
      ? `${candidates.length} ${question.mostRecent ? "newest " : ""}images of ${scope} have ${filters}; ` +
          `add filters${question.mostRecent ? "" : ", or mostRecent: true"}:${listOf(shown(candidates))}`
      : `no image of ${scope} has ${filters}`,
  );
}

/** More than one if they are equally new. */
function newest(images: readonly Image[]): Image[] {
  const [first] = images.toSorted((a, b) => compareInstants(b.createdAt, a.createdAt));
  return first ? images.filter((image) => compareInstants(image.createdAt, first.createdAt) === 0) : [];
}

function listOf(images: readonly Image[]): string {
  const longest = 10;
  const lines = images
    .slice(0, longest)
    .map(({ name, id, osVersion, createdAt }) => `"${name}" (id ${id}, version ${osVersion}, created ${createdAt})`);
  const more = images.length > longest ? [`and ${images.length - longest} more`] : [];
  return [...lines, ...more].map((line) => `\n${line}`).join("");
}
