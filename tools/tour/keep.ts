// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT, WORK } = require("../paths");
const { heading, say } = require("../terminal");
const { API_KEY } = require("./emulator-process");
const { EXAMPLES } = require("./program");
const { STACK } = require("./stack");

/** Its own, so that a later tour does not touch what is left running. */
const KEPT_FOLDER = path.join(WORK, "kept");

const RECORD = path.join(KEPT_FOLDER, "emulator.json");

/**
 * @typedef {object} Kept
 * @property {import("../engine").Engine} engine
 * @property {import("./emulator-process").EmulatorProcess} emulator
 * @property {Record<string, string>} environment
 * @property {string} projectFolder
 */

/**
 * Records what is left running and prints how to go on.
 * @param {Kept} kept
 */
function keep({ engine, emulator, environment, projectFolder }) {
  fs.writeFileSync(RECORD, JSON.stringify({ pid: emulator.pid, url: emulator.url }));
  const project = path.relative(ROOT, projectFolder);
  heading("How to go on");
  say(`The emulator runs on ${emulator.url} (process ${emulator.pid}); the stack "${STACK}" is up.`);
  say(`\nTo use Pulumi on it, in ${ROOT}:\n`);
  for (const [name, value] of Object.entries(environment)) {
    say(`  ${assignment(name, value)}`);
  }
  say(`  ${pathAssignment(path.join(engine.root, "bin"))}`);
  for (const command of ["stack", "config", "refresh --diff", "destroy"]) {
    say(`  pulumi -C ${project} ${command}`);
  }
  const programs = EXAMPLES.map((example) => path.join("examples", example, "index.ts"));
  say(`\nAfter a change in ${programs.join(" or ")}:\n`);
  say("  node tools/kept.js preview");
  say("  node tools/kept.js up");
  say("\nTo look at the platform itself:\n");
  say(`  curl -H "Authorization: apikey ${API_KEY}" ${emulator.url}/cdn/origin_groups`);
  say("\nTo end the emulator:\n");
  say(`  ${process.platform === "win32" ? `taskkill /F /PID ${emulator.pid}` : `kill ${emulator.pid}`}`);
}

/** Ends the emulator that an earlier run kept: its address still answers, so the process id is still its own. */
async function endKept() {
  const record = recordOfKept();
  if (record && (await answers(record.url))) {
    say(`Ending the emulator of the earlier --keep run (process ${record.pid})`);
    process.kill(record.pid);
  }
}

/** @returns {{ pid: number, url: string } | undefined} */
function recordOfKept() {
  return fs.existsSync(RECORD) ? JSON.parse(fs.readFileSync(RECORD, "utf8")) : undefined;
}

/** @param {string} url */
function answers(url) {
  return fetch(`${url}/__emulator/state`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * @param {string} name
 * @param {string} value
 */
function assignment(name, value) {
  return process.platform === "win32" ? `$env:${name} = "${value}"` : `export ${name}="${value}"`;
}

/** @param {string} folder */
function pathAssignment(folder) {
  return process.platform === "win32" ? `$env:PATH = "${folder};$env:PATH"` : `export PATH="${folder}:$PATH"`;
}

module.exports = { KEPT_FOLDER, endKept, keep, recordOfKept };
