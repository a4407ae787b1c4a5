import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { Image } from "../image/result";
import type { GetImagesArgs } from "./args";
import { images } from "./source";

/**
 * The images of a project and region that pass all filters, in the platform's order; all of them without filters
 * (contract, section 2.2). Fails with a `DataSourceError`; no image at all is an empty list.
 *
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: pulumi.InvokeOptions): Promise<Image[]> {
  return invoke(images, args, opts);
}

/**
 * As `getImages`, for arguments that are outputs.
 *
 * @example
 * const images = getImagesOutput({ osDistro: config.requireSecret("distribution") });
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): pulumi.Output<Image[]> {
  return invokeOutput(images, args, opts);
}
