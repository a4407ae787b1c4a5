import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { GetImageArgs } from "./args";
import type { Image } from "./result";
import { image } from "./source";

/**
 * One image of a project and region, by its ID or by filters (contract, sections 2.2 and 4.2). Fails with a
 * `DataSourceError` if there is none, or if several pass the filters: its message then lists them.
 *
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: pulumi.InvokeOptions): Promise<Image> {
  return invoke(image, args, opts);
}

/**
 * As `getImage`, for arguments that are outputs.
 *
 * @example
 * const image = getImageOutput({ imageId: other.outputs.imageId });
 * export const smallestVolume = image.minDisk;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): pulumi.Output<Image> {
  return invokeOutput(image, args, opts);
}
