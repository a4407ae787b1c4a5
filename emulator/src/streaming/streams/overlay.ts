import { z } from "zod";
import { positiveId } from "../../positive-id";

const seededAt = "2026-02-02T08:20:00+0000";
const pixels = z.number().int().nonnegative().nullable().default(null);

/** An overlay widget (platform facts "Live streams"); `stream_id` is that of its stream. */
export const overlay = z.strictObject({
  id: positiveId,
  url: z.string().min(1),
  width: pixels,
  height: pixels,
  x: pixels,
  y: pixels,
  stretch: z.boolean().default(false),
  created_at: z.string().default(seededAt),
  updated_at: z.string().default(seededAt),
});
