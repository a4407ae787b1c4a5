// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { ensureEngine } = require("../dist/engine");
const { WORK } = require("../dist/paths");
const { say, formatSeconds: seconds } = require("../dist/terminal");
const { drawHistory } = require("./draw");
const { playHistory, textOf } = require("./play");
const { shrink } = require("./shrink");

/** @typedef {import("./index").History} History */
/** @typedef {import("./index").Host} Host */
/** @typedef {import("./index").Played} Played */

const USAGE =
  "Usage: npm run torture -- [--minutes 10] [--seed 7] [--host dynamic|plugin|both] [--histories 3] [--play FILE]";

/** A process may be there so long after its engine. */
const PATIENCE = { leftAfterMs: 10_000 };

/** How long leaving out steps of one history may take. */
const SHRINKING_MS = 4 * 60_000;

const HOSTS = /** @type {const} */ (["dynamic", "plugin"]);

const summary = {
  histories: 0,
  operations: 0,
  kills: 0,
  wrong: 0,
  remedies: /** @type {Record<string, number>} */ ({}),
};

/** Plays histories until the time is over; both hosts go through the same ones, side by side. */
async function main() {
  const { seed, hosts, end, last, file } = readArguments();
  const engine = await ensureEngine(say);
  if (file) {
    await tryHistory(engine, JSON.parse(fs.readFileSync(file, "utf8")), end, false);
  } else {
    say(`Seed: ${seed}; the same one draws the same histories (npm run torture -- --seed ${seed})`);
    await Promise.all(hosts.map((host) => playAll(engine, host, { seed, end, last })));
  }
  const { histories, operations, kills, wrong } = summary;
  const remedies = Object.entries(summary.remedies).map(([name, count]) => `${name} ${count}`);
  say(
    `\n${histories} histories, ${operations} operations, ${kills} kills, ${wrong} wrong; advice followed: ${remedies.join(", ") || "none"}`,
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

/**
 * @param {import("../engine").Engine} engine
 * @param {Host} host
 * @param {{ seed: number, end: number, last: number }} range
 */
async function playAll(engine, host, { seed, end, last }) {
  for (let own = seed; own <= last && Date.now() < end; own++) {
    await tryHistory(engine, drawHistory(own, host), end, true);
  }
}

/**
 * @param {import("../engine").Engine} engine
 * @param {History} history
 * @param {number} end
 * @param {boolean} shrinks
 */
async function tryHistory(engine, history, end, shrinks) {
  const start = Date.now();
  const played = await playHistory(engine, history, PATIENCE);
  const { violation, remedies, operations, kills } = played;
  const title = `seed ${history.seed} on ${history.host}: ${operations} operations, ${kills} kills`;
  summary.histories++;
  summary.operations += operations;
  summary.kills += kills;
  for (const name of remedies) {
    summary.remedies[name] = (summary.remedies[name] ?? 0) + 1;
  }
  if (violation === undefined) {
    return say(`${[title, ...remedies].join(", ")} (${seconds(Date.now() - start)})`);
  }
  summary.wrong++;
  say(`${title}: WRONG, ${violation}; see ${writeHistory(history, played)}`);
  if (shrinks) {
    const smallest = await shrink(
      engine,
      { history, played },
      { end: Math.min(end, Date.now() + SHRINKING_MS), patience: PATIENCE },
    );
    say(
      `  seed ${history.seed} on ${history.host}: ${smallest.history.steps.length} of ${history.steps.length} steps do it: ${smallest.played.violation}`,
    );
    writeHistory(smallest.history, smallest.played);
  }
}

/**
 * Writes the history for people and for `--play`.
 * @param {History} history
 * @param {Played} played
 */
function writeHistory(history, played) {
  const file = path.join(WORK, "torture", `${history.seed}-${history.host}`);
  const steps = history.steps.map((step) => `· ${textOf(step)}`);
  fs.writeFileSync(`${file}.txt`, [...steps, "", played.report, ""].join("\n"));
  fs.writeFileSync(`${file}.json`, JSON.stringify(history, undefined, 2));
  return `${file}.txt`;
}

main().catch((error) => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
