import fs from "node:fs";
import path from "node:path";
import type { Stack } from "@pulumi/pulumi/automation";
import type { Engine } from "../engine";
import { WORK } from "../paths";
import { printHeading } from "../terminal";
import { startEmulatorProcess } from "./emulator-process";
import { KEPT_FOLDER, endKept, keep } from "./keep";
import { Platform } from "./platform";
import { report, type Result } from "./report";
import { openStack } from "./stack";
import { STEPS, STEPS_TO_UP } from "./steps";
import type { Step, Tour } from "./tour";
import { openYamlStack } from "./yaml-stack";

/**
 * Runs the examples against an emulator of its own, step by step, and checks each. Resolves to whether all went well.
 * @param options.isKept Whether to stop after `up` and leave everything running.
 */
export async function runTour(engine: Engine, { isKept }: { isKept: boolean }): Promise<boolean> {
  const folder = isKept ? KEPT_FOLDER : path.join(WORK, "tour");
  if (isKept) {
    await endKept();
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });

  const emulator = await startEmulatorProcess(folder, { detached: isKept });
  process.on("exit", emulator.kill);
  const opened = await openStack(engine, folder, emulator.url);
  let yaml: Promise<Stack> | undefined;
  const results = await runSteps(isKept ? STEPS_TO_UP : STEPS, {
    stack: opened.stack,
    openYaml: () => (yaml ??= openYamlStack(engine, folder, emulator.url)),
    url: emulator.url,
    before: await new Platform(emulator.url).readState(),
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

/** Stops at the first step that fails. */
async function runSteps(steps: readonly Step[], tour: Tour): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, { title, run }] of steps.entries()) {
    printHeading(`${index + 1}/${steps.length}  ${title}`);
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
