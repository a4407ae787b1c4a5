import { z } from "zod";
import { countCharacters } from "../../count-characters";
import { positiveId } from "../../positive-id";

/** Properties of a stream that depend on each other. */
interface StreamState {
  readonly active: boolean;
  readonly pull: boolean;
  readonly live: boolean;
  readonly backup_live: boolean;
  readonly uri: string | null;
  readonly stream_source_type: string | null;
}

const isTranscoding = ({ live, backup_live }: StreamState): boolean => live || backup_live;

/** States that a stream cannot be in (contract 2.5). */
const rules: readonly { path: readonly string[]; message: string; breaks: (stream: StreamState) => boolean }[] = [
  { path: ["uri"], message: "a stream that is pulled needs it", breaks: ({ pull, uri }) => pull && uri === null },
  { path: ["uri"], message: "only a stream that is pulled has it", breaks: ({ pull, uri }) => !pull && uri !== null },
  { path: ["live"], message: "a stream that is off is not live", breaks: (s) => !s.active && isTranscoding(s) },
  { path: ["backup_live"], message: "concerns PUSH only", breaks: ({ pull, backup_live }) => pull && backup_live },
  {
    path: ["stream_source_type"],
    message: "is null when transcoding is inactive, and only then",
    breaks: (s) => isTranscoding(s) === (s.stream_source_type === null),
  },
];

const overlaidAt = "2026-02-02T08:20:00+0000";
const pixels = z.number().int().nonnegative().nullable().default(null);

/** An overlay widget (platform facts "Live streams"); `stream_id` is that of its stream. */
const overlay = z.strictObject({
  id: positiveId,
  url: z.string().min(1),
  width: pixels,
  height: pixels,
  x: pixels,
  y: pixels,
  stretch: z.boolean().default(false),
  created_at: z.string().default(overlaidAt),
  updated_at: z.string().default(overlaidAt),
});

const seededAt = "2026-02-02T08:15:00+0000";
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
const address = z.string().min(1).nullable().optional();
const moment = nullable(z.string());
const measure = nullable(z.number().nonnegative());

/** Configuration of contract 2.5, with the field names of the platform facts. */
const configuration = {
  name: z.string(),
  active: z.boolean().default(true),
  pull: z.boolean().default(false),
  uri: nullable(z.string().min(1)),
  auto_record: z.boolean().default(false),
  record_type: z.enum(["origin", "transcoded"]).default("origin"),
  hls_mpegts_endlist_tag: z.boolean().default(false),
  dvr_enabled: z.boolean().default(false),
  // The contract's limit is 14400, "more on request".
  dvr_duration: z.number().int().min(30).default(3600),
  cdn_id: nullable(positiveId),
  // The contract says a custom string, the platform facts an integer.
  client_user_id: nullable(z.union([z.string(), z.number().int()])),
  client_entity_data: nullable(
    z.string().refine((text) => countCharacters(text) <= 4096, "has at most 4096 characters"),
  ),
  html_overlay: z.boolean().default(false),
  html_overlays: z.array(overlay).default([]),
  quality_set_id: nullable(positiveId),
  broadcast_ids: z.array(positiveId).default([]),
  projection: z.enum(["regular", "vr360", "vr180", "vr360tb"]).default("regular"),
};

/** Credentials and URLs; those left out are generated from ID and token. */
const addresses = {
  token: z.string().min(1).optional(),
  srt_passphrase: nullable(z.string().regex(/^[!-~]{10,80}$/, "has 10 to 80 printable ASCII characters")),
  push_url: address,
  backup_push_url: address,
  push_url_srt: address,
  backup_push_url_srt: address,
  push_url_whip: address,
  hls_cmaf_url: address,
  dash_url: address,
  hls_mpegts_url: address,
  iframe_url: address,
  screenshot: nullable(z.string().min(1)),
  // "Optional attribute, activated on request"; its shape is not shown: any list or object of addresses.
  multi_region_push_urls: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
};

/** Measurements and times of the transcoder. */
const operation = {
  live: z.boolean().default(false),
  backup_live: z.boolean().default(false),
  stream_source_type: nullable(z.enum(["rtmp", "srt", "webrtc", "https"])),
  created_at: z.string().default(seededAt),
  started_at_primary: moment,
  started_at_backup: moment,
  finished_at_primary: moment,
  transcoded_qualities: nullable(z.array(z.string())),
  recording_duration: measure,
  transcoding_speed: measure,
  frame_rate: measure,
  video_height: measure,
  video_width: measure,
  active_ingest_region_primary: nullable(z.string()),
  active_ingest_region_backup: nullable(z.string()),
};

/** A live stream in a seed. `extra` has fields of future versions of the platform, for responses. */
export const streamSchema = z
  .strictObject({
    id: positiveId,
    ...configuration,
    ...addresses,
    ...operation,
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .superRefine((stream, context) => {
    for (const { path, message } of rules.filter(({ breaks }) => breaks(stream))) {
      // Copied, because zod changes the path.
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });

/** A live stream as the emulator stores it. */
export type Stream = z.output<typeof streamSchema>;
