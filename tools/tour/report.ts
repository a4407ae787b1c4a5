// @ts-check
"use strict";

const { heading, say, seconds, table } = require("../terminal");
const { CheckFailed } = require("./checks");

/** @typedef {{ title: string, proof: string, milliseconds: number, error?: unknown }} Result */

/** @param {Result[]} results */
function report(results) {
  heading("What the tour proved");
  const rows = results.map(({ title, proof, milliseconds }) => [title, proof, seconds(milliseconds).padStart(6)]);
  say(table([["Step", "Proved", "  Time"], ...rows]));
  const failed = results.find(({ error }) => error);
  if (failed) {
    say(`\nFAILED at "${failed.title}": ${reason(failed.error)}`);
  }
}

/** @param {unknown} error */
function reason(error) {
  if (error instanceof CheckFailed) {
    return error.message;
  }
  // Pulumi's errors repeat all of its output, which is on the screen already.
  const isPulumi = error instanceof Error && error.constructor.name.endsWith("CommandError");
  return isPulumi ? "Pulumi failed; its messages are above." : String(error instanceof Error ? error.stack : error);
}

module.exports = { reason, report };
