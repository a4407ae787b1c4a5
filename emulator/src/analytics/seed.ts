import { z } from "zod";
import { instantText } from "../instant";

/** What the analytics of one CDN resource are generated from. */
const analyticsResource = z.strictObject({
  // GraphQL's Int ends there.
  id: z
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
  cname: z.string().min(1),
  /** Requests on an average day. */
  requestsPerDay: z.number().int().nonnegative().default(100_000),
  /** Bytes of an average answer. */
  bytesPerRequest: z.number().int().nonnegative().default(40_000),
});

/** See {@link analyticsResource}. */
export type AnalyticsResource = z.output<typeof analyticsResource>;

/** The analytics' keys of a seed. */
export const analyticsSeedShape = {
  analytics: z
    .strictObject({
      enabled: z.boolean().optional(),
      today: instantText.optional(),
      resources: z.array(analyticsResource).default([]),
    })
    .optional(),
};

/** The analytics' part of the state; given as a seed it makes the same state again. */
export interface AnalyticsState {
  readonly analytics: {
    /** Whether the feature is activated for the account; without it every query gets 403. @default true */
    readonly enabled: boolean;
    /** The moment the data ends at, ISO 8601. @default now */
    readonly today?: string;
    /** CDN resources that have data. */
    readonly resources: readonly AnalyticsResource[];
  };
}
