// @ts-check
"use strict";

const { buildFromModules } = require("./build");
const { engineEnvironment, workspaceOptions } = require("./environment");
const { findEngine, missing } = require("./find");
const { generatorEnvironment } = require("./generators");
const { findLanguageHost } = require("./host");
const { installOfficial } = require("./install");
const { translatePrograms } = require("./programs");
const { ENGINE, GO_MINIMUM, MINIMUM, YAML_HOST } = require("./versions");

const WHAT_TO_INSTALL = `install the official Pulumi CLI ${MINIMUM} or newer, or Go ${GO_MINIMUM} or newer, and start again.`;

/** @type {typeof import("./index").ensureEngine} */
async function ensureEngine(say = () => {}) {
  const found = findEngine(say);
  if (found) {
    return found;
  }
  // An installation replaces the engine that is there; Go only builds what is missing.
  const ways = missing().includes(ENGINE) ? [installOfficial, buildFromModules] : [buildFromModules, installOfficial];
  for (const obtain of ways) {
    const engine = (await obtain(say)) ? findEngine(say) : undefined;
    if (engine) {
      return engine;
    }
  }
  const [executable] = missing();
  throw new Error(
    executable === YAML_HOST
      ? `No ${YAML_HOST.name}, which runs YAML programs, could be had: ${WHAT_TO_INSTALL}`
      : `No Pulumi engine could be had: ${WHAT_TO_INSTALL}`,
  );
}

module.exports = {
  engineEnvironment,
  ensureEngine,
  findEngine,
  findLanguageHost,
  generatorEnvironment,
  translatePrograms,
  workspaceOptions,
};
