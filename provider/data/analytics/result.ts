/** A time range, as ISO 8601 datetimes in UTC. */
export interface AnalyticsWindow {
  /** Start of the range. */
  from: string;
  /** End of the range, exclusive. */
  to: string;
}
