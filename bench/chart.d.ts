import type { Recorded } from "./report";

/** What was measured, as an SVG. */
export function chart(record: Recorded): string;
