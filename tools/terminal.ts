// @ts-check
"use strict";

const WIDTH = 100;

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {string} title */
function heading(title) {
  say(`\n── ${title} ${"─".repeat(Math.max(3, WIDTH - title.length - 4))}\n`);
}

/**
 * Rows of text as aligned columns; the first row is the header.
 * @param {string[][]} rows
 */
function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (/** @type {string[]} */ cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  const [header = [], ...body] = rows;
  return [line(header), line(widths.map((width) => "─".repeat(width))), ...body.map(line)]
    .map((text) => text.trimEnd())
    .join("\n");
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

module.exports = { heading, say, seconds, table };
