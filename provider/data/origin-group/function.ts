import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import type { GetOriginGroupArgs } from "./args";
import type { GetOriginGroupResult } from "./result";
import type * as Source from "./source";

const source = () => (require("./source") as typeof Source).originGroup;

/**
 * Looks up an origin group of the account by its ID or by its name, for instance to adopt it. The result never contains
 * credentials of S3 buckets, because the platform does not reveal them.
 *
 * @throws `DataSourceError` if there is no such group, or if the call fails.
 * @example
 * const website = await getOriginGroup({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 */
export function getOriginGroup(args: GetOriginGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetOriginGroupResult> {
  return invoke(source, args, opts);
}

/**
 * Like `getOriginGroup`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const website = getOriginGroupOutput({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 *
 * @example
 * const { originGroupId } = getOriginGroupOutput({ name: "website" });
 * const website = new OriginGroup("website", { originGroupId, name: "website", sources });
 */
export function getOriginGroupOutput(
  args: Wrapped<GetOriginGroupArgs>,
  opts?: OutputOptions,
): pulumi.Output<GetOriginGroupResult> {
  return invokeOutput(source, args, opts);
}
