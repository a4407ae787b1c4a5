import type { TranscodingDurationAnswer } from "../../api/endpoints/statistics";

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

/** The records of an answer, with what is computed of them. */
export function transcodingDurationOf(records: TranscodingDurationAnswer[]): TranscodingDuration {
  const durations = records.flatMap(({ client, metrics }) =>
    metrics.vod.map(([second, minutes]) => ({ client, time: new Date(second * 1000).toISOString(), minutes })),
  );
  const totalMinutes = durations.reduce((total, { minutes }) => total + minutes, 0);
  return { records, durations, totalMinutes };
}
