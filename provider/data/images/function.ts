import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import type { Image } from "../image/result";
import type { GetImagesArgs } from "./args";
import type * as Source from "./source";

const source = () => (require("./source") as typeof Source).images;

/**
 * Lists the images of a project and region that match all filters, in the platform's order. Without filters it lists
 * all images. The list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: pulumi.InvokeOptions): Promise<Image[]> {
  return invoke(source, args, opts);
}

/**
 * Like `getImages`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const images = getImagesOutput({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.apply((found) => found.map((image) => image.osVersion));
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): pulumi.Output<Image[]> {
  return invokeOutput(source, args, opts);
}
