/** The arguments of `getOriginGroup`: either `originGroupId` or `name`. */
export interface GetOriginGroupArgs {
  /** ID of the group. Cannot be combined with `name`. */
  originGroupId?: number;
  /** The exact name of the group. Names are unique in the account. */
  name?: string;
}
