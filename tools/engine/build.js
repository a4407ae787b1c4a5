// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { addLauncher } = require("./host");
const { EXECUTABLE, PINNED, pinnedRoot } = require("./versions");

const PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const STILL_BUILDING_MS = 30_000;

/**
 * Builds under a temporary name and renames, so that an interrupted build leaves no half engine behind.
 * @param {import("./index").Say} say
 * @returns {Promise<boolean>}
 */
async function buildFromModules(say) {
  say(`Engine: building pulumi ${PINNED} with Go from its published modules (about 4 minutes on two cores, once) …`);
  const folder = path.join(pinnedRoot(), "bin");
  const temporary = path.join(folder, `.${process.pid}-${EXECUTABLE}`);
  fs.mkdirSync(folder, { recursive: true });
  try {
    await goBuild(temporary, say);
    addLauncher(folder);
    fs.renameSync(temporary, path.join(folder, EXECUTABLE));
    return true;
  } catch (error) {
    say(`Engine: the build did not work (${error instanceof Error ? error.message : error})`);
    return false;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/**
 * @param {string} target
 * @param {import("./index").Say} say
 */
function goBuild(target, say) {
  const flags = ["-trimpath", "-mod=readonly", "-ldflags", `-s -w -X ${VERSION_VARIABLE}=v${PINNED}`];
  const child = spawn("go", ["build", ...flags, "-o", target, PACKAGE], {
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

module.exports = { buildFromModules };
