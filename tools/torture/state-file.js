// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

/** @typedef {{ type: string, id: string, outputs: Record<string, any> }} Resource */

/**
 * The resources of this package in the state as it lies on the disk; reading it by `pulumi` would take its lock.
 * @param {string} folder
 * @returns {Resource[]}
 */
function resourcesOf(folder) {
  const file = path.join(folder, "state", ".pulumi", "stacks", "torture", "dev.json");
  if (!fs.existsSync(file)) {
    return [];
  }
  const { checkpoint } = JSON.parse(fs.readFileSync(file, "utf8"));
  const all = checkpoint.latest?.resources ?? [];
  return all.filter((/** @type {Resource} */ { type }) => type.startsWith("pulumi-nodejs:dynamic/edgecloud:"));
}

module.exports = { resourcesOf };
