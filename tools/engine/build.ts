// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { missing } = require("./find");
const { addLauncher } = require("./host");
const { fileOf, pinnedRoot } = require("./versions");

const STILL_BUILDING_MS = 30_000;

/**
 * Builds what is missing, and nothing that is there.
 * @param {import("./index").Say} say
 * @returns {Promise<boolean>}
 */
async function buildFromModules(say) {
  const folder = path.join(pinnedRoot(), "bin");
  fs.mkdirSync(folder, { recursive: true });
  try {
    for (const executable of missing()) {
      await build(executable, folder, say);
    }
    addLauncher(folder);
    return true;
  } catch (error) {
    say(`Engine: the build did not work (${error instanceof Error ? error.message : error})`);
    return false;
  }
}

/**
 * Builds under a temporary name and renames, so that an interrupted build leaves no half executable behind.
 * @param {import("./versions").Executable} executable
 * @param {string} folder
 * @param {import("./index").Say} say
 */
async function build(executable, folder, say) {
  const { name, version, duration } = executable;
  say(`Engine: building ${name} ${version} with Go from its published modules (${duration}, once) …`);
  const temporary = path.join(folder, `.${process.pid}-${fileOf(name)}`);
  try {
    await goBuild(executable, temporary, say);
    fs.renameSync(temporary, path.join(folder, fileOf(name)));
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/**
 * @param {import("./versions").Executable} executable
 * @param {string} target
 * @param {import("./index").Say} say
 */
function goBuild(executable, target, say) {
  const stamp = `-s -w -X ${executable.versionVariable}=v${executable.version}`;
  const flags = ["-trimpath", "-mod=readonly", "-ldflags", stamp];
  const child = spawn("go", ["build", ...flags, "-o", target, executable.package], {
    cwd: __dirname,
    env: { ...process.env, GOWORK: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text) => (errors += text));
  const start = Date.now();
  const timer = setInterval(() => {
    say(`  … still building after ${Math.round((Date.now() - start) / 1000)} s`);
  }, STILL_BUILDING_MS);
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new Error("Go is not installed")));
    child.on("close", (code) => (code === 0 ? resolve(undefined) : reject(new Error(failure(errors)))));
  }).finally(() => clearInterval(timer));
}

/**
 * What Go said, without its list of downloads.
 * @param {string} errors
 */
function failure(errors) {
  return errors
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith("go: downloading"))
    .slice(-5)
    .join("; ");
}

module.exports = { buildFromModules, goBuild };
