import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { DataSourceError } from "../../program/program-error";
import { invoke, invokeOutput } from "../invoke";

/** The arguments of `queryAnalytics`. */
export interface QueryAnalyticsArgs {
  /** The query in GraphQL. The GraphQL schema is not published: ask the operator of your platform for the schema. */
  query: string;
  /**
   * The values of the variables in the query, by name.
   * @default no variables
   */
  variables?: object;
}

/** The arguments of `analyticsWindow`. */
export interface AnalyticsWindowArgs {
  /** Number of whole days, 1 to 90. */
  days: number;
  /**
   * The range ends at 00:00 UTC on the day of this moment.
   * @default the present moment
   */
  now?: Date;
}

/** The time range of an analytics query. Both ends are ISO 8601 datetimes in UTC. */
export interface AnalyticsWindow {
  /** Start of the range, inclusive. */
  from: string;
  /** End of the range, exclusive. */
  to: string;
}

/** The platform keeps analytics for this number of days (docs/contract.md, section 8). */
const maxDays = 90;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Runs a GraphQL query against the advanced analytics: visitors, traffic and requests of the last 90 days, by country,
 * directory, browser, device or operating system. Returns the `data` of the answer, which is not checked against `T`.
 * The platform must have activated advanced analytics for the account. Any error in the answer makes the call fail.
 *
 * @throws `DataSourceError` if an argument is not valid, or if the call fails. The message lists all errors in the
 *   answer, each with its path if the answer gives one.
 * @example
 * const data = await queryAnalytics<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.resources.map((resource) => resource.id);
 */
export function queryAnalytics<T = unknown>(args: QueryAnalyticsArgs, opts?: InvokeOptions): Promise<T> {
  return invoke("queryAnalytics", args, opts);
}

/**
 * Like `queryAnalytics`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const data = queryAnalyticsOutput<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.apply(({ resources }) => resources.map((resource) => resource.id));
 */
export function queryAnalyticsOutput<T = unknown>(args: Wrapped<QueryAnalyticsArgs>, opts?: OutputOptions): Output<T> {
  return invokeOutput("queryAnalytics", args, opts);
}

/**
 * Returns the time range of the last `days` whole days in UTC, which ends at the beginning of today, or of the day of
 * `now`. Without `now`, the range stays the same until midnight UTC, so a preview asks for the same days as a
 * `pulumi up` on the same day.
 *
 * @throws `DataSourceError` if `days` is not an integer from 1 to 90, or `now` is not a valid date. The platform keeps
 *   analytics for only 90 days.
 * @example
 * const { from, to } = analyticsWindow({ days: 30 });
 */
export function analyticsWindow(args: AnalyticsWindowArgs): AnalyticsWindow {
  const { days, now = new Date() } = args;
  if (!Number.isInteger(days) || days < 1 || days > maxDays) {
    throw new DataSourceError(`analyticsWindow: days must be a whole number from 1 to ${maxDays}`);
  }
  const today = Math.floor((now instanceof Date ? now.getTime() : NaN) / dayMs) * dayMs;
  const from = new Date(today - days * dayMs);
  if (Number.isNaN(from.getTime())) {
    throw new DataSourceError("analyticsWindow: now must be a valid Date");
  }
  return { from: from.toISOString(), to: new Date(today).toISOString() };
}

/** The arguments of `getTranscodingDuration`. */
export interface GetTranscodingDurationArgs {
  /** Start of the time range: a `Date`, or an ISO 8601 datetime such as `2026-11-01T00:00:00Z`. */
  from: Date | string;
  /** End of the time range: a `Date`, or an ISO 8601 datetime. It must be after `from`. */
  to: Date | string;
}

/** The statistics of one client, as the platform returns them. */
export interface TranscodingDurationRecord {
  /** ID of the client. */
  client: number;
  /** `vod` (videos on demand) has pairs of a Unix timestamp in seconds and a duration in minutes. */
  metrics: { vod: [number, number][] };
}

/** Minutes of one client's videos on demand that were transcoded within a period of 8 hours. */
export interface TranscodingMinutes {
  /** ID of the client. */
  client: number;
  /** Start of the period: an ISO 8601 datetime in UTC. */
  time: string;
  /** Duration in minutes. */
  minutes: number;
}

/** Minutes of videos on demand that were transcoded within a time range. */
export interface TranscodingDuration {
  /** The statistics as the platform returns them, one record for each client. */
  records: TranscodingDurationRecord[];
  /** The same statistics as a flat list, one entry for each client and time. */
  durations: TranscodingMinutes[];
  /** Duration in minutes, added up over all clients and rounded to six decimals. */
  totalMinutes: number;
}

/**
 * Reads how many minutes of video on demand were transcoded within a time range. The platform updates these statistics
 * every 8 hours. A datetime without a time zone is sent unchanged, but counts as UTC when `from` and `to` are compared.
 *
 * @throws `DataSourceError` if `from` or `to` is not valid, if `from` is not before `to`, or if the call fails.
 * @example
 * const october = await getTranscodingDuration({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDuration(
  args: GetTranscodingDurationArgs,
  opts?: InvokeOptions,
): Promise<TranscodingDuration> {
  return invoke("getTranscodingDuration", args, opts);
}

/**
 * Like `getTranscodingDuration`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const october = getTranscodingDurationOutput({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDurationOutput(
  args: Wrapped<GetTranscodingDurationArgs>,
  opts?: OutputOptions,
): Output<TranscodingDuration> {
  return invokeOutput("getTranscodingDuration", args, opts);
}
