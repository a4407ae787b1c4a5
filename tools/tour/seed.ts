// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../paths");

/** What the examples find on the platform: the emulator's demo account, without the groups that the tour makes. */
const found = JSON.parse(fs.readFileSync(path.join(ROOT, "emulator", "seeds", "demo.json"), "utf8"));

const SEED = { ...found, originGroups: [], vodStatistics: { ...found.vodStatistics, today: "2026-02-20T00:00:00Z" } };

/** The objects of it that the examples are configured to use. */
const PROJECT_ID = 11;
const REGION_ID = 3;
const SNAPSHOT_ID = found.snapshots.find((/** @type {any} */ snapshot) => snapshot.name === "web-root").id;
const STREAM = found.streams.find((/** @type {any} */ stream) => stream.live);

/**
 * Writes the seed where the emulator's command can read it.
 * @param {string} folder
 */
function writeSeed(folder) {
  const file = path.join(folder, "seed.json");
  fs.writeFileSync(file, JSON.stringify(SEED));
  return file;
}

module.exports = { PROJECT_ID, REGION_ID, SNAPSHOT_ID, STREAM, writeSeed };
