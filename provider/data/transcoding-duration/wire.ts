import type { TranscodingDurationAnswer } from "../../api/endpoints/statistics";
import type { TranscodingDuration } from "./result";

/** The records of an answer, with what is computed of them. */
export function transcodingDurationOf(records: TranscodingDurationAnswer[]): TranscodingDuration {
  const durations = records.flatMap(({ client, metrics }) =>
    metrics.vod.map(([second, minutes]) => ({ client, time: new Date(second * 1000).toISOString(), minutes })),
  );
  const totalMinutes = durations.reduce((total, { minutes }) => total + minutes, 0);
  return { records, durations, totalMinutes };
}
