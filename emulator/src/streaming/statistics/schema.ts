import { z } from "zod";
import { positiveId } from "../../positive-id";

/** One record of the VOD statistics is generated from it. */
export const clientStatistics = z.strictObject({
  client: positiveId,
  /** Minutes transcoded on an average day. */
  minutesPerDay: z.number().nonnegative().default(480),
});

/** See {@link clientStatistics}. */
export type ClientStatistics = z.output<typeof clientStatistics>;
