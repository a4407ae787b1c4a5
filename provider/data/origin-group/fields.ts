import type { LegacyBucketOutput, ProxyNextUpstream, SourceOutput } from "../../model/origin-group";

/** The arguments of `getOriginGroup`: either `originGroupId` or `name`. */
export interface GetOriginGroupArgs {
  /** ID of the group. Cannot be combined with `name`. */
  originGroupId?: number;
  /** The exact name of the group. Names are unique in the account. */
  name?: string;
}

/** The arguments of `getOriginGroups`. A group must match all filters that are given. */
export interface GetOriginGroupsArgs {
  /** The exact name. Names are unique, so at most one group matches. */
  name?: string;
  /** Regular expression that matches any part of the name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** One of the group's origins: a host exactly as it is given, with its port, or the name of a bucket. */
  source?: string;
  /** Whether CDN resources use the group. */
  hasRelatedResources?: boolean;
}

/** An origin group with defaults applied. It never contains credentials, because the platform does not reveal them. */
export interface GetOriginGroupResult {
  /** ID of the group. */
  originGroupId: number;
  /** Name of the group. */
  name: string;
  /** Whether the CDN tries the next origin in the cases that `proxyNextUpstream` lists. */
  useNext: boolean;
  /** The failures after which the CDN tries the next origin. */
  proxyNextUpstream: ProxyNextUpstream[];
  /** The origins, in the order in which the CDN tries them. Empty for a group in the deprecated form with `auth`. */
  sources: SourceOutput[];
  /** Prefix of the path at the origin; `null` if there is none. Deprecated. */
  path: string | null;
  /** `cloudSignatureV4` for a group in the deprecated form with `auth`, otherwise `none`. Deprecated. */
  authType: "none" | "cloudSignatureV4";
  /** The private bucket of a group in the deprecated form; `null` for any other group. Deprecated. */
  auth: LegacyBucketOutput | null;
  /** Whether CDN resources use the group. Such a group cannot be deleted. */
  hasRelatedResources: boolean;
}
