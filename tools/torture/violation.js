// @ts-check
"use strict";

/** A promise that was not kept. */
class Violation extends Error {}

/** @param {string[]} problems */
function failIf(problems) {
  if (problems.length > 0) {
    throw new Violation([...new Set(problems)].join("; "));
  }
}

module.exports = { Violation, failIf };
