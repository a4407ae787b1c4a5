// `npm test`, once everything is installed and compiled.

import fs from "node:fs";
import path from "node:path";
import { ensureEngine } from "./engine";
import { WORK } from "./paths";
import { runNode, runNpm } from "./run";
import { printHeading, say } from "./terminal";

const RESULTS = path.join(WORK, "test-results.json");

const CHECKS = ["lint", "format:check", "typecheck"];

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The parts of jest's report that are counted. */
interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs everything that a change must pass. The last line counts the tests; a failed check counts as a failed test. */
async function main(): Promise<void> {
  const failures: string[] = [];
  try {
    await ensureEngine(say);
  } catch (error) {
    failures.push(`set-up: ${describe(error)}`);
    return report(failures, NO_TESTS);
  }
  printHeading(["jest", ...CHECKS.map((script) => `npm run ${script}`)].join(", "));
  // At the same time: a test waits for the engine about a third of its time, and each check keeps only one core busy.
  const [counts] = await Promise.all([runJest(failures), ...CHECKS.map((script) => runCheck(script, failures))]);
  return report(failures, counts);
}

async function runCheck(script: string, failures: string[]): Promise<void> {
  if ((await runNpm("run", "--silent", script)) !== 0) {
    failures.push(`npm run ${script}`);
  }
}

async function runJest(failures: string[]): Promise<Counts> {
  fs.rmSync(RESULTS, { force: true });
  const code = await runNode(require.resolve("jest/bin/jest"), "--json", `--outputFile=${RESULTS}`);
  if (!fs.existsSync(RESULTS)) {
    failures.push("jest: it ended without a result");
    return NO_TESTS;
  }
  const result = JSON.parse(fs.readFileSync(RESULTS, "utf8")) as JestResults;
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  if (code !== 0 && counts.failed === 0) {
    failures.push(`jest: exit code ${code}`);
  }
  return counts;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function report(failures: readonly string[], counts: Counts): void {
  const failed = counts.failed + failures.length;
  say("");
  for (const failure of failures) {
    say(`FAILED  ${failure}`);
  }
  if (counts.skipped > 0) {
    say(`${counts.skipped} not run: "Not tested" above says why`);
  }
  say(`${counts.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

// The last line has to count, whatever happens: an interrupted jest, say, leaves half a result behind.
main().catch((error: unknown) => report([describe(error)], NO_TESTS));
