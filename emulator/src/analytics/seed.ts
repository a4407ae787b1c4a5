import { z } from "zod";
import { instantText } from "../instant";

/** The analytics of one CDN resource are generated from it. */
const analyticsResource = z.strictObject({
  // GraphQL's Int.
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

/** The analytics' part of the state; a valid seed of the same state. */
export interface AnalyticsState {
  readonly analytics: {
    /** Whether the account has the feature; without it every query gets 403. @default true */
    readonly enabled: boolean;
    /** When the data ends, ISO 8601. @default now */
    readonly today?: string;
    /** CDN resources that have data. */
    readonly resources: readonly AnalyticsResource[];
  };
}
