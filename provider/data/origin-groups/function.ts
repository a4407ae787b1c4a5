import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { GetOriginGroupResult } from "../origin-group/result";
import type { GetOriginGroupsArgs } from "./args";
import { originGroups } from "./source";

/**
 * The origin groups of the account that pass all filters, by their IDs; all of them without filters (contract, section
 * 2.1). Fails with a `DataSourceError`; no group at all is an empty list.
 *
 * @example
 * const unused = await getOriginGroups({ hasRelatedResources: false });
 * export const names = unused.map((group) => group.name);
 */
export function getOriginGroups(
  args: GetOriginGroupsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetOriginGroupResult[]> {
  return invoke(originGroups, args, opts);
}

/**
 * As `getOriginGroups`, for arguments that are outputs.
 *
 * @example
 * const groups = getOriginGroupsOutput({ source: server.publicName });
 */
export function getOriginGroupsOutput(
  args: Wrapped<GetOriginGroupsArgs> = {},
  opts?: OutputOptions,
): pulumi.Output<GetOriginGroupResult[]> {
  return invokeOutput(originGroups, args, opts);
}
