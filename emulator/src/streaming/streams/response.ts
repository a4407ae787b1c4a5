import { buildIngestUrls, buildPlaybackUrls } from "./urls";
import type { Stream } from "./schema";

/** The token of a stream that was seeded without one. */
const deriveToken = (id: number): string => `demo-token-${id}`;

/** A property that is undefined must not override a generated one. */
function omitUndefined(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

/** Returns the response object of contract 2.5; `multi_region_push_urls` only if it is activated. */
export function toStreamResponse({ extra, html_overlays, ...stream }: Stream): Record<string, unknown> {
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
