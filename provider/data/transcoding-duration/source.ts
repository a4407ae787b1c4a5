import * as z from "zod";
import type { TranscodingDurationAnswer } from "../../api/calls/lookups";
import type { DataSource } from "../../core/data-source";
import { parseInstant } from "../../values/instant";
import type { TranscodingDuration } from "./functions";

interface TimeRange {
  from: string;
  to: string;
}

const datetime = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: "must be a Date or an ISO 8601 datetime, such as 2026-11-01T00:00:00Z",
});

/** The data source `getTranscodingDuration`. */
export const transcodingDuration: DataSource<TimeRange, TimeRange, TranscodingDuration> = {
  name: "getTranscodingDuration",
  args: z.strictObject({ from: datetime, to: datetime }).superRefine(({ from, to }, context) => {
    const [start, end] = [parseInstant(from), parseInstant(to)];
    if (start !== undefined && end !== undefined && start >= end) {
      context.addIssue({ code: "custom", path: ["from"], message: "must be before to" });
    }
  }),
  toQuery: (args) => args,
  describe: ({ from, to }) => `the transcoding duration from ${from} to ${to}`,
  read: async (connection, range) => toTranscodingDuration(await connection.lookups.getTranscodingDuration(range)),
};

function toTranscodingDuration(records: TranscodingDurationAnswer[]): TranscodingDuration {
  const durations = records.flatMap(({ client, metrics }) =>
    metrics.vod.map(([second, minutes]) => ({ client, time: new Date(second * 1000).toISOString(), minutes })),
  );
  const total = durations.reduce((sum, { minutes }) => sum + minutes, 0);
  // Rounded, because adding fractions gives sums such as 6760.490000000002.
  return { records, durations, totalMinutes: Number(total.toFixed(6)) };
}
