// @ts-check
"use strict";

const { formatSeconds: seconds } = require("../dist/terminal");

/** @typedef {import("./index").Measured} Measured */
/** @typedef {import("./index").Row} Row */

const HEADER = [
  "situation",
  "before",
  "now",
  "requests / useful",
  "peak requests, polls a second",
  "sockets, memory, descriptors",
  "right end",
];

/**
 * What a row has not come to; empty if it ended right.
 * @param {Row} row
 * @param {Measured} measured
 */
function missed({ aims }, { ups, traffic, problems }) {
  const { peakPolls = Infinity, ratio = Infinity, noticedMs = Infinity } = aims;
  return [
    ...(ups === undefined ? ["never converged"] : ups > aims.ups ? [`${ups} \`up\`s, not ${aims.ups}`] : []),
    ...(ratioOf(traffic) > ratio ? [`more than ${ratio} requests for a useful one`] : []),
    ...(traffic.peakPolls > peakPolls ? [`more than ${peakPolls} polls a second`] : []),
    ...((traffic.noticedMs ?? 0) > noticedMs ? [`an end noticed later than after ${seconds(noticedMs)}`] : []),
    ...problems,
  ];
}

/** @param {import("./index").Traffic} traffic */
const ratioOf = ({ requests, useful }) => (useful === 0 ? Infinity : requests / useful);

/**
 * A row of the table. `outcome` is a text where nothing could be measured.
 * @param {Row} row
 * @param {Measured | string} outcome
 */
function line(row, outcome) {
  return typeof outcome === "string"
    ? [row.situation, row.before, outcome, "", "", "", "not measured"]
    : [row.situation, row.before, ...numbers(row, outcome), missed(row, outcome).join("; ") || "yes"];
}

/**
 * @param {Row} row
 * @param {Measured} measured
 */
function numbers({ aims }, { made, needed, ups, milliseconds, traffic, usage, error, notes }) {
  const { requests, useful, peak, peakPolls, functionPolls, peakSockets, noticedMs } = traffic;
  const count = (/** @type {number} */ value) => value.toLocaleString("en-US");
  const now = [
    `${made} of ${needed} made by the first \`up\``,
    ...(ups === undefined ? [] : [`there after ${ups} in ${seconds(milliseconds)}`]),
    ...(error === undefined ? [] : [`first error ${error}`]),
    ...(noticedMs === undefined || aims.noticedMs === undefined
      ? []
      : [`ends of tasks noticed within ${seconds(noticedMs)}`]),
    ...(functionPolls === 0 ? [] : [`${count(functionPolls)} looks at functions for the display`]),
    ...notes,
  ];
  return [
    now.join("; "),
    `${count(requests)} / ${count(useful)} = ${ratioOf(traffic).toFixed(2)}`,
    `${peak}, ${peakPolls}`,
    usage ? `${peakSockets}, ${usage.megabytes} MB, ${usage.descriptors}` : `${peakSockets}, not measured here`,
  ];
}

/** @param {string[][]} lines */
function markdown(lines) {
  const write = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [write(HEADER), write(HEADER.map(() => "---")), ...lines.map(write)].join("\n");
}

module.exports = { line, markdown, missed };
