// @ts-check
"use strict";

const { parseArgs } = require("node:util");
const { ensureEngine } = require("../dist/engine");
const { printHeading: heading, say } = require("../dist/terminal");
const { NotPossible } = require("./not-possible");
const { line, markdown, missed } = require("./report");
const { rows } = require("./rows");

/** @typedef {import("./index").Row} Row */

/** `npm run load [-- --only groups --only functions]`: measures the rows, one after the other, and prints a table. */
async function main() {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const chosen = choose(values.only);
  forgetUserSettings();
  const engine = await ensureEngine(say);
  const lines = [];
  for (const row of chosen) {
    lines.push(await measure(row, engine));
  }
  heading("load");
  say(markdown(lines));
}

/** @param {string[] | undefined} names */
function choose(names) {
  const unknown = names?.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no row "${unknown}": ${rows.map(({ name }) => name).join(", ")}`);
  }
  return rows.filter(({ name }) => names?.includes(name) ?? true);
}

/**
 * @param {Row} row
 * @param {import("../engine").Engine} engine
 */
async function measure(row, engine) {
  heading(`${row.name}: ${row.situation}`);
  say(`  before: ${row.before}`);
  try {
    const measured = await row.measure(engine, say);
    const wrong = missed(row, measured);
    const cells = line(row, measured);
    say(`  now: ${cells[2]}`);
    say(wrong.length === 0 ? "  ends right" : `  WRONG: ${wrong.join("; ")}`);
    process.exitCode ||= wrong.length === 0 ? 0 : 1;
    return cells;
  } catch (error) {
    if (error instanceof NotPossible) {
      say(`  skipped: ${error.message}`);
      return line(row, `skipped: ${error.message}`);
    }
    throw error;
  }
}

/** Nothing of the user's own settings may lead to a real platform, or around a row's own proxy. */
function forgetUserSettings() {
  const names = /^(EDGECLOUD_.*|(https?|no|all)_proxy|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/i;
  for (const name of Object.keys(process.env).filter((name) => names.test(name))) {
    delete process.env[name];
  }
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
