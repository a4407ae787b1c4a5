import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import type { GetImageArgs } from "./args";
import type { Image } from "./result";
import type * as Source from "./source";

const source = () => (require("./source") as typeof Source).image;

/**
 * Looks up one image of a project and region, by its ID or by filters.
 *
 * @throws `DataSourceError` if no image matches, if several match (the message lists them), or if the call fails.
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: pulumi.InvokeOptions): Promise<Image> {
  return invoke(source, args, opts);
}

/**
 * Like `getImage`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const ubuntu = getImageOutput({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): pulumi.Output<Image> {
  return invokeOutput(source, args, opts);
}
