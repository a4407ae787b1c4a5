import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import type { GetImageArgs, GetImagesArgs, Image } from "./fields";
import type * as Source from "./source";

// Loaded at the first call, because a program loads all functions.
const loadSource = () => require("./source") as typeof Source;

/**
 * Looks up one image of a project and region, by its ID or by filters.
 *
 * @throws `DataSourceError` if no image matches, if several match (the message lists them), or if the call fails.
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: InvokeOptions): Promise<Image> {
  return invoke(() => loadSource().image, args, opts);
}

/**
 * Like `getImage`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const ubuntu = getImageOutput({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): Output<Image> {
  return invokeOutput(() => loadSource().image, args, opts);
}

/**
 * Lists the images of a project and region that match all filters, in the platform's order. Without filters it lists
 * all images. The list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: InvokeOptions): Promise<Image[]> {
  return invoke(() => loadSource().images, args, opts);
}

/**
 * Like `getImages`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const images = getImagesOutput({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.apply((found) => found.map((image) => image.osVersion));
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): Output<Image[]> {
  return invokeOutput(() => loadSource().images, args, opts);
}
