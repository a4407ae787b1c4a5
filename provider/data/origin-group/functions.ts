import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import type { GetOriginGroupArgs, GetOriginGroupResult, GetOriginGroupsArgs } from "./fields";
import type * as Source from "./source";

// Loaded at the first call, because a program loads all functions.
const loadSource = () => require("./source") as typeof Source;

/**
 * Looks up an origin group of the account by its ID or by its name, for instance to adopt it. The result never contains
 * credentials of S3 buckets, because the platform does not reveal them.
 *
 * @throws `DataSourceError` if there is no such group, or if the call fails.
 * @example
 * const website = await getOriginGroup({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 */
export function getOriginGroup(args: GetOriginGroupArgs, opts?: InvokeOptions): Promise<GetOriginGroupResult> {
  return invoke(() => loadSource().originGroup, args, opts);
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
): Output<GetOriginGroupResult> {
  return invokeOutput(() => loadSource().originGroup, args, opts);
}

/**
 * Lists the origin groups of the account that match all filters, sorted by ID. Without filters it lists all groups. The
 * list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const used = await getOriginGroups({ hasRelatedResources: true });
 * export const names = used.map((group) => group.name);
 */
export function getOriginGroups(args: GetOriginGroupsArgs = {}, opts?: InvokeOptions): Promise<GetOriginGroupResult[]> {
  return invoke(() => loadSource().originGroups, args, opts);
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
): Output<GetOriginGroupResult[]> {
  return invokeOutput(() => loadSource().originGroups, args, opts);
}
