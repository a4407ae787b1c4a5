import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Engine, ensureEngine } from "#tools/engine";
import { WORK } from "#tools/paths";
import { say, formatSeconds } from "#tools/terminal";
import type { Host } from "./declared";
import { drawHistory } from "./draw";
import { describeStep, type History } from "./history";
import { type OrphanLimit, type Played, playHistory } from "./play";

const USAGE =
  "Usage: npm run torture -- [--minutes 10] [--seed 7] [--host dynamic|plugin|both] [--histories 3] [--play FILE]";

const ORPHAN_LIMIT: OrphanLimit = { orphansEndWithinMs: 10_000 };

/** How long it may take to make one history smaller. */
const SHRINK_MS = 4 * 60_000;

const HOSTS: readonly Host[] = ["dynamic", "plugin"];

const summary = { histories: 0, operations: 0, kills: 0, wrong: 0 };
const remedyCounts = new Map<string, number>();

interface Outcome {
  readonly history: History;
  readonly played: Played;
}

/** Plays histories until the time is over; both hosts go through the same ones, side by side. */
async function main(): Promise<void> {
  const { seed, hosts, end, last, file } = readArguments();
  const engine = await ensureEngine(say);
  if (file) {
    await tryHistory(engine, JSON.parse(fs.readFileSync(file, "utf8")) as History);
  } else {
    say(`Seed: ${seed}; the same one draws the same histories (npm run torture -- --seed ${seed})`);
    await Promise.all(hosts.map((host) => playAll(engine, host, { seed, end, last })));
  }
  const { histories, operations, kills, wrong } = summary;
  const remedies = [...remedyCounts].map(([name, count]) => `${name} ${count}`).join(", ");
  say(
    `\n${histories} histories, ${operations} operations, ${kills} kills, ${wrong} wrong; advice followed: ${remedies || "none"}`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string" },
      seed: { type: "string" },
      host: { type: "string" },
      histories: { type: "string" },
      play: { type: "string" },
    },
  });
  const [minutes, seed] = [Number(values.minutes ?? 10), Number(values.seed ?? Date.now() % 1_000_000)];
  const histories = Number(values.histories ?? Infinity);
  const hosts = HOSTS.filter((host) => [host, "both"].includes(values.host ?? "both"));
  if (!(minutes > 0) || !(histories > 0) || !Number.isSafeInteger(seed) || hosts.length === 0) {
    throw new Error(USAGE);
  }
  return { seed, hosts, end: Date.now() + minutes * 60_000, last: seed + histories - 1, file: values.play };
}

async function playAll(engine: Engine, host: Host, { seed, end, last }: { seed: number; end: number; last: number }) {
  for (let own = seed; own <= last && Date.now() < end; own++) {
    const failed = await tryHistory(engine, drawHistory(own, host));
    if (failed) {
      await shrinkAndReport(engine, failed, Math.min(end, Date.now() + SHRINK_MS));
    }
  }
}

/** Plays a history and reports on it; returns it if a promise was broken. */
async function tryHistory(engine: Engine, history: History): Promise<Outcome | undefined> {
  const start = Date.now();
  const played = await playHistory(engine, history, ORPHAN_LIMIT);
  const { violation, remedies, operations, kills } = played;
  const title = `seed ${history.seed} on ${history.host}: ${operations} operations, ${kills} kills`;
  summary.histories++;
  summary.operations += operations;
  summary.kills += kills;
  for (const name of remedies) {
    remedyCounts.set(name, (remedyCounts.get(name) ?? 0) + 1);
  }
  if (violation === undefined) {
    say(`${[title, ...remedies].join(", ")} (${formatSeconds(Date.now() - start)})`);
    return undefined;
  }
  summary.wrong++;
  say(`${title}: WRONG, ${violation}; see ${writeHistory({ history, played })}`);
  return { history, played };
}

async function shrinkAndReport(engine: Engine, failed: Outcome, end: number): Promise<void> {
  const { seed, host, steps } = failed.history;
  const smallest = await shrink(engine, failed, end);
  const { history, played } = smallest;
  say(`  seed ${seed} on ${host}: ${history.steps.length} of ${steps.length} steps reproduce it: ${played.violation}`);
  writeHistory(smallest);
}

/** Leaves out steps, many at first and then one by one, as long as the same kind of violation remains. */
async function shrink(engine: Engine, failed: Outcome, end: number): Promise<Outcome> {
  let smallest = keepPlayedSteps(failed);
  for (let size = Math.ceil(smallest.history.steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let last = smallest.history.steps.length; last > 0 && Date.now() < end; last -= size) {
      const steps = smallest.history.steps.filter((_, index) => index < last - size || index >= last);
      const history = { ...smallest.history, steps };
      const played = await playHistory(engine, history, ORPHAN_LIMIT);
      if (classify(played) === classify(failed.played)) {
        smallest = keepPlayedSteps({ history, played });
      }
    }
  }
  return smallest;
}

function keepPlayedSteps({ history, played }: Outcome): Outcome {
  return { history: { ...history, steps: played.steps }, played };
}

/** The violation without names, numbers and IDs. */
function classify({ violation }: Played): string | undefined {
  return violation?.replace(/"[^"]*"|\S*\d\S*|alpha|beta|gamma|delta/g, "…").slice(0, 60);
}

/** Writes the history for people and for `--play`. */
function writeHistory({ history, played }: Outcome): string {
  const file = path.join(WORK, "torture", `${history.seed}-${history.host}`);
  const steps = history.steps.map((step) => `· ${describeStep(step)}`);
  fs.writeFileSync(`${file}.txt`, [...steps, "", played.report, ""].join("\n"));
  fs.writeFileSync(`${file}.json`, JSON.stringify(history, undefined, 2));
  return `${file}.txt`;
}

main().catch((error: unknown) => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
