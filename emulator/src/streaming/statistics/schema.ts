import { z } from "zod";

/** What one record of the VOD statistics is generated from. */
export const clientStatistics = z.strictObject({
  client: z.number().int().positive(),
  /** Minutes transcoded on an average day. */
  minutesPerDay: z.number().nonnegative().default(480),
});

/** See {@link clientStatistics}. */
export type ClientStatistics = z.output<typeof clientStatistics>;
