import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { TranscodingDurationAnswer } from "../api/endpoints/statistics";
import { instantOf } from "../instant";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";

/** A time frame of the statistics. */
export interface GetTranscodingDurationArgs {
  /** Start: a `Date`, or an ISO 8601 datetime such as `2026-11-01T00:00:00Z`. */
  from: Date | string;
  /** End, after the start; in the same forms. */
  to: Date | string;
}

/** A record as the platform answers it (contract, section 2.7). */
export interface TranscodingDurationRecord {
  client: number;
  /** Pairs of seconds since 1970 and minutes. */
  metrics: { vod: [number, number][] };
}

/** The transcoding of one client within one span of time. */
export interface TranscodingMinutes {
  client: number;
  /** Start of the span, ISO 8601 in UTC; the platform adds up 8 hours at a time. */
  time: string;
  minutes: number;
}

/** How long videos were transcoded within a time frame. */
export interface TranscodingDuration {
  records: TranscodingDurationRecord[];
  /** The same, one entry for each pair. */
  durations: TranscodingMinutes[];
  /** Of all clients. */
  totalMinutes: number;
}

interface TimeFrame {
  from: string;
  to: string;
}

const datetime = z.string().refine((text) => instantOf(text) !== undefined, {
  error: "must be a Date or an ISO 8601 datetime, such as 2026-11-01T00:00:00Z",
});

const argsSchema = z.strictObject({ from: datetime, to: datetime }).superRefine(({ from, to }, context) => {
  const [start, end] = [instantOf(from), instantOf(to)];
  if (start !== undefined && end !== undefined && start >= end) {
    context.addIssue({ code: "custom", path: ["from"], message: "must be before to" });
  }
});

const source: DataSource<TimeFrame, TimeFrame, TranscodingDuration> = {
  name: "getTranscodingDuration",
  args: argsSchema,
  question: (args) => args,
  subject: ({ from, to }) => `the transcoding duration from ${from} to ${to}`,
  read: async (connection, frame) => transcodingDurationOf(await connection.statistics.transcodingDuration(frame)),
};

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
  return invoke(source, args, opts);
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
  return invokeOutput(source, args, opts);
}

function transcodingDurationOf(records: TranscodingDurationAnswer[]): TranscodingDuration {
  const durations = records.flatMap(({ client, metrics }) =>
    metrics.vod.map(([second, minutes]) => ({ client, time: new Date(second * 1000).toISOString(), minutes })),
  );
  const totalMinutes = durations.reduce((total, { minutes }) => total + minutes, 0);
  return { records, durations, totalMinutes };
}
