// @ts-check
"use strict";

const { execFile } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { promisify } = require("node:util");
const { CHECKSUMS, PINNED, pinnedRoot } = require("./versions");

const run = promisify(execFile);

const TIME_LIMIT_MS = 180_000;

/** @type {typeof import("./install").ARCHIVES} */
const ARCHIVES = Object.fromEntries(
  Object.entries(CHECKSUMS).map(([name, checksum]) => {
    const url = `https://github.com/pulumi/pulumi/releases/download/v${PINNED}/pulumi-v${PINNED}-${name}`;
    return [name.replace(/^windows/, "win32").split(".")[0], { url, checksum }];
  }),
);

/** @type {typeof import("./install").installOfficial} */
async function installOfficial(say) {
  const platform = `${process.platform}-${process.arch}`;
  const archive = ARCHIVES[platform];
  if (!archive) {
    say(`Engine: there is no official build of ${PINNED} for ${platform}`);
    return false;
  }
  say(`Engine: downloading Pulumi ${PINNED} (up to 3 minutes, once) …`);
  try {
    await installArchive(archive, pinnedRoot());
    return true;
  } catch (error) {
    say(`Engine: it could not be installed (${reason(error)})`);
    return false;
  }
}

/**
 * Unpacks an archive into `<root>/bin`, if it is the one that was published. Beside the final place at first, so that an
 * interrupted download leaves no half engine behind.
 * @type {typeof import("./install").installArchive}
 */
async function installArchive({ url, checksum }, root) {
  const temporary = `${root}.${process.pid}`;
  const file = path.join(temporary, "archive");
  try {
    fs.mkdirSync(temporary, { recursive: true });
    // curl takes the user's proxy, which Node's own fetch does not know.
    await run("curl", ["--fail", "--silent", "--show-error", "--location", "--output", file, url], {
      timeout: TIME_LIMIT_MS,
    });
    checkSum(file, checksum);
    await run(tar(), ["-xf", file, "-C", temporary], { timeout: TIME_LIMIT_MS });
    fs.rmSync(path.join(root, "bin"), { recursive: true, force: true });
    fs.mkdirSync(root, { recursive: true });
    fs.renameSync(folderOfExecutables(temporary), path.join(root, "bin"));
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @param {string} checksum
 */
function checkSum(file, checksum) {
  const [algorithm = "", expected] = checksum.split(":");
  const actual = createHash(algorithm).update(fs.readFileSync(file)).digest("hex");
  if (actual !== expected) {
    throw new Error(`the archive is not the one that was published: its ${algorithm} is ${actual}`);
  }
}

/** Windows has a tar that reads zip archives; another one may come first on its PATH. */
function tar() {
  return process.platform === "win32"
    ? path.join(process.env.SystemRoot ?? "C:\\Windows", "System32", "tar.exe")
    : "tar";
}

/**
 * The archives for Windows have one more folder.
 * @param {string} temporary
 */
function folderOfExecutables(temporary) {
  const folder = path.join(temporary, "pulumi");
  return fs.existsSync(path.join(folder, "bin")) ? path.join(folder, "bin") : folder;
}

/** @param {any} error */
function reason(error) {
  const lines = String(error.stderr || error.message)
    .trim()
    .split(/\r?\n/);
  return error.killed ? "time limit" : lines[0];
}

module.exports = { ARCHIVES, installArchive, installOfficial };
