// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { workspaceOptions } = require("../engine");
const { ROOT } = require("../paths");
const { STACK, connection, secrets } = require("./stack");

/** The example that is no program of Node.js: its resources are served by the plugin. */
const EXAMPLE = path.join(ROOT, "examples", "yaml");

/**
 * A copy of the project in YAML, with the package where an npm install would put it, and its stack.
 * @param {import("../engine").Engine} engine
 * @param {string} folder
 * @param {string} url
 */
async function openYamlStack(engine, folder, url) {
  const { LocalWorkspace } = require("@pulumi/pulumi/automation");
  const options = await workspaceOptions(engine, path.join(folder, "yaml"));
  const { workDir } = options;
  fs.cpSync(EXAMPLE, workDir, { recursive: true });
  const modules = path.join(workDir, "node_modules");
  fs.mkdirSync(modules);
  fs.symlinkSync(path.join(ROOT, "provider"), path.join(modules, "pulumi-edgecloud"), "junction");
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: STACK, workDir }, options);
  const { name } = await stack.workspace.projectSettings();
  await stack.setAllConfig({ ...connection(url), ...secrets(name) });
  return stack;
}

module.exports = { openYamlStack };
