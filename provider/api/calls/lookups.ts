import * as z from "zod";
import type { Client } from "../transport/client";
import { defineFields } from "./naming";
import { definePage, readAllPages, skipUnreadable } from "./pages";
import { type CloudScope, formatPath } from "./path";
import type { OpenEnum } from "../../values/open-enum";

/** Accepts any string, because the platform may add words to the given ones. */
function openEnum<const Words extends string>(..._words: Words[]): z.ZodType<OpenEnum<Words>> {
  return z.string();
}

function toNullable<T>(field: z.ZodType<T>) {
  return field.nullish().transform((value): T | null => value ?? null);
}

const tag = z.object({ key: z.string(), value: z.string(), read_only: z.boolean() });

const text = toNullable(z.string());
const number = toNullable(z.number());
const integer = toNullable(z.int());
const flag = toNullable(z.boolean());

/** An image (docs/contract.md, section 2.2). Prices come only with `include_prices`, and may be `null` even then. */
export const imageAnswer = z.object({
  ...defineFields(z.string(), "id", "name", "status", "visibility", "disk_format", "os_distro", "os_version", "region"),
  ...defineFields(z.string(), "created_at", "updated_at"),
  ...defineFields(text, "creator_task_id", "currency_code", "description", "task_id"),
  ...defineFields(text, "gpu_driver", "gpu_driver_type", "gpu_driver_version"),
  ...defineFields(z.int(), "min_disk", "min_ram", "project_id", "region_id"),
  ...defineFields(integer, "display_order", "size"),
  ...defineFields(number, "price_per_hour", "price_per_month"),
  is_baremetal: z.boolean(),
  architecture: openEnum("aarch64", "x86_64"),
  hw_firmware_type: toNullable(openEnum("bios", "uefi")),
  hw_machine_type: toNullable(openEnum("i440", "q35")),
  os_type: openEnum("linux", "windows"),
  price_status: toNullable(openEnum("error", "hide", "show")),
  ssh_key: toNullable(openEnum("allow", "deny", "required")),
  tags_v2: z.array(tag),
});

export type ImageAnswer = z.infer<typeof imageAnswer>;

/** An older platform may ignore some of these parameters. */
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
  stream_id: integer,
  ...defineFields(text, "url", "created_at", "updated_at"),
  ...defineFields(number, "width", "height", "x", "y"),
  stretch: flag,
});

/** A live stream as the platform returns it (docs/contract.md, section 2.5). */
export const streamAnswer = z.looseObject({
  id: z.int(),
  name: z.string(),
  ...defineFields(text, "active_ingest_region_backup", "active_ingest_region_primary", "client_entity_data", "uri"),
  ...defineFields(text, "push_url", "backup_push_url", "push_url_srt", "backup_push_url_srt", "push_url_whip"),
  ...defineFields(text, "dash_url", "hls_cmaf_url", "hls_mpegts_url", "iframe_url", "screenshot"),
  ...defineFields(text, "created_at", "started_at_backup", "started_at_primary", "finished_at_primary"),
  ...defineFields(text, "srt_passphrase", "token"),
  ...defineFields(flag, "active", "live", "backup_live", "auto_record", "dvr_enabled", "pull", "html_overlay"),
  ...defineFields(flag, "hls_mpegts_endlist_tag"),
  ...defineFields(integer, "cdn_id", "dvr_duration", "quality_set_id"),
  ...defineFields(number, "frame_rate", "video_height", "video_width", "recording_duration", "transcoding_speed"),
  client_user_id: toNullable(z.union([z.string(), z.int()])),
  broadcast_ids: toNullable(z.array(z.int())),
  html_overlays: toNullable(z.array(overlay)),
  multi_region_push_urls: toNullable(z.unknown()),
  projection: toNullable(openEnum("regular", "vr360", "vr180", "vr360tb")),
  record_type: toNullable(openEnum("origin", "transcoded")),
  stream_source_type: toNullable(openEnum("rtmp", "srt", "webrtc", "https")),
  transcoded_qualities: toNullable(z.array(z.string())),
});

export type StreamAnswer = z.infer<typeof streamAnswer>;

/** The latest time that a JavaScript date can represent, in seconds since 1970. */
const maxSecond = 8.64e12;

/** The statistics of a client (docs/contract.md, section 2.7). An entry of `vod` is a Unix time and minutes. */
export const transcodingDurationAnswer = z.object({
  client: z.int(),
  metrics: z.object({ vod: z.array(z.tuple([z.int().min(-maxSecond).max(maxSecond), z.number()])) }),
});

const analyticsAnswer = z
  .object({
    data: z.unknown().optional(),
    errors: z
      .array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).nullish() }))
      .nullish(),
  })
  .refine(({ data, errors }) => data !== undefined || errors?.length, { error: "neither data nor errors" });

export interface AnalyticsQuery {
  query: string;
  variables?: Record<string, unknown>;
}

/** Read-only calls for data that no resource manages (docs/contract.md, sections 4.2, 4.4, 4.6 and 4.7). */
export class LookupCalls {
  constructor(private readonly client: Client) {}

  getImage(scope: CloudScope, id: string, query: Pick<ImageQuery, "include_prices">): Promise<ImageAnswer> {
    return this.client.request({
      method: "GET",
      path: buildImagesPath(scope) + formatPath`/${id}`,
      query,
      answer: imageAnswer,
      about: { id },
    });
  }

  async listImages(scope: CloudScope, filters: ImageQuery): Promise<ImageAnswer[]> {
    const request = { method: "GET", path: buildImagesPath(scope), answer: imagePage } as const;
    const { items } = await readAllPages(
      (range) => this.client.request({ ...request, query: { ...filters, ...range } }),
      // An image comes twice if it moves to the next page between two requests. Its ID shows this.
      ({ id }) => id,
    );
    return [...items.values()];
  }

  getLiveStream(streamId: number): Promise<StreamAnswer> {
    return this.client.request({
      method: "GET",
      path: formatPath`/streaming/streams/${streamId}`,
      answer: streamAnswer,
      about: { id: String(streamId) },
    });
  }

  getTranscodingDuration(query: { from: string; to: string }) {
    const path = "/streaming/statistics/vod/transcoding_duration";
    return this.client.request({ method: "GET", path, query, answer: z.array(transcodingDurationAnswer) });
  }

  queryAnalytics(body: AnalyticsQuery) {
    const path = "/cdn/advanced/v2/query";
    return this.client.request({ method: "POST", path, body, reads: true, answer: analyticsAnswer });
  }
}

function buildImagesPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/images/${projectId}/${regionId}`;
}
