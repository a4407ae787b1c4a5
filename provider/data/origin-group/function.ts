import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { GetOriginGroupArgs } from "./args";
import type { GetOriginGroupResult } from "./result";
import { originGroup } from "./source";

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
  return invoke(originGroup, args, opts);
}

/**
 * Like `getOriginGroup`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const { originGroupId } = getOriginGroupOutput({ name: "website" });
 * const website = new OriginGroup("website", { originGroupId, name: "website", sources });
 */
export function getOriginGroupOutput(
  args: Wrapped<GetOriginGroupArgs>,
  opts?: OutputOptions,
): pulumi.Output<GetOriginGroupResult> {
  return invokeOutput(originGroup, args, opts);
}
