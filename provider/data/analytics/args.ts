/** A query of the advanced analytics. */
export interface QueryAnalyticsArgs {
  /** The query in GraphQL; ask your platform for its schema, which is not published. */
  query: string;
  /** Values of the query's variables, by name. */
  variables?: object;
}

/** Which days. */
export interface AnalyticsWindowArgs {
  /** How many days, 1 to 90. */
  days: number;
  /**
   * The moment from which the days are counted back.
   * @default the present moment
   */
  now?: Date;
}

/** A time frame, ISO 8601 in UTC. */
export interface AnalyticsWindow {
  from: string;
  /** Not part of the frame any more. */
  to: string;
}
