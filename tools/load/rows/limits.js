// @ts-check
"use strict";

const { converge } = require("../converge");
const { functions, groups } = require("../programs");
const { SLOWED, quote } = require("../said");
const { withTrial } = require("../trial");

/** @typedef {import("../index").Row} Row */

const PER_SECOND = 20;
const PARALLEL = 64;
const TASK_MS = 5_000;
const RATIO = 1.3;
const GROUPS = `200 groups, \`--parallel ${PARALLEL}\`, ${PER_SECOND} requests a second`;

/**
 * @param {string} retryAfter
 * @param {number} [perSecond]
 */
const limited = (retryAfter, perSecond = PER_SECOND) => ({ rateLimit: { perSecond, retryAfter } });

/**
 * @param {import("edgecloud-emulator").EmulatorOptions} options
 * @param {(typeof groups)} program
 * @param {number} needed
 * @returns {Row["measure"]}
 */
const measure = (options, program, needed) => (engine, say) =>
  withTrial(engine, options, async (trial) => {
    const measured = await converge(trial, program(needed), { needed, parallel: PARALLEL, say });
    const slowed = quote(measured.said, ["live", "note"], SLOWED);
    return { ...measured, notes: [slowed ? `said ${slowed}` : "said nothing of a limit"] };
  });

/** @type {Row[]} */
const limits = [
  {
    name: "groups",
    situation: GROUPS,
    before: "168 made, `up` fails, 470 wasted requests",
    aims: { ups: 1, ratio: RATIO },
    measure: measure(limited("none"), groups, 200),
  },
  {
    name: "groups-retry-after",
    situation: `${GROUPS}, \`Retry-After: 1\``,
    before: "156 made, `up` fails",
    aims: { ups: 1, ratio: RATIO },
    measure: measure(limited("1"), groups, 200),
  },
  {
    name: "functions",
    situation: `100 functions, tasks of ${TASK_MS / 1000} s, \`--parallel ${PARALLEL}\`, ${PER_SECOND} requests a second`,
    before: "41 after the first `up`, three more needed, 1,206 wasted requests for 787 useful",
    aims: { ups: 1, ratio: RATIO },
    measure: measure({ ...limited("none"), seed: { cloud: { taskLife: { runningMs: TASK_MS } } } }, functions, 100),
  },
  {
    name: "retry-after-0",
    situation: "20 groups, 2 requests a second, `Retry-After: 0`",
    before: "6 attempts in 13 ms, then failure",
    aims: { ups: 1 },
    measure: measure(limited("0", 2), groups, 20),
  },
  {
    name: "retry-after-past",
    situation: "20 groups, 2 requests a second, `Retry-After` a date in the past",
    before: "6 attempts in 13 ms, then failure",
    aims: { ups: 1 },
    measure: measure(limited("Wed, 21 Oct 2015 07:28:00 GMT", 2), groups, 20),
  },
];

module.exports = { limits };
