/** A table in Markdown, with numbers to the right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const alignment = ["---", ...header.map(() => "--:")];
  return [formatRow(["", ...header]), formatRow(alignment), ...rows.map(formatRow)].join("\n");
}

/** Three digits; more would be noise. */
export function formatSeconds(seconds: number): string {
  return seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1);
}

/** `1 resource`, `200 resources`, `1,000 resources`. */
export function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;
}

/** Whether a figure, as printed, is greater than its aim, so that every bold figure looks greater. */
export function isMissed(text: string, aim: number): boolean {
  return Number(text) > aim;
}
