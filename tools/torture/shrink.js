// @ts-check
"use strict";

const { playHistory } = require("./play");

/** @typedef {import("./index").History} History */
/** @typedef {import("./index").Played} Played */
/** @typedef {{ history: History, played: Played }} Failed */

/**
 * Leaves out steps, many at first and then one after the other, as long as the same kind of thing goes wrong; answers the
 * smallest history that does, and how it was played.
 * @param {import("../engine").Engine} engine
 * @param {Failed} failed
 * @param {object} options
 * @param {number} options.end  when to stop, on the clock of `Date.now`
 * @param {import("./index").Patience} options.patience
 */
async function shrink(engine, failed, { end, patience }) {
  let smallest = withoutUnplayed(failed);
  for (let size = Math.ceil(smallest.history.steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let last = smallest.history.steps.length; last > 0 && Date.now() < end; last -= size) {
      const { history } = smallest;
      const steps = history.steps.filter((_, index) => index < last - size || index >= last);
      const played = await playHistory(engine, { ...history, steps }, patience);
      if (kindOf(played) === kindOf(failed.played)) {
        smallest = withoutUnplayed({ history: { ...history, steps }, played });
      }
    }
  }
  return smallest;
}

/**
 * @param {Failed} failed
 * @returns {Failed}
 */
function withoutUnplayed({ history, played }) {
  return { history: { ...history, steps: played.steps }, played };
}

/**
 * What goes wrong, without names, numbers and IDs.
 * @param {Played} played
 */
function kindOf({ violation }) {
  return violation?.replace(/"[^"]*"|\S*\d\S*|alpha|beta|gamma|delta/g, "…").slice(0, 60);
}

module.exports = { shrink };
