const WIDTH = 100;

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a title across the width of a terminal. */
export function printHeading(title: string): void {
  say(`\n── ${title} ${"─".repeat(Math.max(3, WIDTH - title.length - 4))}\n`);
}

/** Rows of text as aligned columns; the first row is the header. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const formatRow = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  const [header = [], ...body] = rows;
  const line = widths.map((width) => "─".repeat(width));
  return [header, line, ...body].map((row) => formatRow(row).trimEnd()).join("\n");
}

/** `1234` → "1.2 s". */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
