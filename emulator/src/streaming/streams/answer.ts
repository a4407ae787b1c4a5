import { ingestAddresses, playbackAddresses } from "./addresses";
import type { Stream } from "./schema";

/** A token for a stream that was seeded without one. */
const tokenOf = (id: number): string => `demo-token-${id}`;

/** Those of `stated` that are stated: a property that is undefined must not hide a made one. */
function stated(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

/** The response object of contract 2.5: every field, but `multi_region_push_urls` only where it is activated. */
export function answerStream({ extra, html_overlays, ...stream }: Stream): Record<string, unknown> {
  const { id, token = tokenOf(id), pull } = stream;
  const named = { id, token, pull };
  return {
    token,
    ...ingestAddresses(named),
    ...playbackAddresses(named),
    ...stated(stream),
    html_overlays: html_overlays.map((overlay) => ({ ...overlay, stream_id: id })),
    ...extra,
  };
}
