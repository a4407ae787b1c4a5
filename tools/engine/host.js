// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("../paths");
const { EXECUTABLE } = require("./versions");

/** Starts the Node host of dynamic providers; the engine looks for it beside its own executable. */
const LAUNCHER = `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`;

/**
 * A folder with `bin/pulumi` and the launcher beside it. Only the official distribution brings the launcher. For any
 * other one a folder of ours gets both: a launcher found on PATH would do, but makes the engine warn on every run.
 * @param {string} binary
 */
function rootWithHost(binary) {
  const folder = path.dirname(binary);
  const isComplete = fs.existsSync(path.join(path.dirname(fs.realpathSync(binary)), LAUNCHER));
  if (isComplete && path.basename(folder) === "bin") {
    return path.dirname(folder);
  }
  const root = path.join(WORK, "engine");
  fs.mkdirSync(path.join(root, "bin"), { recursive: true });
  link(fs.realpathSync(binary), path.join(root, "bin", EXECUTABLE));
  addLauncher(path.join(root, "bin"));
  return root;
}

/**
 * The SDK's own script.
 * @param {string} folder
 */
function addLauncher(folder) {
  const target = path.join(folder, LAUNCHER);
  if (!fs.existsSync(target)) {
    const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
    replace(target, (file) => fs.copyFileSync(path.join(sdk, LAUNCHER), file));
    fs.chmodSync(target, 0o755);
  }
}

/**
 * A hard link, because the engine resolves symbolic ones before it looks beside itself; a copy across file systems.
 * @param {string} source
 * @param {string} target
 */
function link(source, target) {
  if (isSameFile(source, target)) {
    return;
  }
  replace(target, (file) => {
    try {
      fs.linkSync(source, file);
    } catch {
      fs.cpSync(source, file, { preserveTimestamps: true });
    }
  });
}

/**
 * @param {string} source
 * @param {string} target
 */
function isSameFile(source, target) {
  const [a, b] = [source, target].map((file) => fs.statSync(file, { throwIfNoEntry: false }));
  return a !== undefined && a.size === b?.size && Math.trunc(a.mtimeMs) === Math.trunc(b.mtimeMs);
}

/**
 * Writes under a temporary name first, so that no other process ever sees half a file.
 * @param {string} target
 * @param {(file: string) => void} write
 */
function replace(target, write) {
  const temporary = `${target}.${process.pid}`;
  write(temporary);
  fs.renameSync(temporary, target);
}

module.exports = { addLauncher, rootWithHost };
