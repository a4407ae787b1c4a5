// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { ensureEngine } = require("../engine");
const { WORK } = require("../paths");
const { say, seconds } = require("../terminal");
const { Life } = require("./life");
const { nthRequest, points } = require("./points");

/** @typedef {import("./index").Phase} Phase */

const VICTIMS = /** @type {const} */ (["host", "engine", "program"]);

/** About how many requests a phase makes. */
const REQUESTS = { create: 9, update: 12, refresh: 3, destroy: 10 };

/** @type {{ rounds: number, notReached: number, wrong: number, remedies: Record<string, number> }} */
const summary = { rounds: 0, notReached: 0, wrong: 0, remedies: {} };

/** `npm run torture -- --minutes 10 [--seed 7]`: kills at random points until the time is over. */
async function main() {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const [minutes, seed] = [Number(values.minutes ?? 10), Number(values.seed ?? Date.now() % 1_000_000)];
  if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
    throw new Error("Usage: npm run torture -- [--minutes 10] [--seed 7]");
  }
  const engine = await ensureEngine(say);
  say(`Seed: ${seed}; the same one chooses the same kills (npm run torture -- --seed ${seed})`);
  const pick = picker(seed);
  for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
    await liveOnce(engine, pick, end, seed);
  }
  const remedies = Object.entries(summary.remedies).map(([name, count]) => `${name} ${count}`);
  say(
    `\n${summary.rounds} rounds, ${summary.notReached} of them over before the kill, ${summary.wrong} wrong; ` +
      `advice followed: ${remedies.join(", ") || "none"}; seed ${seed}`,
  );
  process.exitCode = summary.wrong === 0 ? 0 : 1;
}

/**
 * One stack from its creation to its end, or to the first round that ends wrong.
 * @param {import("../engine").Engine} engine
 * @param {Pick} pick
 * @param {number} end
 * @param {number} seed
 */
async function liveOnce(engine, pick, end, seed) {
  /** @type {Phase[]} */
  const between = Array.from({ length: pick([0, 1, 2]) }, () => pick(["update", "refresh"]));
  // Drawn before anything runs, so that the same seed chooses the same kills.
  const kills = /** @type {Phase[]} */ (["create", ...between, "destroy"]).map((phase) => draw(phase, pick));
  const life = await Life.start(engine);
  try {
    for (const kill of kills) {
      if (Date.now() > end || !(await tryRound(life, kill, seed))) {
        return;
      }
    }
  } finally {
    await life.close();
  }
}

/**
 * @param {Phase} phase
 * @param {Pick} pick
 */
function draw(phase, pick) {
  const n = pick(Array.from({ length: REQUESTS[phase] }, (_, index) => index + 1));
  const anywhere = nthRequest(phase, n, pick([true, false]));
  const named = pick(points[phase]);
  return { point: pick([anywhere, named]), victim: pick(VICTIMS) };
}

/**
 * @param {Life} life
 * @param {ReturnType<typeof draw>} kill
 * @param {number} seed
 */
async function tryRound(life, { point, victim }, seed) {
  const title = `#${++summary.rounds} ${point.phase}, ${victim} killed at: ${point.name}`;
  const start = Date.now();
  try {
    const { wasReached, remedies } = await life.round(point, victim);
    summary.notReached += wasReached ? 0 : 1;
    for (const name of remedies) {
      summary.remedies[name] = (summary.remedies[name] ?? 0) + 1;
    }
    const outcome = [wasReached ? "converged" : "over before the kill", ...remedies].join(", ");
    say(`${title}: ${outcome} (${seconds(Date.now() - start)})`);
    return true;
  } catch (error) {
    summary.wrong++;
    const file = path.join(WORK, "torture", `${seed}-${summary.rounds}.txt`);
    fs.writeFileSync(file, life.report());
    say(`${title}: WRONG, ${error instanceof Error ? error.message.split("\n")[0] : error}; see ${file}`);
    return false;
  }
}

/** @typedef {<Choice>(choices: readonly Choice[]) => Choice} Pick */

/**
 * Chooses by a generator that the seed starts (mulberry32).
 * @param {number} seed
 * @returns {Pick}
 */
function picker(seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (choices) => /** @type {any} */ (choices[Math.floor(random() * choices.length)]);
}

main().catch((error) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
