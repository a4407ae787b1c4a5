// @ts-check
"use strict";

const { workspaceOptions } = require("../engine");
const { API_KEY } = require("./emulator-process");
const { SECRETS, program } = require("./program");
const { PROJECT_ID, REGION_ID, SNAPSHOT_ID, STREAM } = require("./seed");

const PROJECT = "edgecloud-quickstart";
const STACK = "tour";

/**
 * The stack of the tour, configured for the emulator at `url`.
 * @param {import("../engine").Engine} engine
 * @param {string} folder
 * @param {string} url
 */
async function openStack(engine, folder, url) {
  forgetUserSettings();
  const { LocalWorkspace } = require("@pulumi/pulumi/automation");
  const options = await workspaceOptions(engine, folder);
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: STACK, projectName: PROJECT, program }, options);
  await stack.setAllConfig({
    ...connection(url),
    ...secrets(PROJECT),
    [`${PROJECT}:snapshotId`]: { value: SNAPSHOT_ID },
    [`${PROJECT}:streamId`]: { value: String(STREAM.id) },
  });
  return { stack, environment: options.envVars, projectFolder: options.workDir };
}

/**
 * Settings that lead to the emulator at `url`.
 * @param {string} url
 */
function connection(url) {
  return {
    "edgecloud:apiKey": { value: API_KEY, secret: true },
    "edgecloud:baseUrl": { value: url },
    "edgecloud:projectId": { value: String(PROJECT_ID) },
    "edgecloud:regionId": { value: String(REGION_ID) },
  };
}

/**
 * The secrets that the examples read, as settings of that project.
 * @param {string} project
 */
function secrets(project) {
  const all = Object.entries(SECRETS);
  return Object.fromEntries(all.map(([key, value]) => [`${project}:${key}`, { value, secret: true }]));
}

/** A connection in the user's environment must never lead the tour to a real platform. */
function forgetUserSettings() {
  for (const name of Object.keys(process.env).filter((name) => name.startsWith("EDGECLOUD_"))) {
    delete process.env[name];
  }
  // Behind a proxy, too, the emulator and the engine are on this machine.
  process.env.NO_PROXY = ["127.0.0.1", "localhost", process.env.NO_PROXY ?? process.env.no_proxy ?? ""].join(",");
  process.env.no_proxy = process.env.NO_PROXY;
}

module.exports = { STACK, connection, openStack, secrets };
