import { z } from "zod";
import { instantText } from "../instant";
import { positiveId } from "../positive-id";
import { streamSchema, type Stream } from "./streams/schema";

/** One record of the VOD statistics is generated from it. */
const clientStatistics = z.strictObject({
  client: positiveId,
  /** Minutes transcoded on an average day. */
  minutesPerDay: z.number().nonnegative().default(480),
});

/** See {@link clientStatistics}. */
export type ClientStatistics = z.output<typeof clientStatistics>;

/** Streaming's keys of a seed. */
export const streamingSeedShape = {
  streams: z.array(streamSchema).optional(),
  vodStatistics: z
    .strictObject({
      today: instantText.optional(),
      daysKept: z.number().int().min(1).max(36_500).optional(),
      clients: z.array(clientStatistics).default([]),
    })
    .optional(),
};

/** Streaming's part of the state; a valid seed of the same state. */
export interface StreamingState {
  readonly streams: readonly Stream[];
  readonly vodStatistics: {
    /** When the statistics end, ISO 8601. @default now */
    readonly today?: string;
    /** How many days they go back. @default 90 */
    readonly daysKept?: number;
    /** One record of the response each. */
    readonly clients: readonly ClientStatistics[];
  };
}
