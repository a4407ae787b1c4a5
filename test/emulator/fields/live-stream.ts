import { flag, integer, listOf, moment, number, objectOf, oneOf, orNull, text, type Check } from "./check";

const overlay = objectOf({
  id: integer,
  stream_id: integer,
  url: text,
  width: orNull(integer),
  height: orNull(integer),
  x: orNull(integer),
  y: orNull(integer),
  stretch: flag,
  created_at: moment,
  updated_at: moment,
});

/** Contract 2.5, "Named fields"; `multi_region_push_urls` is optional and not in the table. */
const named: Readonly<Record<string, Check>> = {
  active: flag,
  live: flag,
  backup_live: flag,
  uri: orNull(text),
  srt_passphrase: orNull((value) => text(value) && /^[!-~]{10,80}$/.test(value as string)),
  push_url: orNull(text),
  backup_push_url: orNull(text),
  push_url_srt: orNull(text),
  backup_push_url_srt: orNull(text),
  push_url_whip: orNull(text),
  hls_cmaf_url: text,
  dash_url: text,
  hls_mpegts_url: text,
  dvr_duration: (value) => integer(value) && Number(value) >= 30 && Number(value) <= 14400,
};

/** Contract 2.5, "Fields described without a field name", by the names of the platform facts. */
const unnamed: Readonly<Record<string, Check>> = {
  name: text,
  pull: flag,
  auto_record: flag,
  record_type: oneOf("origin", "transcoded"),
  hls_mpegts_endlist_tag: flag,
  dvr_enabled: flag,
  cdn_id: orNull(integer),
  client_user_id: orNull((value) => integer(value) || text(value)),
  client_entity_data: orNull(text),
  html_overlay: flag,
  quality_set_id: orNull(integer),
  broadcast_ids: listOf(integer),
  projection: oneOf("regular", "vr360", "vr180", "vr360tb"),
  id: integer,
  token: text,
  stream_source_type: orNull(oneOf("rtmp", "srt", "webrtc", "https")),
  created_at: moment,
  started_at_primary: orNull(moment),
  started_at_backup: orNull(moment),
  finished_at_primary: orNull(moment),
  iframe_url: text,
  screenshot: orNull(text),
  transcoded_qualities: orNull(listOf(text)),
  recording_duration: orNull(number),
  transcoding_speed: orNull(number),
  frame_rate: orNull(number),
  video_height: orNull(number),
  video_width: orNull(number),
  html_overlays: listOf(overlay),
};

/** Every field of a live stream; the last two are "also seen" (platform facts "Live streams"). */
export const streamFields: Readonly<Record<string, Check>> = {
  ...named,
  ...unnamed,
  active_ingest_region_primary: orNull(text),
  active_ingest_region_backup: orNull(text),
};
