/** A moment as the cloud writes it, e.g. `2026-01-12T09:00:00+0000`. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "+0000");
}
