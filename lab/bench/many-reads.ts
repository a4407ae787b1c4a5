import { parseArgs } from "node:util";
import { type Engine, ensureEngine } from "#tools/engine";
import { printHeading, say } from "#tools/terminal";
import { Platform, Subject } from "./life";
import { writeSection } from "./results";

const providers = ["echo", "dynamic", "plugin"] as const;

type Provider = (typeof providers)[number];

/** A refresh for which requests are what takes long. */
interface Case {
  title: string;
  resources: number;
  latencyMs: number;
  requestsPerSecond?: number;
  /** How a refresh compares with that of the echo, which sends no request. */
  compare: (seconds: number, echoSeconds: number) => number;
  comparison: string;
  /** The greatest median of the comparisons. */
  aim: number;
}

const cases: readonly Case[] = [
  {
    title: "200 groups, 100 ms of latency",
    resources: 200,
    latencyMs: 100,
    compare: (seconds, echoSeconds) => seconds / echoSeconds,
    comparison: "share of the echo's time",
    aim: 1.15,
  },
  {
    title: "1,000 groups, 20 requests a second",
    resources: 1000,
    latencyMs: 0,
    requestsPerSecond: 20,
    compare: (seconds, echoSeconds) => seconds - echoSeconds,
    comparison: "seconds more than the echo",
    aim: 6,
  },
];

/** The greatest number of requests for each group. */
const requestsAim = 0.02;

/** One refresh of each provider. */
type Run = Record<Provider, { seconds: number; requests: number }>;

/** Measures refreshes of many groups, and writes to the page which aims are kept. */
export async function measureManyReads(engine: Engine, runs: number): Promise<void> {
  const rows: string[] = [];
  for (const one of cases) {
    printHeading(one.title);
    const measured = await measureCase(engine, one, runs);
    rows.push(...(["dynamic", "plugin"] as const).flatMap((provider) => formatRows(one, provider, measured)));
  }
  const table = ["| a refresh of | with | | median | least–most | aim | |", `|${" --- |".repeat(7)}`, ...rows].join(
    "\n",
  );
  say(table);
  await writeSection("manyReads", `Each of ${runs} runs compares one refresh with one of the echo.\n\n${table}`);
}

async function measureCase(engine: Engine, one: Case, runs: number): Promise<Run[]> {
  // Names are unique on a platform, so each provider has one of its own.
  const platforms: Platform[] = [];
  try {
    const subjects = {} as Record<Provider, Subject>;
    for (const provider of providers) {
      const platform = await Platform.start(one.latencyMs);
      platforms.push(platform);
      subjects[provider] = await Subject.create(provider, engine, platform);
      await subjects[provider].measureOperation("up", one.resources);
      if (one.requestsPerSecond !== undefined) {
        await platform.limitRate(one.requestsPerSecond);
      }
    }
    const measured: Run[] = [];
    for (let run = 0; run < runs; run++) {
      measured.push(await measureRun(subjects, one.resources, run));
    }
    return measured;
  } finally {
    await Promise.all(platforms.map((platform) => platform.close()));
  }
}

/** Each run begins with another provider, so that whatever slows the machine down affects all of them. */
async function measureRun(subjects: Record<Provider, Subject>, resources: number, run: number): Promise<Run> {
  const first = run % providers.length;
  const refreshes = {} as Run;
  for (const provider of [...providers.slice(first), ...providers.slice(0, first)]) {
    refreshes[provider] = await subjects[provider].measureOperation("refresh", resources);
  }
  say(providers.map((provider) => `${provider} ${refreshes[provider].seconds.toFixed(2)}`).join("  "));
  return refreshes;
}

function formatRows(one: Case, provider: Exclude<Provider, "echo">, runs: readonly Run[]): string[] {
  const compared = runs.map((run) => one.compare(run[provider].seconds, run.echo.seconds));
  const requests = runs.map((run) => run[provider].requests);
  return [
    formatRow(one.title, provider, one.comparison, compared, one.aim, 2),
    formatRow(one.title, provider, "requests for each group", requests, requestsAim, 3),
  ];
}

function formatRow(title: string, provider: string, what: string, values: number[], aim: number, digits: number) {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  const format = (value = NaN) => value.toFixed(digits);
  const range = `${format(sorted[0])}–${format(sorted.at(-1))}`;
  // Compares the rounded figure, so that what is missed looks greater than the aim.
  const verdict = Number(format(median)) <= aim ? "kept" : "**missed**";
  return `| ${[title, provider, what, format(median), range, aim, verdict].join(" | ")} |`;
}

/** `node lab/dist/bench/many-reads.js [--runs 5]` measures these alone. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
  await measureManyReads(await ensureEngine(say), Number(values.runs));
}

if (require.main === module) {
  main().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
