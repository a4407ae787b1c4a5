import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import type { GetTranscodingDurationArgs, TranscodingDuration } from "./fields";
import type * as Source from "./source";

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
