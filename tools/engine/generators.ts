// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("../paths");
const { goBuild } = require("./build");
const { findLanguageHost } = require("./host");
const { GENERATORS, fileOf } = require("./versions");

const FOLDER = path.join(WORK, "generators");

/** @type {typeof import("./index").generatorEnvironment} */
async function generatorEnvironment(engine, languages) {
  const missing = languages.filter((language) => !findLanguageHost(engine, language));
  const [first, ...others] = missing.map((language) => path.join(FOLDER, fileOf(`pulumi-language-${language}`)));
  if (first) {
    fs.rmSync(FOLDER, { recursive: true, force: true });
    fs.mkdirSync(FOLDER, { recursive: true });
    await goBuild(GENERATORS, first, () => {});
    // By its own name it knows the language.
    others.forEach((other) => fs.linkSync(first, other));
  }
  return { PATH: [process.env.PATH, FOLDER].join(path.delimiter), PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
}

module.exports = { generatorEnvironment };
