import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { LegacyBucketOutput, ProxyNextUpstream, SourceOutput } from "../../model/origin-group";

/** The arguments of `getOriginGroup`: either `originGroupId` or `name`. */
export interface GetOriginGroupArgs {
  /** ID of the group, a positive integer. It cannot be combined with `name`. */
  originGroupId?: number;
  /** The exact name of the group. Names are unique in the account. */
  name?: string;
}

/** The arguments of `getOriginGroups`. A group must match every filter that is given. */
export interface GetOriginGroupsArgs {
  /** The exact name. Names are unique, so at most one group matches. */
  name?: string;
  /** Regular expression that matches any part of the name; `^` and `$` anchor it. */
  nameRegex?: string;
  /**
   * An origin that the group must have: the name of a bucket, or a host exactly as the `source` of the origin has
   * it, including any port. The ID of an edge application matches no group.
   */
  source?: string;
  /** Whether CDN resources use the group. */
  hasRelatedResources?: boolean;
}

/** An origin group, without credentials. Fields that the platform leaves out have their defaults. */
export interface GetOriginGroupResult {
  /** ID of the group on the platform. */
  originGroupId: number;
  /** Name of the group, which is unique in the account. */
  name: string;
  /** Whether the CDN tries the next origin in the cases that `proxyNextUpstream` lists. */
  useNext: boolean;
  /** The failures after which the CDN tries the next origin, if `useNext` is true. */
  proxyNextUpstream: ProxyNextUpstream[];
  /** The origins, in the order in which the CDN tries them; none for a group in the deprecated form with `auth`. */
  sources: SourceOutput[];
  /** Prefix of the path at the origin; `null` if there is none. Deprecated. */
  path: string | null;
  /** `cloudSignatureV4` for a group in the deprecated form with `auth`, otherwise `none`. Deprecated. */
  authType: "none" | "cloudSignatureV4";
  /** The private bucket of a group in the deprecated form; `null` for any other group. Deprecated. */
  auth: LegacyBucketOutput | null;
  /** Whether CDN resources use the group. A group in use cannot be deleted. */
  hasRelatedResources: boolean;
}

/**
 * Looks up an origin group of the account by ID or by name, for instance to adopt the group. The result never contains
 * the credentials of S3 buckets, because the platform does not reveal them.
 *
 * @throws `DataSourceError` if an argument is not valid, if the group does not exist, or if the call fails. A lookup by
 *   name also fails if the platform's list has the group without its origins; look it up by ID then.
 * @example
 * const website = await getOriginGroup({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 */
export function getOriginGroup(args: GetOriginGroupArgs, opts?: InvokeOptions): Promise<GetOriginGroupResult> {
  return invoke("getOriginGroup", args, opts);
}

/**
 * Like `getOriginGroup`, but accepts outputs as arguments and returns an output.
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
  return invokeOutput("getOriginGroup", args, opts);
}

/**
 * Lists the origin groups of the account that match every filter, sorted by ID. The list may be empty.
 *
 * @throws `DataSourceError` if an argument is not valid, if the call fails, or if the platform's list has a group
 *   without its origins.
 * @example
 * const used = await getOriginGroups({ hasRelatedResources: true });
 * export const names = used.map((group) => group.name);
 */
export function getOriginGroups(args: GetOriginGroupsArgs = {}, opts?: InvokeOptions): Promise<GetOriginGroupResult[]> {
  return invoke("getOriginGroups", args, opts);
}

/**
 * Like `getOriginGroups`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const used = getOriginGroupsOutput({ hasRelatedResources: true });
 * export const names = used.apply((groups) => groups.map((group) => group.name));
 */
export function getOriginGroupsOutput(
  args: Wrapped<GetOriginGroupsArgs> = {},
  opts?: OutputOptions,
): Output<GetOriginGroupResult[]> {
  return invokeOutput("getOriginGroups", args, opts);
}
