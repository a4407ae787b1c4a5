import * as z from "zod";
import type { Client } from "../transport/client";
import { formatPath } from "./path";
import { nullable, openEnum, describeOther } from "./answers";

const overlay = z.object({
  id: z.int(),
  stream_id: nullable(z.int()),
  url: nullable(z.string()),
  width: nullable(z.number()),
  height: nullable(z.number()),
  x: nullable(z.number()),
  y: nullable(z.number()),
  stretch: nullable(z.boolean()),
  created_at: nullable(z.string()),
  updated_at: nullable(z.string()),
});

/** A live stream as the platform returns it (contract, section 2.5, with the names of the platform facts). */
export const streamAnswer = z.looseObject({
  active: nullable(z.boolean()),
  active_ingest_region_backup: nullable(z.string()),
  active_ingest_region_primary: nullable(z.string()),
  auto_record: nullable(z.boolean()),
  backup_live: nullable(z.boolean()),
  backup_push_url: nullable(z.string()),
  backup_push_url_srt: nullable(z.string()),
  broadcast_ids: nullable(z.array(z.int())),
  cdn_id: nullable(z.int()),
  client_entity_data: nullable(z.string()),
  client_user_id: nullable(z.union([z.string(), z.int()])),
  created_at: nullable(z.string()),
  dash_url: nullable(z.string()),
  dvr_duration: nullable(z.int()),
  dvr_enabled: nullable(z.boolean()),
  finished_at_primary: nullable(z.string()),
  frame_rate: nullable(z.number()),
  hls_cmaf_url: nullable(z.string()),
  hls_mpegts_endlist_tag: nullable(z.boolean()),
  hls_mpegts_url: nullable(z.string()),
  html_overlay: nullable(z.boolean()),
  html_overlays: nullable(z.array(overlay)),
  id: z.int(),
  iframe_url: nullable(z.string()),
  live: nullable(z.boolean()),
  multi_region_push_urls: nullable(z.unknown()),
  name: z.string(),
  projection: nullable(openEnum("regular", "vr360", "vr180", "vr360tb")),
  pull: nullable(z.boolean()),
  push_url: nullable(z.string()),
  push_url_srt: nullable(z.string()),
  push_url_whip: nullable(z.string()),
  quality_set_id: nullable(z.int()),
  record_type: nullable(openEnum("origin", "transcoded")),
  recording_duration: nullable(z.number()),
  screenshot: nullable(z.string()),
  srt_passphrase: nullable(z.string()),
  started_at_backup: nullable(z.string()),
  started_at_primary: nullable(z.string()),
  stream_source_type: nullable(openEnum("rtmp", "srt", "webrtc", "https")),
  token: nullable(z.string()),
  transcoded_qualities: nullable(z.array(z.string())),
  transcoding_speed: nullable(z.number()),
  uri: nullable(z.string()),
  video_height: nullable(z.number()),
  video_width: nullable(z.number()),
});

/** A live stream as the platform returns it; fields of a later version stay. */
export type StreamAnswer = z.infer<typeof streamAnswer>;

/** The live stream call of streaming (contract, section 4.4). */
export class StreamsEndpoint {
  constructor(private readonly client: Client) {}

  get(streamId: number): Promise<StreamAnswer> {
    return this.client.request({
      method: "GET",
      path: formatPath`/streaming/streams/${streamId}`,
      answer: streamAnswer,
      findProblem: ({ id }) => describeOther("id", String(streamId), id),
    });
  }
}
