// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("../paths");
const { goBuild } = require("./build");
const { findHost } = require("./host");
const { ENGINE, GENERATORS, fileOf } = require("./versions");

const FOLDER = path.join(WORK, "generators");

/** The languages whose generators are published as Go modules; their language hosts are not. */
const PUBLISHED = ["go", "nodejs", "python"];

/** @type {typeof import("./index").generatedLanguages} */
function generatedLanguages(engine) {
  const hasGo = spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
  const all = [...PUBLISHED, "dotnet"];
  return all.filter((language) => officialHost(engine, language) || (hasGo && PUBLISHED.includes(language)));
}

/** @type {typeof import("./index").generatorEnvironment} */
async function generatorEnvironment(engine) {
  const missing = PUBLISHED.filter((language) => !officialHost(engine, language));
  const [first, ...others] = missing.map((language) => path.join(FOLDER, fileOf(hostName(language))));
  if (first) {
    fs.rmSync(FOLDER, { recursive: true, force: true });
    fs.mkdirSync(FOLDER, { recursive: true });
    await goBuild(GENERATORS, first, () => {});
    // By its own name it knows the language.
    others.forEach((other) => fs.linkSync(first, other));
  }
  return { PATH: [process.env.PATH, FOLDER].join(path.delimiter), PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
}

/**
 * @param {import("./index").Engine} engine
 * @param {string} language
 */
function officialHost({ root }, language) {
  return findHost(hostName(language), path.join(root, "bin", fileOf(ENGINE.name)));
}

/** @param {string} language */
function hostName(language) {
  return `pulumi-language-${language}`;
}

module.exports = { generatedLanguages, generatorEnvironment };
