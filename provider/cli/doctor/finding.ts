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

export function reportOk(check: string, message: string): Finding {
  return { check, level: "ok", message };
}

export function reportNote(check: string, message: string, advice?: string): Finding {
  return { check, level: "note", message, advice };
}

export function reportWarning(check: string, message: string, advice: string): Finding {
  return { check, level: "warning", message, advice };
}

export function reportProblem(check: string, message: string, advice: string): Finding {
  return { check, level: "problem", message, advice };
}
