// @ts-check
"use strict";

/** @typedef {import("edgecloud-emulator").FaultInput} FaultInput */
/** @typedef {import("./index").Fault} Fault */
/** @typedef {import("./index").Trouble} Trouble */
/** @typedef {import("./random").Random} Random */

const ALWAYS = 1_000_000;

const FUNCTIONS = "/cloud/v1/faas/*";
const away = { status: 503, body: { message: "away" } };

/**
 * What goes wrong, each from one of the first requests that it is for.
 * @type {Record<string, (random: Random) => Fault[]>}
 */
const troubles = {
  "asked to slow down": (random) => [
    {
      ...anyRequest(random),
      times: 2,
      answer: { status: 429, headers: { "Retry-After": "1" }, body: { message: "slow" } },
    },
  ],
  "503 once": (random) => [{ ...anyRequest(random), answer: away }],
  "503 from then on": (random) => [{ ...anyRequest(random), times: ALWAYS, answer: away }],
  "reset before": (random) => [{ ...oneChange(random), reset: "before" }],
  "answer lost": (random) => [{ ...oneChange(random), ...lost(random) }],
  "answer lost, and nothing more can be read": (random) => [
    { ...oneChange(random), ...lost(random) },
    { method: "GET", path: "/*", skip: random.upTo(6), times: ALWAYS, answer: away },
  ],
  "answers lost from then on": (random) => [{ ...oneChange(random), times: ALWAYS, ...lost(random) }],
  "taken, and 503 from then on": (random) => [
    { ...oneChange(random), delayMs: 0 },
    { path: "/*", skip: random.upTo(8), times: ALWAYS, answer: away },
  ],
  "404 of a proxy": (random) => [
    { ...anyRequest(random), times: random.pick([1, ALWAYS]), answer: { status: 404, body: "default backend - 404" } },
  ],
  "not JSON": (random) => [{ ...anyRequest(random), broken: random.pick(["truncated", "malformed"]) }],
  403: (random) => [{ ...oneChange(random), answer: { status: 403, body: { message: "not now" } } }],
  "a task fails": (random) => [{ ...functionChange(random), tasks: { end: "ERROR", error: "no capacity" } }],
  "a build fails": (random) => [
    {
      ...functionChange(random),
      tasks: { end: "ERROR", error: "build failed", keeps: true, buildMessage: "line 1: syntax" },
    },
  ],
  "answer lost, and the build fails": (random) => [
    {
      ...functionChange(random),
      ...lost(random),
      tasks: { end: "ERROR", error: "build failed", keeps: true, buildMessage: "line 1: syntax" },
    },
  ],
};

/** @param {Random} random */
function anyRequest(random) {
  return { path: "/*", skip: random.upTo(10) - 1 };
}

/** @param {Random} random */
function oneChange(random) {
  return { onlyChanges: true, path: random.pick(["/*", "/*", FUNCTIONS]), skip: random.pick([0, 0, 1, 2]) };
}

/** @param {Random} random */
function functionChange(random) {
  return { onlyChanges: true, path: FUNCTIONS, skip: random.pick([0, 0, 1]) };
}

/**
 * The platform carries the request out, and nobody hears of it.
 * @param {Random} random
 * @returns {Partial<FaultInput>}
 */
function lost(random) {
  return random.hits(0.5) ? { reset: "after" } : { answer: { status: 502, body: "bad gateway", applied: true } };
}

/**
 * As the emulator takes it.
 * @param {Fault} fault
 * @returns {FaultInput}
 */
function inputOf({ onlyChanges, ...fault }) {
  return onlyChanges ? { ...fault, when: ({ method }) => method !== "GET" } : fault;
}

/**
 * @param {Random} random
 * @returns {Trouble}
 */
function drawTrouble(random) {
  const name = random.pick(Object.keys(troubles));
  return { name, faults: /** @type {(random: Random) => Fault[]} */ (troubles[name])(random) };
}

module.exports = { drawTrouble, inputOf };
