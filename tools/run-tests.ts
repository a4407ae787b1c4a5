// `npm test` and `npm run test:full`, once everything is installed and compiled.

import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureEngine } from "./engine";
import { ROOT, WORK } from "./paths";
import { formatSeconds, formatTable, printHeading, say } from "./terminal";

/** The projects of `jest.config.js`, the shortest first; a row of the table each. */
const LAYERS = ["unit", "properties", "emulator", "package", "engine", "plugin"];

/** What only `npm run test:full` runs. */
const FULL_LAYERS = ["full-package", "full-engine", "full-plugin", "full-oldest"];

const CHECKS = ["lint", "format:check", "typecheck"];

/**
 * How often `npm test` may call the CLI. A call is most of what a test of the engine costs, and unlike a time it is the same
 * on every machine.
 */
const CALLS_BUDGET = 350;

/** The engine writes a byte there for each call: `test/engine/setup/counted-engine.js`. */
const CALLS = path.join(WORK, "tests", "calls");

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a layer or a check has done and needed. */
interface Row {
  readonly name: string;
  readonly counts: Counts;
  readonly wallMs: number;
  readonly processorMs: number;
  readonly calls: number;
  readonly failure?: string;
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
async function main(isFull: boolean): Promise<void> {
  await ensureEngine(say);
  const layers = isFull ? [...LAYERS, ...FULL_LAYERS] : LAYERS;
  printHeading([...layers, ...CHECKS].join(", "));
  // At the same time: a test waits for the engine about a third of its time, and each check keeps only one core busy.
  const [checks, tests] = await Promise.all([runInTurn(CHECKS, runCheck), runInTurn(layers, runLayer)]);
  const rows = [...checks, ...tests];
  printTable(rows);
  const calls = sum(rows.map((row) => row.calls));
  const failures = rows.flatMap(({ failure }) => failure ?? []);
  const isOverBudget = !isFull && calls > CALLS_BUDGET;
  report(
    isOverBudget ? [...failures, `${calls} calls of the CLI, but npm test has a budget of ${CALLS_BUDGET}`] : failures,
    rows.map((row) => row.counts),
  );
}

async function runInTurn(names: readonly string[], run: (name: string) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of names) {
    rows.push(await run(name));
  }
  return rows;
}

async function runCheck(name: string): Promise<Row> {
  const { code, ...times } = await runMeasured("npm", ["run", "--silent", name]);
  return { name, counts: NO_TESTS, ...times, calls: 0, ...(code !== 0 && { failure: `npm run ${name}` }) };
}

async function runLayer(name: string): Promise<Row> {
  const results = path.join(WORK, `test-results-${name}.json`);
  // Jest makes no folders, and in a fresh clone nothing else has made this one if the engine was already installed.
  fs.mkdirSync(WORK, { recursive: true });
  [results, CALLS].forEach((file) => fs.rmSync(file, { force: true }));
  const jest = [require.resolve("jest/bin/jest"), "--selectProjects", name, "--json", `--outputFile=${results}`];
  const { code, ...times } = await runMeasured(process.execPath, jest);
  const counts = readCounts(results);
  const calls = fs.statSync(CALLS, { throwIfNoEntry: false })?.size ?? 0;
  const isExplained = code === 0 || counts.failed > 0;
  return { name, counts, ...times, calls, ...(!isExplained && { failure: `${name}: jest ended with ${code}` }) };
}

function readCounts(results: string): Counts {
  if (!fs.existsSync(results)) {
    return NO_TESTS;
  }
  const result = JSON.parse(fs.readFileSync(results, "utf8")) as JestResults;
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** Runs a command below a shell, which knows the processor time of all that the command has started and waited for. */
function runMeasured(command: string, args: string[]): Promise<{ code: number; wallMs: number; processorMs: number }> {
  const start = Date.now();
  const script = '"$@"; code=$?; times >&3; exit $code';
  const stdio = ["ignore", "inherit", "inherit", "pipe"] as const;
  const child = spawn("sh", ["-c", script, "sh", command, ...args], { cwd: ROOT, stdio: [...stdio] });
  let times = "";
  child.stdio[3]?.on("data", (text) => (times += String(text)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code: code ?? 1, wallMs: Date.now() - start, processorMs: readProcessorMs(times) }),
    );
  });
}

/** Adds up what `times` prints: "0m1.200s 0m0.300s" for the shell, and a second line for its children. */
function readProcessorMs(times: string): number {
  return sum(
    [...times.matchAll(/(\d+)m([\d.]+)s/g)].map(
      ([, minutes, seconds]) => Number(minutes) * 60e3 + Number(seconds) * 1e3,
    ),
  );
}

function printTable(rows: readonly Row[]): void {
  const formatCells = ({ name, counts, wallMs, processorMs, calls }: Row) => {
    const tests = counts.passed + counts.failed;
    return [
      name,
      tests ? String(tests) : "",
      formatSeconds(wallMs),
      formatSeconds(processorMs),
      calls ? String(calls) : "",
    ];
  };
  const total = { passed: sum(rows.map(({ counts }) => counts.passed + counts.failed)), failed: 0, skipped: 0 };
  const all = {
    name: "all",
    counts: total,
    wallMs: process.uptime() * 1000,
    processorMs: sum(rows.map((row) => row.processorMs)),
    calls: sum(rows.map((row) => row.calls)),
  };
  say(
    `\n${formatTable([["layer", "tests", "wall time", "processor time", "calls of the CLI"], ...[...rows, all].map(formatCells)])}`,
  );
}

function report(failures: readonly string[], counts: readonly Counts[]): void {
  const [passed, failed, skipped] = (["passed", "failed", "skipped"] as const).map((key) =>
    sum(counts.map((one) => one[key])),
  );
  say("");
  for (const failure of failures) {
    say(`FAILED  ${failure}`);
  }
  if (skipped) {
    say(`${skipped} not run: "Not tested" above says why`);
  }
  const allFailed = (failed ?? 0) + failures.length;
  say(`${passed} passed, ${allFailed} failed`);
  process.exitCode = allFailed === 0 ? 0 : 1;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

// The last line has to count, whatever happens.
main(process.argv[2] === "full").catch((error: unknown) => {
  report([error instanceof Error ? error.message : String(error)], []);
});
