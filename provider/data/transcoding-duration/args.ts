/** The arguments of `getTranscodingDuration`. */
export interface GetTranscodingDurationArgs {
  /** Start of the time range: a `Date`, or an ISO 8601 datetime such as `2026-11-01T00:00:00Z`. */
  from: Date | string;
  /** End of the time range: a `Date`, or an ISO 8601 datetime. Must be after `from`. */
  to: Date | string;
}
