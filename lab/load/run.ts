import { parseArgs } from "node:util";
import { type Engine, ensureEngine, forgetUserSettings } from "#tools/engine";
import { printHeading, say } from "#tools/terminal";
import { describeResult, findMisses, formatCells, formatSkipped, formatTable } from "./report";
import { NotPossible, type Row } from "./row";
import { connections } from "./rows/connections";
import { limits, polls } from "./rows/limits";
import { outages } from "./rows/outages";

const rows: readonly Row[] = [...limits, ...polls, ...outages, ...connections];

/** `npm run load [-- --only groups --only functions]`: measures the rows, one after the other, and prints a table. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const chosen = chooseRows(values.only);
  const engine = await ensureEngine(say);
  forgetUserSettings();
  const table: string[][] = [];
  for (const row of chosen) {
    table.push(await measureRow(row, engine));
  }
  printHeading("load");
  say(formatTable(table));
}

function chooseRows(names: readonly string[] | undefined): Row[] {
  const unknown = names?.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no row "${unknown}": ${rows.map(({ name }) => name).join(", ")}`);
  }
  return rows.filter(({ name }) => names?.includes(name) ?? true);
}

/** Measures a row and prints how it ended; returns its cells in the table. */
async function measureRow(row: Row, engine: Engine): Promise<string[]> {
  printHeading(`${row.name}: ${row.situation}`);
  say(`  before: ${row.before}`);
  try {
    const measured = await row.measure(engine, say);
    const misses = findMisses(row, measured);
    say(`  now: ${describeResult(row, measured)}`);
    say(misses.length === 0 ? "  all aims reached" : `  WRONG: ${misses.join("; ")}`);
    process.exitCode ||= misses.length === 0 ? 0 : 1;
    return formatCells(row, measured);
  } catch (error) {
    if (error instanceof NotPossible) {
      say(`  skipped: ${error.message}`);
      return formatSkipped(row, `skipped: ${error.message}`);
    }
    throw error;
  }
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
