// @ts-check
"use strict";

const { formatSeconds: seconds } = require("../dist/terminal");
const { quote } = require("./said");

/** @typedef {import("./index").Ended} Ended */
/** @typedef {import("./index").Measured} Measured */

const MOST_UPS = 5;

/**
 * Runs `up` until everything is there, and measures it.
 * @param {import("./index").Trial} trial
 * @param {import("./index").Program} program
 * @param {object} options
 * @param {number} options.needed
 * @param {number} [options.parallel]
 * @param {import("../engine").Say} options.say
 * @param {(up: Ended, count: number) => unknown} [options.afterEach]  what happens before the next `up`
 * @returns {Promise<Measured & { said: Ended["said"] }>}
 */
async function converge(trial, program, { needed, parallel, say, afterEach = () => {} }) {
  /** @type {Ended[]} */
  const ups = [];
  let isThere = false;
  while (!isThere && ups.length < MOST_UPS) {
    const up = await trial.run("up", program, parallel);
    ups.push(up);
    isThere = up.isDone && (await trial.platform.objects()) === needed;
    say(`  up ${ups.length}: ${up.isDone ? "done" : "failed"}, made ${up.made}, ${seconds(up.milliseconds)}`);
    await afterEach(up, ups.length);
  }
  const said = ups.flatMap((up) => up.said);
  return {
    made: ups[0]?.made ?? 0,
    needed,
    ups: isThere ? ups.length : undefined,
    milliseconds: ups.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    traffic: await trial.platform.traffic(),
    usage: trial.usage,
    error: quote(said, ["error"]),
    notes: [],
    problems: [],
    said,
  };
}

module.exports = { converge };
