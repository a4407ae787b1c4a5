// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { create } = require("tar");

const PLUGIN = "pulumi-resource-edgecloud";

/** What Pulumi starts on each system, by the names that it has for systems. */
const LAUNCHERS = { darwin: PLUGIN, linux: PLUGIN, windows: `${PLUGIN}.cmd` };

/** What only a folder needs that is named by its path: what is installed from an archive, Pulumi starts by the launcher. */
const OF_FOLDER = ["PulumiPlugin.yaml", "package.json"];

const ARCHITECTURES = ["amd64", "arm64"];

/** Every file gets the date that npm gives to files of packages. */
const DATE = new Date("1985-10-26T08:15:00Z");

/** @type {typeof import("./index").packPlugin} */
function packPlugin({ source, target }) {
  const { version } = JSON.parse(fs.readFileSync(path.join(source, "schema.json"), "utf8"));
  fs.mkdirSync(target, { recursive: true });
  const archives = Object.entries(LAUNCHERS).flatMap(([system, launcher]) =>
    ARCHITECTURES.map((architecture) => {
      const name = `${PLUGIN}-v${version}-${system}-${architecture}.tar.gz`;
      pack(source, launcher, path.join(target, name));
      return name;
    }),
  );
  const checksums = `${PLUGIN}-v${version}-checksums.txt`;
  const lines = archives.map((name) => `${sha256(path.join(target, name))}  ${name}\n`);
  fs.writeFileSync(path.join(target, checksums), lines.join(""));
  return [...archives, checksums];
}

/**
 * Takes nothing from the files but their names and contents, so that every machine makes the same archive.
 * @param {string} source
 * @param {string} launcher
 * @param {string} file
 */
function pack(source, launcher, file) {
  const others = [...Object.values(LAUNCHERS).filter((name) => name !== launcher), ...OF_FOLDER];
  const names = fs.readdirSync(source).filter((name) => !others.includes(name));
  /** @param {import("tar").WriteEntry} entry */
  const onWriteEntry = ({ path: name, stat }) => {
    if (stat) {
      stat.mode = name === launcher ? 0o755 : 0o644;
    }
  };
  create({ cwd: source, file, sync: true, gzip: true, portable: true, mtime: DATE, onWriteEntry }, names.toSorted());
}

/** @param {string} file */
function sha256(file) {
  return createHash("sha256").update(fs.readFileSync(file)).digest("hex");
}

module.exports = { packPlugin };
