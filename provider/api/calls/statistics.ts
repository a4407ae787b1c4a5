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

/** An answer in the shape of GraphQL over HTTP; there is always data or an error. */
const analyticsAnswer = z
  .object({
    data: z.unknown().optional(),
    errors: z
      .array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).nullish() }))
      .nullish(),
  })
  .refine(({ data, errors }) => data !== undefined || errors?.length, { error: "neither data nor errors" });

/** What came of a query: data, errors, or both. */
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>;

/** A query in GraphQL; the platform's schema is not published. */
export interface AnalyticsQuery {
  query: string;
  variables?: Record<string, unknown>;
}

/** The calls that tell how much was used (contract, sections 4.6 and 4.7). */
export class StatisticsEndpoint {
  constructor(private readonly client: Client) {}

  getTranscodingDuration(query: { from: string; to: string }): Promise<TranscodingDurationAnswer[]> {
    const path = "/streaming/statistics/vod/transcoding_duration";
    return this.client.request({ method: "GET", path, query, answer: z.array(transcodingDurationAnswer) });
  }

  queryAnalytics(body: AnalyticsQuery): Promise<AnalyticsAnswer> {
    const path = "/cdn/advanced/v2/query";
    return this.client.request({ method: "POST", path, body, reads: true, answer: analyticsAnswer });
  }
}
