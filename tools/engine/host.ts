// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("../paths");
const { ENGINE, YAML_HOST, fileOf, pinnedRoot } = require("./versions");

/** Starts the Node host of dynamic providers. */
const LAUNCHER = `pulumi-resource-pulumi-nodejs${process.platform === "win32" ? ".cmd" : ""}`;

/** Run programs and make SDKs; of these, a run needs the one for YAML. */
const LANGUAGE_HOSTS = [
  YAML_HOST.name,
  "pulumi-language-python",
  "pulumi-language-python-exec",
  "pulumi-language-go",
  "pulumi-language-nodejs",
];

/**
 * A folder with `bin/pulumi` and, beside it, the launcher and each language host that there is. The official
 * distribution brings them all. For any other one a folder of ours gets them: the engine would take a host from PATH,
 * but warns of it on every run.
 * @param {string} binary
 */
function rootWithHosts(binary) {
  const folder = path.dirname(binary);
  const real = fs.realpathSync(binary);
  const beside = path.dirname(real);
  const hosts = LANGUAGE_HOSTS.flatMap((name) => findHost(name, binary) ?? []);
  const isComplete = fs.existsSync(path.join(beside, LAUNCHER)) && hosts.every((host) => path.dirname(host) === beside);
  if (isComplete && path.basename(folder) === "bin") {
    return path.dirname(folder);
  }
  const root = path.join(WORK, "engine");
  fs.mkdirSync(path.join(root, "bin"), { recursive: true });
  link(real, path.join(root, "bin", fileOf(ENGINE.name)));
  for (const host of hosts) {
    link(fs.realpathSync(host), path.join(root, "bin", path.basename(host)));
  }
  addLauncher(path.join(root, "bin"));
  return root;
}

/**
 * Beside the engine's own executable, on PATH, or where it was built.
 * @param {string} name
 * @param {string} [binary]
 */
function findHost(name, binary) {
  const beside = binary ? [path.dirname(fs.realpathSync(binary))] : [];
  return [...beside, ...foldersOnPath(), path.join(pinnedRoot(), "bin")]
    .map((folder) => path.join(folder, fileOf(name)))
    .find((file) => fs.existsSync(file));
}

function foldersOnPath() {
  return (process.env.PATH ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/** @type {typeof import("./index").findLanguageHost} */
function findLanguageHost({ root }, language, say = () => {}) {
  const name = `pulumi-language-${language}`;
  const engine = fs.realpathSync(path.join(root, "bin", fileOf(ENGINE.name)));
  const file = path.join(path.dirname(engine), fileOf(name));
  const isThere = fs.existsSync(file);
  say(isThere ? `Engine: ${language} programs, ${file}` : `Engine: no ${language} programs, for want of ${name}`);
  return isThere ? file : undefined;
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

module.exports = { addLauncher, findHost, findLanguageHost, foldersOnPath, rootWithHosts };
