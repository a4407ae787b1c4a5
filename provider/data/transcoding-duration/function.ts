import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { GetTranscodingDurationArgs } from "./args";
import type { TranscodingDuration } from "./result";
import { transcodingDuration } from "./source";

/**
 * How long videos on demand were transcoded within a time frame (contract, sections 2.7 and 4.6). The platform renews
 * the numbers every 8 hours. A datetime without a zone is passed on as it is; here it is compared as UTC. Fails with a
 * `DataSourceError`.
 *
 * @example
 * const october = await getTranscodingDuration({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDuration(
  args: GetTranscodingDurationArgs,
  opts?: pulumi.InvokeOptions,
): Promise<TranscodingDuration> {
  return invoke(transcodingDuration, args, opts);
}

/**
 * As `getTranscodingDuration`, for arguments that are outputs.
 *
 * @example
 * export const minutes = getTranscodingDurationOutput({ from: start.rfc3339, to: end.rfc3339 }).totalMinutes;
 */
export function getTranscodingDurationOutput(
  args: Wrapped<GetTranscodingDurationArgs>,
  opts?: OutputOptions,
): pulumi.Output<TranscodingDuration> {
  return invokeOutput(transcodingDuration, args, opts);
}
