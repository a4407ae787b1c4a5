// @ts-check
"use strict";

const { buildFromModules } = require("./build");
const { engineEnvironment, workspaceOptions } = require("./environment");
const { findEngine } = require("./find");
const { installOfficial } = require("./install");
const { GO_MINIMUM, MINIMUM } = require("./versions");

const NO_ENGINE = `No Pulumi engine could be had: install the Pulumi CLI ${MINIMUM} or newer, or Go ${GO_MINIMUM} or newer, and start again.`;

/** @type {typeof import("./index").ensureEngine} */
async function ensureEngine(say = () => {}) {
  const found = findEngine(say);
  if (found) {
    return found;
  }
  for (const obtain of [installOfficial, buildFromModules]) {
    const engine = (await obtain(say)) ? findEngine(say) : undefined;
    if (engine) {
      return engine;
    }
  }
  throw new Error(NO_ENGINE);
}

module.exports = { engineEnvironment, ensureEngine, findEngine, workspaceOptions };
