// @ts-check
"use strict";

/** The colours of Pulumi's output on a dark terminal. */
const colors = {
  plain: "#d8dee9",
  command: "#ffffff",
  headline: "#d6a7f5",
  create: "#7fd88f",
  update: "#f0c674",
  delete: "#f28779",
};

/** A line that is wider is cut: as a whole it would make the picture too small to read. */
const COLUMNS = 96;

const FONT_SIZE = 14;
const COLUMN_WIDTH = 8.5;
const LINE_HEIGHT = 20;
const MARGIN = 20;

/**
 * The text of a run as a picture of a terminal.
 * @param {string} command  what was run
 * @param {string} output  what it printed, without colours
 */
function terminal(command, output) {
  const printed = output.trimEnd().split("\n").map(cut);
  const lines = [`$ ${command}`, ...printed];
  const width = Math.ceil(2 * MARGIN + COLUMN_WIDTH * Math.max(...lines.map((line) => line.length)));
  const height = 2 * MARGIN + LINE_HEIGHT * lines.length;
  const texts = [text(`$ ${command}`, 0, colors.command), ...colored(printed)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="#20242c"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${FONT_SIZE}">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** @param {string} line */
function cut(line) {
  return line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line;
}

/**
 * What is inside of an object or list that comes or goes as a whole has its colour from the sign on its own line.
 * @param {string[]} lines
 */
function colored(lines) {
  return lines.flatMap((line, index) => (line.trim() ? [text(line, index + 1, colorOf(line))] : []));
}

/** @param {string} line */
function colorOf(line) {
  if (/^(Previewing|Updating|Refreshing|Destroying|Resources:|Duration:|Diagnostics:)/.test(line)) {
    return colors.headline;
  }
  switch (/^\s*([-+~])\s/.exec(line)?.[1]) {
    case "+":
      return colors.create;
    case "~":
      return colors.update;
    case "-":
      return colors.delete;
    default:
      return colors.plain;
  }
}

/**
 * @param {string} line
 * @param {number} index
 * @param {string} color
 */
function text(line, index, color) {
  const x = MARGIN + COLUMN_WIDTH * line.search(/\S/);
  const y = MARGIN + LINE_HEIGHT * index + FONT_SIZE;
  const content = line.trim();
  // Whatever font the reader has, the columns stay where they are.
  const length = COLUMN_WIDTH * content.length;
  const attributes = `x="${x}" y="${y}" textLength="${length}" fill="${color}" xml:space="preserve"`;
  return `<text ${attributes}>${escaped(content)}</text>`;
}

/** @param {string} content */
function escaped(content) {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

module.exports = { terminal };
