// @ts-check
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { findHost, foldersOnPath, rootWithHosts } = require("./host");
const { ENGINE, MINIMUM, YAML_HOST, fileOf, isSupported, pinnedRoot } = require("./versions");

/** @type {typeof import("./index").findEngine} */
function findEngine(say = () => {}) {
  const found = findBinary(say);
  if (!found) {
    return undefined;
  }
  const { binary, version } = found;
  say(`Engine: pulumi ${version}, ${binary}`);
  if (!findHost(YAML_HOST.name, binary)) {
    say(`Engine: no ${YAML_HOST.name} beside it or on PATH`);
    return undefined;
  }
  return { root: rootWithHosts(binary), version };
}

/** What a run needs and is nowhere. */
function missing() {
  const found = findBinary(() => {});
  const executables = found ? [] : [ENGINE];
  return findHost(YAML_HOST.name, found?.binary) ? executables : [...executables, YAML_HOST];
}

/** @param {import("./index").Say} say */
function findBinary(say) {
  for (const binary of candidates()) {
    const version = versionOf(binary);
    if (version && isSupported(version)) {
      return { binary, version };
    }
    say(`Engine: ${binary} is ${version ?? "broken"}, but this project needs ${MINIMUM} or newer; looking further`);
  }
  return undefined;
}

/** Existing files only, in the order of preference. */
function candidates() {
  const file = fileOf(ENGINE.name);
  const onPath = foldersOnPath()
    .map((folder) => path.join(folder, file))
    .find((candidate) => fs.existsSync(candidate));
  const pinned = path.join(pinnedRoot(), "bin", file);
  return [onPath, pinned].filter((candidate) => candidate !== undefined && fs.existsSync(candidate)).map(String);
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

module.exports = { findEngine, missing };
