"use strict";

const { execFileSync } = require("node:child_process");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { ensureEngine } = require("../tools/dist/engine");
const { printHeading: heading, say } = require("../tools/dist/terminal");
const { Subject, operations } = require("./life");
const { Platform } = require("./platform");
const { names } = require("./programs");
const { Results } = require("./results");

/** `npm run bench [-- --resources 1,50,200 --latency 0,100 --runs 3]`: measures, and writes docs/benchmarks.md. */
async function main() {
  const { values } = parseArgs({
    options: {
      resources: { type: "string", default: "1,50,200" },
      latency: { type: "string", default: "0,100" },
      runs: { type: "string", default: "3" },
    },
  });
  const [counts, latencies, [runs]] = [values.resources, values.latency, values.runs].map(wholeNumbers);
  const engine = await ensureEngine(say);
  const results = new Results(engine);
  // A program knows no latency: where only others are measured, what is known of it stays.
  if (latencies.includes(0)) {
    heading("programs alone");
    for (const count of counts) {
      results.setProgram({ resources: count, runs: interleaved(runs).map((order) => programs(order, count)) });
    }
  }
  for (const latency of latencies) {
    await measure(engine, latency, counts, runs, results);
  }
}

/** All providers with one latency of the platform; the first life of each does not count. */
async function measure(engine, latency, counts, runs, results) {
  const platform = await Platform.start(latency);
  try {
    const subjects = new Map();
    for (const name of names) {
      subjects.set(name, await Subject.create(name, engine, platform));
      await subjects.get(name).life(1);
    }
    for (const resources of counts) {
      heading(`resources: ${resources}, latency: ${latency} ms`);
      const lives = [];
      for (const order of interleaved(runs)) {
        const run = [];
        for (const name of order) {
          const life = await subjects.get(name).life(resources);
          run.push(life);
          say(lineOf(life));
        }
        lives.push(run);
      }
      results.setPart({ resources, latency, runs: lives });
      await results.write();
    }
  } finally {
    await platform.end();
  }
}

/** The providers in turn, each run beginning with another one: whatever slows the machine down meets all of them. */
const interleaved = (runs) =>
  Array.from({ length: runs }, (_, run) => names.map((_, index) => names[(index + run) % names.length]));

function programs(order, count) {
  const file = path.join(__dirname, "program-process.js");
  const milliseconds = (name) =>
    Number(execFileSync(process.execPath, [file, name, String(count)], { encoding: "utf8" }));
  return Object.fromEntries(order.map((name) => [name, milliseconds(name)]));
}

function lineOf({ provider, seconds, stateBytes }) {
  const times = operations.map((name) => `${name} ${seconds[name].toFixed(2)}`);
  return `${provider.padEnd(8)} ${times.join("  ")}  state ${Math.round(stateBytes)}`;
}

function wholeNumbers(text) {
  const numbers = text.split(",").map(Number);
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
    throw new Error(`"${text}" must be whole numbers with commas between them`);
  }
  return numbers;
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
