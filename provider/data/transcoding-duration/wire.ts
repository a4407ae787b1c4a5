import type { TranscodingDurationAnswer } from "../../api/calls/statistics";
import type { TranscodingDuration } from "./result";

const sumDecimals = 6;

/** The records of an answer, with what is computed of them. */
export function transcodingDurationOf(records: TranscodingDurationAnswer[]): TranscodingDuration {
  const durations = records.flatMap(({ client, metrics }) =>
    metrics.vod.map(([second, minutes]) => ({ client, time: new Date(second * 1000).toISOString(), minutes })),
  );
  const total = durations.reduce((sum, { minutes }) => sum + minutes, 0);
  // A sum of binary fractions has a tail of its own: 6760.490000000002.
  return { records, durations, totalMinutes: Number(total.toFixed(sumDecimals)) };
}
