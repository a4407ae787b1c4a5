// @ts-check
"use strict";

const { parseArgs } = require("node:util");
const { setUp } = require("./setup");
const { say } = require("./terminal");
const { runTour } = require("./tour");

async function main() {
  const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
  const engine = await setUp();
  process.exitCode = (await runTour(engine, { isKept: values.keep })) ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  // Ends by `exit`, so that the emulator is ended too.
  process.once(signal, () => process.exit(130));
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
