import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import type { GetOriginGroupResult } from "../origin-group/result";
import type { GetOriginGroupsArgs } from "./args";
import type * as Source from "./source";

const source = () => (require("./source") as typeof Source).originGroups;

/**
 * Lists the origin groups of the account that match all filters, sorted by ID. Without filters it lists all groups. The
 * list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const used = await getOriginGroups({ hasRelatedResources: true });
 * export const names = used.map((group) => group.name);
 */
export function getOriginGroups(
  args: GetOriginGroupsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetOriginGroupResult[]> {
  return invoke(source, args, opts);
}

/**
 * Like `getOriginGroups`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const used = getOriginGroupsOutput({ hasRelatedResources: true });
 * export const names = used.apply((groups) => groups.map((group) => group.name));
 */
export function getOriginGroupsOutput(
  args: Wrapped<GetOriginGroupsArgs> = {},
  opts?: OutputOptions,
): pulumi.Output<GetOriginGroupResult[]> {
  return invokeOutput(source, args, opts);
}
