import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { GetOriginGroupArgs } from "./args";
import type { GetOriginGroupResult } from "./result";
import { originGroup } from "./source";

/**
 * One origin group of the account, by its ID or by its name (contract, section 2.1); for instance one that is to be
 * adopted. Its S3 sources are without credentials, which the platform does not tell. Fails with a `DataSourceError` if
 * there is none.
 *
 * @example
 * const website = await getOriginGroup({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 */
export function getOriginGroup(args: GetOriginGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetOriginGroupResult> {
  return invoke(originGroup, args, opts);
}

/**
 * As `getOriginGroup`, for arguments that are outputs.
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
