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
