// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { CLASSES, PREFIXES } = require("./declared");

/** @typedef {import("./index").Held} Held */

/**
 * The resources of this package in the state as it lies on the disk; reading it by `pulumi` would take its lock. What a
 * replacement has deleted already, and what is to take its place is not there yet, is left out.
 * @param {string} folder
 * @returns {Held[]}
 */
function readState(folder) {
  return allResources(folder).flatMap(({ type, urn, id, outputs = {}, taint, pendingReplacement }) => {
    const [host, prefix] = Object.entries(PREFIXES).find(([, prefix]) => type.startsWith(prefix)) ?? [];
    const [kind] = Object.entries(CLASSES).find(([, name]) => type === `${prefix}${name}`) ?? [];
    return kind && !pendingReplacement
      ? [/** @type {Held} */ ({ urn, kind, host, id, outputs, isTainted: taint === true })]
      : [];
  });
}

/**
 * @param {string} folder
 * @returns {any[]}
 */
function allResources(folder) {
  const file = path.join(folder, "state", ".pulumi", "stacks", "torture", "dev.json");
  if (!fs.existsSync(file)) {
    return [];
  }
  const { checkpoint } = JSON.parse(fs.readFileSync(file, "utf8"));
  return checkpoint.latest?.resources ?? [];
}

module.exports = { readState };
