import * as z from "zod";
import type { Client } from "../transport/client";

/** The last second that a JavaScript date can represent. */
const maxSecond = 8.64e12;

/** A record of transcoding durations as the platform returns it (contract, section 2.7). */
export const transcodingDurationAnswer = z.object({
  client: z.int(),
  metrics: z.object({ vod: z.array(z.tuple([z.int().min(-maxSecond).max(maxSecond), z.number()])) }),
});

/** A record of transcoding durations: pairs of seconds since 1970 and minutes. */
export type TranscodingDurationAnswer = z.infer<typeof transcodingDurationAnswer>;

/** The statistics calls of streaming (contract, section 4.6). */
export class StatisticsEndpoint {
  constructor(private readonly client: Client) {}

  getTranscodingDuration(query: { from: string; to: string }): Promise<TranscodingDurationAnswer[]> {
    const path = "/streaming/statistics/vod/transcoding_duration";
    return this.client.request({ method: "GET", path, query, answer: z.array(transcodingDurationAnswer) });
  }
}
