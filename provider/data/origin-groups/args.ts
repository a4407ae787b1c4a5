/** Which origin groups are listed; a group has to pass all filters. */
export interface GetOriginGroupsArgs {
  /** The exact name; names are unique, so that the list has one group or none. */
  name?: string;
  /** A regular expression that is found anywhere in the name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** One of the group's origins: the text of a host, port included, or the name of a bucket. */
  source?: string;
  /** Whether CDN resources use the group. */
  hasRelatedResources?: boolean;
}
