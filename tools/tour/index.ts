// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("../paths");
const { heading } = require("../terminal");
const { startEmulatorProcess } = require("./emulator-process");
const { KEPT_FOLDER, endKept, keep } = require("./keep");
const { platform } = require("./platform");
const { report } = require("./report");
const { openStack } = require("./stack");
const { STEPS, STEPS_TO_UP } = require("./steps");
const { openYamlStack } = require("./yaml-stack");

/**
 * Runs the examples against an emulator of its own, step by step, and checks each. Resolves to whether all went well.
 * @param {import("../engine").Engine} engine
 * @param {{ isKept: boolean }} options  kept: stops after `up` and leaves everything running
 */
async function runTour(engine, { isKept }) {
  const folder = isKept ? KEPT_FOLDER : path.join(WORK, "tour");
  if (isKept) {
    await endKept();
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });

  const emulator = await startEmulatorProcess(folder, { detached: isKept });
  process.on("exit", emulator.kill);
  const opened = await openStack(engine, folder, emulator.url);
  /** @type {ReturnType<typeof openYamlStack> | undefined} */
  let yaml;
  const results = await runSteps(isKept ? STEPS_TO_UP : STEPS, {
    stack: opened.stack,
    yaml: () => (yaml ??= openYamlStack(engine, folder, emulator.url)),
    url: emulator.url,
    found: await platform(emulator.url).state(),
  });
  report(results);
  if (results.some(({ error }) => error)) {
    return false;
  }
  if (isKept) {
    process.off("exit", emulator.kill);
    keep({ engine, emulator, ...opened });
  }
  return true;
}

/**
 * Stops at the first step that fails.
 * @param {import("./steps").Step[]} steps
 * @param {import("./steps").Tour} tour
 */
async function runSteps(steps, tour) {
  /** @type {import("./report").Result[]} */
  const results = [];
  for (const [index, { title, run }] of steps.entries()) {
    heading(`${index + 1}/${steps.length}  ${title}`);
    const start = Date.now();
    try {
      const proof = await run(tour);
      results.push({ title, proof, milliseconds: Date.now() - start });
    } catch (error) {
      results.push({ title, proof: "FAILED", milliseconds: Date.now() - start, error });
      break;
    }
  }
  return results;
}

module.exports = { runTour };
