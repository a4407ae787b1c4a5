import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { passes } from "./filter";
import { filterArgs, queryOf, type ImageFilter } from "./image-filter";
import { imageOf, type Image } from "./image-result";
import { scopeArgs, scopeOf, scopeText, type Scope } from "./scope";

/** Which images are listed; an image has to pass all filters. */
export interface GetImagesArgs {
  /**
   * Project in which images are looked for.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: number;
  /**
   * Region in which images are looked for.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: number;
  /** The exact display name. */
  name?: string;
  /** A regular expression that is found anywhere in the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** The exact distribution, for instance `ubuntu`. */
  osDistro?: string;
  /** The exact version of the distribution, for instance `24.04`. */
  osVersion?: string;
  architecture?: "aarch64" | "x86_64";
  /** For instance `public`. */
  visibility?: string;
  /** Tags that an image must have with these values; it may have others. */
  tags?: Record<string, string>;
  /**
   * Whether the prices are asked for.
   * @default false
   */
  includePrices?: boolean;
}

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
export function listText(scope: Scope): string {
  return `the list of images of ${scopeText(scope)}`;
}

const source: DataSource<GetImagesArgs, ImagesQuestion, Image[]> = {
  name: "getImages",
  args: z.strictObject({ ...scopeArgs, ...filterArgs, includePrices: z.boolean().optional() }),
  question: ({ projectId, regionId, includePrices, ...filter }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    filter,
    includePrices,
  }),
  subject: listText,
  read: readImages,
};

/**
 * The images of a project and region that pass all filters, in the platform's order; all of them without filters
 * (contract, section 2.2). Fails with a `DataSourceError`; no image at all is an empty list.
 *
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: pulumi.InvokeOptions): Promise<Image[]> {
  return invoke(source, args, opts);
}

/**
 * As `getImages`, for arguments that are outputs.
 *
 * @example
 * const images = getImagesOutput({ osDistro: config.requireSecret("distribution") });
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): pulumi.Output<Image[]> {
  return invokeOutput(source, args, opts);
}
