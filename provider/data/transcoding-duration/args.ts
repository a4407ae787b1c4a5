/** A time frame of the statistics. */
export interface GetTranscodingDurationArgs {
  /** Start: a `Date`, or an ISO 8601 datetime such as `2026-11-01T00:00:00Z`. */
  from: Date | string;
  /** End, after the start; in the same forms. */
  to: Date | string;
}
