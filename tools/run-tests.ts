// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { WORK } = require("./paths");
const { node, npm } = require("./run");
const { setUp } = require("./setup");
const { heading, say } = require("./terminal");

const RESULTS = path.join(WORK, "test-results.json");

const checks = ["lint", "format:check", "typecheck"];

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Everything that a change must pass; the last line counts the tests, a failed check counting as a failed one. */
async function main() {
  /** @type {string[]} */
  const failures = [];
  try {
    await setUp();
  } catch (error) {
    failures.push(`set-up: ${error instanceof Error ? error.message : error}`);
    return report(failures, { passed: 0, failed: 0, skipped: 0 });
  }
  heading(checks.map((script) => `npm run ${script}`).join(", "));
  // Each keeps one core busy.
  const codes = await Promise.all(checks.map((script) => npm(["run", "--silent", script], "live")));
  failures.push(...checks.filter((_, index) => codes[index] !== 0).map((script) => `npm run ${script}`));
  heading("jest");
  return report(failures, await runJest(failures));
}

/**
 * @param {string[]} failures
 * @returns {Promise<Counts>}
 */
async function runJest(failures) {
  fs.rmSync(RESULTS, { force: true });
  const code = await node(require.resolve("jest/bin/jest"), ["--json", `--outputFile=${RESULTS}`]);
  if (!fs.existsSync(RESULTS)) {
    failures.push("jest: it ended without a result");
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const result = JSON.parse(fs.readFileSync(RESULTS, "utf8"));
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

/**
 * @param {string[]} failures
 * @param {Counts} counts
 */
function report(failures, counts) {
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

void main();
