import * as z from "zod";
import type { Client } from "../transport/client";
import { describeOther } from "./object-calls";
import { definePage, readAllPages, skipUnreadable, type PageQuery } from "./pages";
import { type CloudScope, formatPath } from "./path";
import type { OpenEnum } from "../../values/open-enum";

/** A field with one of the listed words, or a word of a later version. */
function openEnum<const Words extends string>(..._words: Words[]): z.ZodType<OpenEnum<Words>> {
  return z.string();
}

/** A field that may be `null` or missing; both give `null`. */
function nullable<T>(field: z.ZodType<T>) {
  return field.nullish().transform((value): T | null => value ?? null);
}

const tag = z.object({ key: z.string(), value: z.string(), read_only: z.boolean() });

/** An image as the platform returns it (contract, section 2.2). Prices come on request only, and may be null. */
export const imageAnswer = z.object({
  architecture: openEnum("aarch64", "x86_64"),
  created_at: z.string(),
  creator_task_id: nullable(z.string()),
  currency_code: nullable(z.string()),
  description: nullable(z.string()),
  disk_format: z.string(),
  display_order: nullable(z.int()),
  gpu_driver: nullable(z.string()),
  gpu_driver_type: nullable(z.string()),
  gpu_driver_version: nullable(z.string()),
  hw_firmware_type: nullable(openEnum("bios", "uefi")),
  hw_machine_type: nullable(openEnum("i440", "q35")),
  id: z.string(),
  is_baremetal: z.boolean(),
  min_disk: z.int(),
  min_ram: z.int(),
  name: z.string(),
  os_distro: z.string(),
  os_type: openEnum("linux", "windows"),
  os_version: z.string(),
  price_per_hour: nullable(z.number()),
  price_per_month: nullable(z.number()),
  price_status: nullable(openEnum("error", "hide", "show")),
  project_id: z.int(),
  region: z.string(),
  region_id: z.int(),
  size: nullable(z.int()),
  ssh_key: nullable(openEnum("allow", "deny", "required")),
  status: z.string(),
  tags_v2: z.array(tag),
  task_id: nullable(z.string()),
  updated_at: z.string(),
  visibility: z.string(),
});

export type ImageAnswer = z.infer<typeof imageAnswer>;

/** Filters of the list under their wire names; several are recent, so a platform may ignore them. */
export interface ImageQuery {
  name?: string;
  os_distro?: string;
  os_version?: string;
  architecture?: string;
  visibility?: string;
  include_prices?: boolean;
}

const imagePage = definePage(skipUnreadable(imageAnswer));

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

/** The last second that a JavaScript date can represent. */
const maxSecond = 8.64e12;

/** A record of transcoding durations as the platform returns it (contract, section 2.7). */
export const transcodingDurationAnswer = z.object({
  client: z.int(),
  metrics: z.object({ vod: z.array(z.tuple([z.int().min(-maxSecond).max(maxSecond), z.number()])) }),
});

/** A record of transcoding durations: pairs of seconds since 1970 and minutes. */
export type TranscodingDurationAnswer = z.infer<typeof transcodingDurationAnswer>;

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

/** The calls that only look something up, for data sources (contract, sections 4.2, 4.4, 4.6 and 4.7). */
export class LookupCalls {
  constructor(private readonly client: Client) {}

  getImage(scope: CloudScope, id: string, query: Pick<ImageQuery, "include_prices">): Promise<ImageAnswer> {
    return this.client.request({
      method: "GET",
      path: buildImagesPath(scope) + formatPath`/${id}`,
      query,
      answer: imageAnswer,
      findProblem: (image) => describeOther("id", id, image.id),
    });
  }

  /** All images that pass the filters, from all pages; malformed entries are left out. */
  async listImages(scope: CloudScope, filters: ImageQuery): Promise<ImageAnswer[]> {
    const request = { method: "GET", path: buildImagesPath(scope), answer: imagePage } as const;
    const readPage = (range: PageQuery) => this.client.request({ ...request, query: { ...filters, ...range } });
    // An image can move to the next page while the pages are read.
    return [...(await readAllPages(readPage, ({ id }) => id)).items.values()];
  }

  getLiveStream(streamId: number): Promise<StreamAnswer> {
    return this.client.request({
      method: "GET",
      path: formatPath`/streaming/streams/${streamId}`,
      answer: streamAnswer,
      findProblem: ({ id }) => describeOther("id", String(streamId), id),
    });
  }

  getTranscodingDuration(query: { from: string; to: string }): Promise<TranscodingDurationAnswer[]> {
    const path = "/streaming/statistics/vod/transcoding_duration";
    return this.client.request({ method: "GET", path, query, answer: z.array(transcodingDurationAnswer) });
  }

  queryAnalytics(body: AnalyticsQuery): Promise<AnalyticsAnswer> {
    const path = "/cdn/advanced/v2/query";
    return this.client.request({ method: "POST", path, body, reads: true, answer: analyticsAnswer });
  }
}

function buildImagesPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/images/${projectId}/${regionId}`;
}
