import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Engine, ensureEngine } from "#tools/engine";
import { printHeading, say } from "#tools/terminal";
import { Platform, Subject } from "./life";
import { measureManyReads } from "./many-reads";
import { type Life, type ProgramTimes, providerNames, type ProviderName } from "./report";
import { Results } from "./results";

/** `npm run bench [-- --resources 1,50,200 --latency 0,100 --runs 3]`: measures, and writes docs/benchmarks.md. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      resources: { type: "string" },
      latency: { type: "string" },
      runs: { type: "string", default: "3" },
    },
  });
  const counts = parseWholeNumbers(values.resources ?? "1,50,200");
  const latencies = parseWholeNumbers(values.latency ?? "0,100");
  const [runs = 0] = parseWholeNumbers(values.runs);
  const engine = await ensureEngine(say);
  const results = new Results(engine);
  // A program alone sends no requests, so its time does not depend on the latency.
  if (latencies.includes(0)) {
    printHeading("programs alone");
    for (const count of counts) {
      results.setProgram({ resources: count, runs: rotateOrders(runs).map((order) => timePrograms(order, count)) });
    }
  }
  for (const latency of latencies) {
    await measurePart(engine, latency, counts, runs, results);
  }
  // Whoever names a part wants only that.
  if (values.resources === undefined && values.latency === undefined) {
    await measureManyReads(engine, runs);
  }
}

/** Measures all providers with one latency of the platform; the first life of each only warms up. */
async function measurePart(engine: Engine, latency: number, counts: number[], runs: number, results: Results) {
  const platform = await Platform.start(latency);
  try {
    const subjects: Partial<Record<ProviderName, Subject>> = {};
    for (const name of providerNames) {
      const subject = await Subject.create(name, engine, platform);
      subjects[name] = subject;
      await subject.measureLife(1);
    }
    for (const resources of counts) {
      printHeading(`resources: ${resources}, latency: ${latency} ms`);
      const lives: Life[][] = [];
      for (const order of rotateOrders(runs)) {
        lives.push(await measureRun(order, subjects as Record<ProviderName, Subject>, resources));
      }
      results.setPart({ resources, latency, runs: lives });
      await results.write();
    }
  } finally {
    await platform.close();
  }
}

async function measureRun(order: ProviderName[], subjects: Record<ProviderName, Subject>, count: number) {
  const run: Life[] = [];
  for (const name of order) {
    const life = await subjects[name].measureLife(count);
    run.push(life);
    say(formatLife(life));
  }
  return run;
}

/** Lets each run begin with another provider, so that whatever slows the machine down affects all of them. */
function rotateOrders(runs: number): ProviderName[][] {
  return Array.from({ length: runs }, (_, run) => {
    const first = run % providerNames.length;
    return [...providerNames.slice(first), ...providerNames.slice(0, first)];
  });
}

function timePrograms(order: ProviderName[], count: number): ProgramTimes["runs"][number] {
  const file = path.join(__dirname, "program-process.js");
  const timeProgram = (name: ProviderName) =>
    Number(execFileSync(process.execPath, [file, name, String(count)], { encoding: "utf8" }));
  return Object.fromEntries(order.map((name) => [name, timeProgram(name)])) as ProgramTimes["runs"][number];
}

function formatLife({ provider, seconds, stateBytes }: Life): string {
  const times = Object.entries(seconds).map(([name, time]) => `${name} ${time.toFixed(2)}`);
  return `${provider.padEnd(8)} ${times.join("  ")}  state ${Math.round(stateBytes)}`;
}

function parseWholeNumbers(text: string): number[] {
  const numbers = text.split(",").map(Number);
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
    throw new Error(`"${text}" must be whole numbers with commas between them`);
  }
  return numbers;
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
