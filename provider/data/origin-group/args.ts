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
