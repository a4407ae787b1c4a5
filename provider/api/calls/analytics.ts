import * as z from "zod";
import type { Client } from "../transport/client";

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

/** The one call of the advanced analytics (contract, section 4.7). */
export class AnalyticsEndpoint {
  constructor(private readonly client: Client) {}

  query(body: AnalyticsQuery): Promise<AnalyticsAnswer> {
    const path = "/cdn/advanced/v2/query";
    return this.client.request({ method: "POST", path, body, reads: true, answer: analyticsAnswer });
  }
}
