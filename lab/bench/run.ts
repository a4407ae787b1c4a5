import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureEngine, forgetUserSettings } from "#tools/engine";
import { printHeading, say } from "#tools/terminal";
import { Subject } from "./life";
import { fetchNode, JUDGED_NODE, type NodeRelease, ownNode } from "./node";
import { Platform } from "./platform";
import type { ProgramRun } from "./program-process";
import { hasAims, type Life, type ProgramTimes, providerNames, type ProviderName } from "./report";
import { Results } from "./results";
import { rotateOrders } from "./rounds";
import type { Setup } from "./section";
import { sections } from "./sections";

/** The comparison with the echo, among the names for `--only`. */
const COMPARISON = "comparison";

/** What is measured on this process's own release of Node.js too, to compare it with the one that the aims are for. */
const ownPart = { resources: 200, latency: 0 };

/** How many times as often a part with aims is measured, because the machine's noise can be a tenth. */
const JUDGED_TIMES = 3;

/**
 * `npm run bench [-- --only comparison,scale --resources 1,50,200 --latency 0,100 --runs 3]`: measures, and writes
 * docs/benchmarks.md. What is not measured stays there as it was. Parts with aims have three times as many runs.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: [COMPARISON, ...sections.map(({ name }) => name)].join(",") },
      resources: { type: "string", default: "1,50,200" },
      latency: { type: "string", default: "0,100" },
      runs: { type: "string", default: "3" },
    },
  });
  const wanted = parseNames(values.only);
  const counts = parseWholeNumbers(values.resources);
  const latencies = parseWholeNumbers(values.latency);
  const [runs = 0] = parseWholeNumbers(values.runs);
  const setup: Setup = { engine: await ensureEngine(say), node: fetchNode(JUDGED_NODE) };
  forgetUserSettings();
  const results = new Results(setup.engine);
  if (wanted.includes(COMPARISON)) {
    await compare(setup, latencies, counts, runs, results);
  }
  for (const section of sections.filter(({ name }) => wanted.includes(name))) {
    printHeading(section.name);
    results.setSection(section.name, await section.measure(setup));
    await results.write();
  }
}

async function compare(setup: Setup, latencies: number[], counts: number[], runs: number, results: Results) {
  // A program alone sends no requests, so its time does not depend on the latency.
  if (latencies.includes(0)) {
    printHeading("programs alone");
    for (const count of counts) {
      const times = rotateOrders(providerNames, runs).map((order) => timePrograms(order, count, setup.node));
      results.setProgram({ resources: count, runs: times });
    }
  }
  for (const latency of latencies) {
    await measureParts(setup, latency, counts, runs, results);
  }
  if (ownNode.version !== JUDGED_NODE && latencies.includes(ownPart.latency) && counts.includes(ownPart.resources)) {
    await measureParts({ ...setup, node: ownNode }, ownPart.latency, [ownPart.resources], runs, results);
  }
}

/** Measures all providers with one latency of the platform; the first life of each only warms up. */
async function measureParts(
  { engine, node }: Setup,
  latency: number,
  counts: number[],
  runs: number,
  results: Results,
) {
  const platform = await Platform.start({ latency });
  try {
    const subjects: Partial<Record<ProviderName, Subject>> = {};
    for (const name of providerNames) {
      const subject = await Subject.create(name, engine, node, platform);
      subjects[name] = subject;
      await subject.measureLife(1);
    }
    for (const resources of counts) {
      printHeading(`resources: ${resources}, latency: ${latency} ms, Node.js ${node.version}`);
      const part = { node: node.version, resources, latency };
      const lives: Life[][] = [];
      for (const order of rotateOrders(providerNames, hasAims(part) ? runs * JUDGED_TIMES : runs)) {
        lives.push(await measureRun(order, subjects as Record<ProviderName, Subject>, resources));
      }
      results.setPart({ ...part, runs: lives });
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

function timePrograms(order: ProviderName[], count: number, node: NodeRelease): ProgramTimes["runs"][number] {
  const command = [path.join(__dirname, "program-process.js")];
  const timeProgram = (name: ProviderName) => {
    const printed = execFileSync(path.join(node.folder, "node"), [...command, name, String(count)], {
      encoding: "utf8",
    });
    return (JSON.parse(printed) as ProgramRun).milliseconds;
  };
  return Object.fromEntries(order.map((name) => [name, timeProgram(name)])) as ProgramTimes["runs"][number];
}

function formatLife({ provider, seconds, stateBytes }: Life): string {
  const times = Object.entries(seconds).map(([name, time]) => `${name} ${time.toFixed(2)}`);
  return `${provider.padEnd(8)} ${times.join("  ")}  state ${Math.round(stateBytes)}`;
}

function parseNames(text: string): string[] {
  const known = [COMPARISON, ...sections.map(({ name }) => name)];
  const names = text.split(",");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is none of ${known.join(", ")}`);
  }
  return names;
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
