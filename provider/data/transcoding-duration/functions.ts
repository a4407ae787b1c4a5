import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import type * as Source from "./source";

/** The arguments of `getTranscodingDuration`. */
export interface GetTranscodingDurationArgs {
  /** Start of the time range: a `Date`, or an ISO 8601 datetime such as `2026-11-01T00:00:00Z`. */
  from: Date | string;
  /** End of the time range: a `Date`, or an ISO 8601 datetime. Must be after `from`. */
  to: Date | string;
}

/** The statistics of one client, as the platform returns them. */
export interface TranscodingDurationRecord {
  /** ID of the client. */
  client: number;
  /** Pairs of a Unix timestamp in seconds and a duration in minutes. */
  metrics: { vod: [number, number][] };
}

/** How long the videos of one client were transcoded within 8 hours. */
export interface TranscodingMinutes {
  /** ID of the client. */
  client: number;
  /** Start of the 8 hours, an ISO 8601 datetime in UTC. */
  time: string;
  /** Duration in minutes. */
  minutes: number;
}

/** How long videos on demand were transcoded within a time range. */
export interface TranscodingDuration {
  /** The statistics as the platform returns them, one record for each client. */
  records: TranscodingDurationRecord[];
  /** The same statistics as a flat list, one entry for each client and time. */
  durations: TranscodingMinutes[];
  /** Duration in minutes, added up over all clients and rounded to six decimals. */
  totalMinutes: number;
}

// Loaded at the first call, because a program loads all functions.
const load = () => (require("./source") as typeof Source).transcodingDuration;

/**
 * Reads how many minutes of video on demand were transcoded within a time range. The platform updates these statistics
 * every 8 hours. A datetime without a time zone is sent as it is; to check that `from` is before `to`, it is read as
 * UTC.
 *
 * @throws `DataSourceError` if the range is not valid, or if the call fails.
 * @example
 * const october = await getTranscodingDuration({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDuration(
  args: GetTranscodingDurationArgs,
  opts?: InvokeOptions,
): Promise<TranscodingDuration> {
  return invoke(load, args, opts);
}

/**
 * Like `getTranscodingDuration`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const october = getTranscodingDurationOutput({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDurationOutput(
  args: Wrapped<GetTranscodingDurationArgs>,
  opts?: OutputOptions,
): Output<TranscodingDuration> {
  return invokeOutput(load, args, opts);
}
