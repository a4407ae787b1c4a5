"use strict";

// `npm start` and `npm test` begin here, when nothing is installed or compiled yet. That is why this file, start.js and
// test.js are JavaScript, and why these need no package.

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const ROOT = path.resolve(__dirname, "..");
const NODE_MINIMUM = 20;

/** Makes a fresh clone ready to run; skips what is done already, and then needs no network. */
function setUp() {
  if (Number.parseInt(process.versions.node, 10) < NODE_MINIMUM) {
    throw new Error(`Node ${process.versions.node} is too old: install Node ${NODE_MINIMUM} or newer.`);
  }
  if (!isInstalled()) {
    console.log("Dependencies: npm ci (up to a minute) …");
    // The Pulumi SDK asks for a newer Node than it needs: npm's warnings about it would be all that a newcomer sees.
    runNpm("ci --loglevel=error", "ignore");
  }
  console.log("Build: npm run build (up to half a minute, seconds when nothing changed) …");
  runNpm("run build --silent", "inherit");
}

/** Compares contents: times and hashes say nothing about an install that was interrupted or made by hand. */
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  return Object.entries(wanted).every(
    ([place, { version, optional }]) => place === "" || optional || present[place]?.version === version,
  );
}

function readPackages(lockFile) {
  const file = path.join(ROOT, lockFile);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).packages : {};
}

/** Through a shell, because npm is a script on Windows. */
function runNpm(command, stdout) {
  const options = { cwd: ROOT, shell: true, stdio: ["ignore", stdout, "inherit"] };
  if (spawnSync(`npm ${command}`, options).status !== 0) {
    throw new Error(`npm ${command.replace(/ --.*/, "")} failed; its messages are above.`);
  }
}

module.exports = { setUp };
