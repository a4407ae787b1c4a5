import { toPrintable, toPrintableLine } from "../../core/engine-text";

/** An object that `pulumi import` can import. */
export interface Importable {
  type: string;
  /** What it is called on the platform. */
  name: string;
  id: string;
  /** The namespace that a function is in. */
  namespace?: string;
  /** What a function has that is secret after an import. */
  secrets?: readonly string[];
  /** Why `pulumi import` alone does not end in "unchanged"; then it is not written into the file. */
  leftOut?: string;
}

/** The objects of one kind in the account. */
export interface Section {
  title: string;
  /** What to do with the IDs. */
  use: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  importable: readonly Importable[];
  /** Why the list could not be read. */
  failure?: string;
  /** Why it was not requested. */
  skipReason?: string;
}

/** Formats a section as a heading and a table. */
export function formatSection({ title, use, columns, rows, failure, skipReason }: Section): string {
  const problem = failure ?? skipReason;
  if (problem !== undefined) {
    return `${title}: ${failure === undefined ? "not listed" : "FAILED"}\n  ${toPrintable(problem)}\n`;
  }
  return rows.length === 0 ? `${title}: none\n` : `${title}: ${use}\n${formatTable([columns, ...rows])}`;
}

function formatTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(toPrintableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const formatRow = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `  ${formatRow(row).trimEnd()}\n`).join("");
}
