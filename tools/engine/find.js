// @ts-check
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { rootWithHost } = require("./host");
const { EXECUTABLE, MINIMUM, isSupported, pinnedRoot } = require("./versions");

/** @type {typeof import("./index").findEngine} */
function findEngine(say = () => {}) {
  for (const binary of candidates()) {
    const version = versionOf(binary);
    if (version && isSupported(version)) {
      say(`Engine: pulumi ${version}, ${binary}`);
      return { root: rootWithHost(binary), version };
    }
    say(`Engine: ${binary} is ${version ?? "broken"}, but this project needs ${MINIMUM} or newer; looking further`);
  }
  return undefined;
}

/** Existing files only, in the order of preference. */
function candidates() {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const onPath = folders.map((folder) => path.join(folder, EXECUTABLE)).find((file) => fs.existsSync(file));
  const pinned = path.join(pinnedRoot(), "bin", EXECUTABLE);
  return [onPath, pinned].filter((file) => file !== undefined && fs.existsSync(file)).map(String);
}

/** @param {string} binary */
function versionOf(binary) {
  try {
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const text = execFileSync(binary, ["version"], { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return text.trim().replace(/^v/, "");
  } catch {
    return undefined;
  }
}

module.exports = { findEngine };
