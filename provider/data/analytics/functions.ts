import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { AnalyticsQuery } from "../../api/calls/lookups";
import type { DataSource } from "../../core/data-source";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { compute, invoke, invokeOutput } from "../../program/invoke";
import type * as Source from "./source";

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

// Loaded at the first call, because a program loads all functions.
const loadSource = () => require("./source") as typeof Source;

/** `T` is not checked: the caller knows what the query returns. */
const loadQuery = <T>() => loadSource().analytics as DataSource<AnalyticsQuery, AnalyticsQuery, T>;

/**
 * Runs a GraphQL query against the advanced analytics: visitors, traffic and requests of the last 90 days, by country,
 * directory, browser, device or operating system. Returns the `data` of the answer. It is not checked against `T`. The
 * platform activates advanced analytics for each account. A query whose answer contains an error fails.
 *
 * @throws `DataSourceError` that lists each error with its path.
 * @example
 * const data = await queryAnalytics<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.resources.map((resource) => resource.id);
 */
export function queryAnalytics<T = unknown>(args: QueryAnalyticsArgs, opts?: InvokeOptions): Promise<T> {
  return invoke(loadQuery<T>, args, opts);
}

/**
 * Like `queryAnalytics`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const data = queryAnalyticsOutput<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.apply(({ resources }) => resources.map((resource) => resource.id));
 */
export function queryAnalyticsOutput<T = unknown>(args: Wrapped<QueryAnalyticsArgs>, opts?: OutputOptions): Output<T> {
  return invokeOutput(loadQuery<T>, args, opts);
}

/**
 * The last whole days in UTC, up to the beginning of today, as the time range of an analytics query. The range is the
 * same for the whole day, so a preview asks for the same days as the `pulumi up` after it.
 *
 * @throws `DataSourceError` if `days` is not an integer from 1 to 90; the platform keeps no more than 90 days.
 * @example
 * const { from, to } = analyticsWindow({ days: 30 });
 */
export function analyticsWindow(args: AnalyticsWindowArgs): AnalyticsWindow {
  return compute(() => loadSource().computeWindow(args));
}
