// @ts-check
"use strict";

const { converge } = require("../converge");
const { both, functions } = require("../programs");
const { withTrial } = require("../trial");

/** @typedef {import("../index").Row} Row */

const TASK_MS = 5_000;
const AT_ONCE = 1_000;
/** So slow that all requests are in progress at once, unless something limits them. */
const LATENCY_MS = 5_000;

/**
 * @param {typeof functions} program
 * @param {number} count
 * @param {number} needed
 * @param {number} [latencyMs]
 * @returns {Row["measure"]}
 */
const measure = (program, count, needed, latencyMs) => (engine, say) =>
  withTrial(engine, { seed: { cloud: { taskLife: { runningMs: TASK_MS } } }, latencyMs }, (trial) =>
    converge(trial, program(count), { needed, parallel: AT_ONCE, say }),
  );

/**
 * @param {number} count
 * @param {string} before
 * @returns {Row}
 */
const manyFunctions = (count, before) => ({
  name: `functions-${count}`,
  situation: `${count.toLocaleString("en-US")} functions at once, tasks of ${TASK_MS / 1000} s`,
  before,
  aims: { ups: 1, peakPolls: 100, noticedMs: Math.max(TASK_MS / 10, 2_000, (count / 50) * 1_000) },
  measure: measure(functions, count, count),
});

/** @type {Row[]} */
const polls = [
  manyFunctions(500, "13,251 requests, peak 689 a second, nearly half for the progress line alone"),
  manyFunctions(1_000, "23,194 requests, peak 981 a second, nearly half for the progress line alone"),
  {
    name: "resources",
    situation: `150 groups and 150 functions, \`--parallel ${AT_ONCE}\`, each request takes ${LATENCY_MS / 1000} s`,
    before: "300 sockets, 171 MB, 321 descriptors for 300 resources",
    aims: { ups: 1 },
    measure: measure(both, 150, 300, LATENCY_MS),
  },
];

module.exports = { polls };
