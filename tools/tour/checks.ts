// @ts-check
"use strict";

const { API_KEY } = require("./emulator-process");
const { SECRETS } = require("./program");
const { STREAM } = require("./seed");

/** A promise of the tour that was not kept. */
class CheckFailed extends Error {}

/**
 * @param {unknown} condition
 * @param {string} message
 */
function check(condition, message) {
  if (!condition) {
    throw new CheckFailed(message);
  }
}

/**
 * @param {Record<string, number> | undefined} summary  number of resources by kind of change
 * @param {string[]} kinds  exactly these
 */
function checkKinds(summary, kinds) {
  const found = Object.keys(summary ?? {}).filter((kind) => summary?.[kind]);
  const isSame = found.length === kinds.length && kinds.every((kind) => found.includes(kind));
  check(isSame, `expected only "${kinds.join('" and "')}", Pulumi says ${JSON.stringify(summary ?? {})}`);
}

/** @param {string} text */
function checkNoSecret(text) {
  for (const secret of [API_KEY, STREAM.token, ...Object.values(SECRETS)]) {
    check(!text.includes(secret), `Pulumi printed the secret "${secret}"`);
  }
}

/**
 * The properties that a diff adds, removes or changes, e.g. `~ backup: false => true`.
 * @param {string} text
 */
function changedProperties(text) {
  // Pulumi pads names to align the colons.
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/ +: /, ": "));
  return lines.filter((line) => /^[~+-] *\w+: .*[^[{]$/.test(line));
}

module.exports = { CheckFailed, changedProperties, check, checkKinds, checkNoSecret };
