/** The arguments of `queryAnalytics`. */
export interface QueryAnalyticsArgs {
  /** The query in GraphQL. The schema is not published: ask your platform for it. */
  query: string;
  /**
   * Values of the query's variables, by name.
   * @default no variables
   */
  variables?: object;
}

/** The arguments of `analyticsWindow`. */
export interface AnalyticsWindowArgs {
  /** Number of days, 1 to 90. */
  days: number;
  /**
   * The range ends with the last whole day before this moment.
   * @default the present moment
   */
  now?: Date;
}

/** A time range, as ISO 8601 datetimes in UTC. */
export interface AnalyticsWindow {
  /** Start of the range. */
  from: string;
  /** End of the range, exclusive. */
  to: string;
}
