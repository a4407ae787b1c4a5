// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { pulumiProcess } = require("../processes");
const { converge } = require("../converge");
const { deadAddress } = require("../fronts/dead-address");
const { both, groups } = require("../programs");
const { SLOWED, quote } = require("../said");
const { withTrial } = require("../trial");

/** @typedef {import("../index").Row} Row */
/** @typedef {import("../index").Trial} Trial */

const TIMEOUT_SECONDS = 5;
const NAME = "platform.example";

/** @type {Row} */
const toldToWait = {
  name: "retry-after-12",
  situation: "24 s in `Retry-After: 12`, twice",
  before: "nothing is shown",
  aims: { ups: 1 },
  measure: (engine, say) =>
    withTrial(engine, {}, async (trial) => {
      const answer = { status: 429, headers: { "Retry-After": "12" } };
      await trial.platform.addFault({ method: "POST", path: "/cdn/*", times: 2, answer });
      const measured = await converge(trial, groups(1), { needed: 1, say });
      const shown = quote(measured.said, ["live", "note"], SLOWED);
      return {
        ...measured,
        notes: [shown ? `said ${shown}` : "said nothing"],
        problems: shown ? [] : ["nothing is shown"],
      };
    }),
};

/**
 * The first `up` finds no platform, the second one does: nothing arrived, so nothing may be in doubt or in the state.
 * @param {string} name
 * @param {string} situation
 * @param {(trial: Trial) => Promise<import("../index").Front>} front
 * @returns {Row}
 */
const neverStands = (name, situation, front) => ({
  name,
  situation,
  before: "“it is not known whether it was created”, a function stays in the state",
  aims: { ups: 2 },
  measure: (engine, say) =>
    withTrial(engine, {}, async (trial) => {
      const { url, close } = await front(trial);
      try {
        await trial.configure({ baseUrl: url, requestTimeoutSeconds: String(TIMEOUT_SECONDS) });
        let kept = 0;
        const afterEach = async (/** @type {unknown} */ _up, /** @type {number} */ count) => {
          if (count === 1) {
            kept = await trial.resources();
            await trial.configure({ baseUrl: trial.platform.url });
          }
        };
        const measured = await converge(trial, both(1), { needed: 2, say, afterEach });
        const isInDoubt = measured.said.some(({ text }) => text.includes("not known whether"));
        return {
          ...measured,
          notes: [`${kept} in the state after the first \`up\``],
          problems: [...(isInDoubt ? ["doubt where nothing arrived"] : []), ...(kept > 0 ? ["kept in the state"] : [])],
        };
      } finally {
        await close();
      }
    }),
});

/**
 * A name with two addresses: one where a SYN is dropped, and one where nobody listens.
 * @param {Trial} trial
 */
async function twoDeadAddresses(trial) {
  const dead = await deadAddress("127.0.0.2");
  const names = path.join(trial.folder, "names.json");
  fs.writeFileSync(names, JSON.stringify({ [NAME]: ["127.0.0.2", "127.0.0.1"] }));
  await trial.configure({ allowHttp: "true" }, { LOAD_NAMES: names, NODE_OPTIONS: preload("names") });
  return { ...dead, url: `http://${NAME}:${new URL(dead.url).port}` };
}

/** @type {Row} */
const clock = {
  name: "clock",
  situation: "clock set an hour forward while a GET is answered with 503",
  before: "the GET is never retried",
  aims: { ups: 1 },
  measure: (engine, say) =>
    withTrial(engine, {}, async (trial) => {
      await trial.configure({}, { NODE_OPTIONS: preload("clock") });
      const measured = await converge(trial, groups(1), { needed: 1, say });
      const fault = { delayMs: 3_000, answer: { status: 503 } };
      await trial.platform.addFault({ method: "GET", path: "/cdn/origin_groups/*", ...fault });
      let isOver = false;
      const refreshing = trial.run("refresh", groups(1)).finally(() => (isOver = true));
      while (!isOver && (await trial.platform.faultsHit()) === 0) {
        await sleep(50);
      }
      if (!isOver) {
        process.kill(pulumiProcess("host"), "SIGUSR2");
      }
      const { isDone, said } = await refreshing;
      const notes = [isDone ? "the refresh is done" : "the refresh failed"];
      const traffic = await trial.platform.traffic();
      return { ...measured, traffic, error: quote(said, ["error"]), notes, problems: isDone ? [] : notes };
    }),
};

/** @param {string} name */
const preload = (name) => `--require ${JSON.stringify(path.join(__dirname, "../preload", `${name}.js`))}`;

/** @type {Row[]} */
const outages = [
  toldToWait,
  neverStands("syn-dropped", "connection that never stands: SYN dropped", () => deadAddress("127.0.0.1")),
  neverStands(
    "two-addresses",
    "connection that never stands: one address drops SYN, the other one refuses",
    twoDeadAddresses,
  ),
  clock,
];

module.exports = { outages };
