import { redact } from "../../api/failures/redaction";
import { toPrintable } from "../../core/engine-text";

/** How a check ended; only a problem makes the command fail. */
type Level = "ok" | "note" | "warning" | "problem";

/** What one check found. */
export interface Finding {
  /** What was checked: `Node.js`, `edgecloud:apiKey`. */
  check: string;
  level: Level;
  message: string;
  /** What to do; there for every warning and problem. */
  advice?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, level: "ok", message };
}

export function note(check: string, message: string, advice?: string): Finding {
  return { check, level: "note", message, advice };
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, level: "warning", message, advice };
}

export function problem(check: string, message: string, advice: string): Finding {
  return { check, level: "problem", message, advice };
}

/** All that was found, as `--json` prints it. */
export interface Report {
  /** Whether there is no problem. */
  ok: boolean;
  findings: Finding[];
}

/** Makes a report of the findings, without the secrets. */
export function createReport(findings: readonly Finding[], secrets: readonly string[]): Report {
  const hideSecrets = (text: string) => toPrintable(redact(text, secrets));
  return {
    ok: findings.every(({ level }) => level !== "problem"),
    findings: findings.map(({ check, level, message, advice }) => ({
      check,
      level,
      message: hideSecrets(message),
      ...(advice !== undefined && { advice: hideSecrets(advice) }),
    })),
  };
}

/** Formats the report as text: a line for each finding, and what to do below it. */
export function formatReport({ findings }: Report): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = " ".repeat("problem".length + width + 4);
  const lines = findings.flatMap(({ check, level, message, advice }) => [
    `${level.padEnd("problem".length)}  ${check.padEnd(width)}  ${message.replaceAll("\n", `\n${indent}`)}`,
    ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
  ]);
  const formatCount = (level: Level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  };
  return [...lines, "", `${formatCount("problem")}, ${formatCount("warning")}`, ""].join("\n");
}
