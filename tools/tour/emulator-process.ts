// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { writeSeed } = require("./seed");

const START_LIMIT_MS = 20_000;
const POLL_MS = 50;

/** The key that the emulator accepts unless told otherwise. */
const API_KEY = "demo-key";

/** @typedef {{ pid: number, url: string, logFile: string, kill: () => void }} EmulatorProcess */

/**
 * Starts the emulator by its own command. It writes to a file, not to a pipe, so that it can outlive this process.
 * @param {string} folder
 * @param {{ detached: boolean }} options
 * @returns {Promise<EmulatorProcess>}
 */
async function startEmulatorProcess(folder, { detached }) {
  const logFile = path.join(folder, "emulator.log");
  const log = fs.openSync(logFile, "w");
  const child = spawn(
    process.execPath,
    [executable(), "--port", "0", "--api-key", API_KEY, "--seed", writeSeed(folder)],
    {
      detached,
      stdio: ["ignore", log, log],
      windowsHide: true,
    },
  );
  fs.closeSync(log);
  child.unref();
  const url = await waitForUrl(child, logFile);
  return { pid: child.pid ?? 0, url, logFile, kill: () => void child.kill() };
}

function executable() {
  const manifest = require.resolve("edgecloud-emulator/package.json");
  return path.join(path.dirname(manifest), require(manifest).bin["edgecloud-emulator"]);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} logFile
 */
async function waitForUrl(child, logFile) {
  for (let waited = 0; waited < START_LIMIT_MS && child.exitCode === null; waited += POLL_MS) {
    const url = /http:\/\/[^\s/]+:\d+/.exec(fs.readFileSync(logFile, "utf8"))?.[0];
    if (url) {
      return url;
    }
    await sleep(POLL_MS);
  }
  child.kill();
  throw new Error(`The emulator did not start:\n${fs.readFileSync(logFile, "utf8")}`);
}

module.exports = { API_KEY, startEmulatorProcess };
