/** Formats a time as the cloud does, e.g. `2026-01-12T09:00:00+0000`. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "+0000");
}
