// @ts-check
"use strict";

const fs = require("node:fs");
const { setUp } = require("./setup");
const { say } = require("./terminal");
const { CheckFailed } = require("./tour/checks");
const { KEPT_FOLDER, recordOfKept } = require("./tour/keep");
const { preview, up } = require("./tour/operations");
const { reason } = require("./tour/report");
const { openStack } = require("./tour/stack");

/** `node tools/kept.js preview|up`: runs the examples again on what `npm start -- --keep` left running. */
async function main() {
  const command = process.argv[2];
  if ((command !== "preview" && command !== "up") || !fs.existsSync(KEPT_FOLDER)) {
    throw new CheckFailed("Usage, after `npm start -- --keep`: node tools/kept.js preview|up");
  }
  const engine = await setUp();
  const { stack } = await openStack(engine, KEPT_FOLDER, recordOfKept()?.url ?? "");
  await (command === "preview" ? preview(stack) : up(stack));
}

main().catch((error) => {
  say(reason(error));
  process.exitCode = 1;
});
