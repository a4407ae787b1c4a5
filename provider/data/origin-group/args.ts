/** Which origin group: the one with an ID, or the one with a name; exactly one of both. */
export interface GetOriginGroupArgs {
  /** ID of the group. */
  originGroupId?: number;
  /** The exact name of the group, which is unique in the account. */
  name?: string;
}
