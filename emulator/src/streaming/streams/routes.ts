import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods";
import { buildStreamingError } from "../error-body";
import type { StreamingStore } from "../store";
import type { Stream } from "./schema";

interface UrlParts {
  readonly id: number;
  readonly token: string;
  readonly pull: boolean;
}

/**
 * Builds the ingest URLs, which contain the token (contract 2.5, "Ingest"). They are null for a pulled stream, about
 * which the contract says nothing: a URL that must not be used would mislead.
 */
function buildIngestUrls({ id, token, pull }: UrlParts) {
  const hideIfPulled = (address: string): string | null => (pull ? null : address);
  return {
    push_url: hideIfPulled(`rtmp://ingest.example.com/in/${id}?${token}`),
    backup_push_url: hideIfPulled(`rtmp://ingest-backup.example.com/in/${id}?${token}`),
    push_url_srt: hideIfPulled(`srt://ingest.example.com:5001?streamid=${id}%23${token}`),
    backup_push_url_srt: hideIfPulled(`srt://ingest-backup.example.com:5001?streamid=${id}%23${token}`),
    push_url_whip: hideIfPulled(`https://ingest-webrtc.example.com/webrtc/v1/whip?app=in&stream=${id}~${token}`),
  };
}

/** Builds the playback URLs, which do not contain the token (contract 2.5, "Playback"). */
function buildPlaybackUrls({ id }: UrlParts) {
  return {
    hls_cmaf_url: `https://play.example.com/cmaf/${id}/master.m3u8`,
    dash_url: `https://play.example.com/cmaf/${id}/index.mpd`,
    hls_mpegts_url: `https://play.example.com/streams/${id}/playlist.m3u8`,
    iframe_url: `https://player.example.com/streams/${id}`,
  };
}

/** The token of a stream that was seeded without one. */
const deriveToken = (id: number): string => `demo-token-${id}`;

/** A property that is undefined must not override a generated one. */
function omitUndefined(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

/** Returns the response object of contract 2.5; `multi_region_push_urls` only if it is activated. */
function toStreamResponse({ extra, html_overlays, ...stream }: Stream): Record<string, unknown> {
  const { id, token = deriveToken(id), pull } = stream;
  const parts = { id, token, pull };
  return {
    token,
    ...buildIngestUrls(parts),
    ...buildPlaybackUrls(parts),
    ...omitUndefined(stream),
    html_overlays: html_overlays.map((overlay) => ({ ...overlay, stream_id: id })),
    ...extra,
  };
}

const item = "/streams/:id(^\\d{1,15}$)";

/** Registers `GET /streaming/streams/{stream_id}` (contract 4.4, platform facts "Live streams"). */
export function registerStreamRoutes(app: FastifyInstance, store: StreamingStore): void {
  app.get(item, ({ params }: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const stream = store.findStream(Number(params.id));
    if (!stream) {
      return reply.code(404).send(buildStreamingError(404, `Stream ${params.id} is not found.`));
    }
    return reply.send(toStreamResponse(stream));
  });
  refuseOtherMethods(app, item, ["GET"], buildStreamingError);
}
