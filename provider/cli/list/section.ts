import { printable, printableInLine } from "../../core/engine-text";

/** An object that `pulumi import` can import. */
export interface Importable {
  type: string;
  /** What it is called on the platform. */
  name: string;
  id: string;
  /** The namespace that a function is in. */
  namespace?: string;
  /** Why `pulumi import` alone does not end in "unchanged"; then it is not written into the file. */
  leftOut?: string;
}

/** One kind of things on the account. */
export interface Section {
  title: string;
  /** What to do with the IDs. */
  use: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  importable: readonly Importable[];
  /** Why the list could not be read. */
  failure?: string;
  /** Why nothing was asked. */
  notAsked?: string;
}

/** Formats a section as a heading and a table. */
export function sectionText({ title, use, columns, rows, failure, notAsked }: Section): string {
  const problem = failure ?? notAsked;
  if (problem !== undefined) {
    return `${title}: ${failure === undefined ? "not listed" : "FAILED"}\n  ${printable(problem)}\n`;
  }
  return rows.length === 0 ? `${title}: none\n` : `${title}: ${use}\n${table([columns, ...rows])}`;
}

function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printableInLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join("");
}
