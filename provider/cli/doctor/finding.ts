/** How a check ended; only a problem makes the command fail. */
export type Level = "ok" | "note" | "warning" | "problem";

/** What one check found. */
export interface Finding {
  /** What was checked: `Node.js`, `edgecloud:apiKey`. */
  check: string;
  level: Level;
  message: string;
  /** What to do; there for every warning and problem. */
  advice?: string;
}

export function report(level: Level, check: string, message: string, advice?: string): Finding {
  return { check, level, message, advice };
}
