// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("../paths");

/** @type {typeof import("./index").engineEnvironment} */
function engineEnvironment({ stateFolder }) {
  fs.mkdirSync(stateFolder, { recursive: true });
  return {
    PULUMI_BACKEND_URL: `file://${path.resolve(stateFolder).replaceAll(path.sep, "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "edgecloud",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_HOME: path.join(WORK, "pulumi-home"),
    // The hosts of languages are those beside the engine: see `rootWithHosts`.
    PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

/** @type {Map<string | undefined, Promise<import("@pulumi/pulumi/automation").PulumiCommand>>} */
const commands = new Map();

/**
 * The SDK runs the engine to ask for its version, which is the same each time.
 * @param {string | undefined} root
 */
function commandBelow(root) {
  // Loaded late: set-up requires this module before the dependencies are installed.
  const { PulumiCommand } = require("@pulumi/pulumi/automation");
  const command = commands.get(root) ?? PulumiCommand.get({ root });
  commands.set(root, command);
  return command;
}

/** @type {typeof import("./index").workspaceOptions} */
async function workspaceOptions(engine, folder) {
  const workDir = path.join(folder, "project");
  fs.mkdirSync(workDir, { recursive: true });
  return {
    workDir,
    envVars: engineEnvironment({ stateFolder: path.join(folder, "state") }),
    pulumiCommand: await commandBelow(engine.root),
  };
}

module.exports = { engineEnvironment, workspaceOptions };
