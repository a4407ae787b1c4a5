// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { GO_MINIMUM } = require("./versions");

/** @type {typeof import("./index").translatePrograms} */
function translatePrograms(schema, folder) {
  const { error, status, stdout } = spawnSync("go", ["run", "-mod=readonly", ".", folder], {
    // A module of its own: what it needs must not decide with what the engine is built.
    cwd: path.join(__dirname, "programs"),
    encoding: "utf8",
    env: { ...process.env, GOWORK: "off" },
    input: schema,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (error) {
    throw new Error(`The examples are translated with Go ${GO_MINIMUM} or newer, which is not installed`);
  }
  if (status !== 0) {
    throw new Error(`The examples in ${folder} could not be translated; Go says above why`);
  }
  return JSON.parse(stdout);
}

module.exports = { translatePrograms };
