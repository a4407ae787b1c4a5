// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ensureEngine } = require("./engine");
const { ROOT } = require("./paths");
const { npm } = require("./run");
const { say } = require("./terminal");

const NODE_MINIMUM = 20;

/**
 * Makes a fresh clone ready to run; does nothing that is done already, and then needs no network.
 * @returns {Promise<import("./engine").Engine>}
 */
async function setUp() {
  if (Number.parseInt(process.versions.node, 10) < NODE_MINIMUM) {
    throw new Error(`Node ${process.versions.node} is too old: install Node ${NODE_MINIMUM} or newer.`);
  }
  if (!isInstalled()) {
    say("Dependencies: npm ci (up to a minute) …");
    // The Pulumi SDK asks for a newer Node than it needs: npm's warnings about it would be all that a newcomer sees.
    await npmOrFail(["ci", "--loglevel=error"]);
  }
  say("Build: npm run build (up to half a minute, seconds when nothing changed) …");
  await npmOrFail(["run", "build", "--silent"], "live");
  return ensureEngine(say);
}

/**
 * @param {string[]} args
 * @param {"quiet" | "live"} output
 */
async function npmOrFail(args, output = "quiet") {
  if ((await npm(args, output)) !== 0) {
    throw new Error(`npm ${args.filter((arg) => !arg.startsWith("--")).join(" ")} failed; its messages are above.`);
  }
}

/** Compares contents: times and hashes say nothing about an install that was interrupted or made by hand. */
function isInstalled() {
  const wanted = packages(path.join(ROOT, "package-lock.json"));
  const present = packages(path.join(ROOT, "node_modules", ".package-lock.json"));
  return Object.entries(wanted).every(
    ([place, { version, optional }]) => place === "" || optional || present[place]?.version === version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packages(lockFile) {
  return fs.existsSync(lockFile) ? JSON.parse(fs.readFileSync(lockFile, "utf8")).packages : {};
}

module.exports = { setUp };
