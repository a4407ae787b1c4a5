// @ts-check
"use strict";

/** @typedef {import("./index").Phase} Phase */
/** @typedef {import("./index").Point} Point */

/** Longer than any run: what is held then comes to nothing. */
const HELD_MS = 600_000;

/** How long a task stands still unless the emulator's clock is advanced. */
const TASK_MS = 3_600_000;

const GROUPS = "/cdn/origin_groups";
const SNAPSHOTS = "/cloud/v1/snapshots/*";
const FUNCTIONS = "/cloud/v1/faas/*/functions";

const notHandled = { delayMs: HELD_MS };
const handled = { answerDelayMs: HELD_MS };

/** @type {[Phase, string, Point["fault"]][]} */
const table = [
  ["create", "group POST, not handled", { method: "POST", path: GROUPS, ...notHandled }],
  ["create", "group POST, handled", { method: "POST", path: GROUPS, ...handled }],
  ["create", "snapshot PATCH, not handled", { method: "PATCH", path: SNAPSHOTS, ...notHandled }],
  ["create", "snapshot PATCH, handled", { method: "PATCH", path: SNAPSHOTS, ...handled }],
  ["create", "function POST, not handled", { method: "POST", path: FUNCTIONS, ...notHandled }],
  ["create", "function POST, handled", { method: "POST", path: FUNCTIONS, ...handled }],
  ["create", "function task NEW", { method: "POST", path: FUNCTIONS, tasks: { newMs: TASK_MS } }],
  ["create", "function task RUNNING", { method: "POST", path: FUNCTIONS, tasks: { runningMs: TASK_MS } }],
  ["update", "group PUT, not handled", { method: "PUT", path: `${GROUPS}/*`, ...notHandled }],
  ["update", "group PUT, handled", { method: "PUT", path: `${GROUPS}/*`, ...handled }],
  ["update", "snapshot PATCH, not handled", { method: "PATCH", path: SNAPSHOTS, ...notHandled }],
  ["update", "snapshot PATCH, handled", { method: "PATCH", path: SNAPSHOTS, ...handled }],
  ["update", "function PATCH, not handled", { method: "PATCH", path: `${FUNCTIONS}/*`, ...notHandled }],
  ["update", "function PATCH, handled", { method: "PATCH", path: `${FUNCTIONS}/*`, ...handled }],
  ["update", "function task RUNNING", { method: "PATCH", path: `${FUNCTIONS}/*`, tasks: { runningMs: TASK_MS } }],
  ["refresh", "group GET", { method: "GET", path: `${GROUPS}/*`, ...notHandled }],
  ["refresh", "snapshot GET", { method: "GET", path: SNAPSHOTS, ...notHandled }],
  ["refresh", "function GET", { method: "GET", path: `${FUNCTIONS}/*`, ...handled }],
  ["destroy", "group DELETE, not handled", { method: "DELETE", path: `${GROUPS}/*`, ...notHandled }],
  ["destroy", "group DELETE, handled", { method: "DELETE", path: `${GROUPS}/*`, ...handled }],
  ["destroy", "snapshot PATCH, not handled", { method: "PATCH", path: SNAPSHOTS, ...notHandled }],
  ["destroy", "snapshot PATCH, handled", { method: "PATCH", path: SNAPSHOTS, ...handled }],
  ["destroy", "function DELETE, not handled", { method: "DELETE", path: `${FUNCTIONS}/*`, ...notHandled }],
  ["destroy", "function DELETE, handled", { method: "DELETE", path: `${FUNCTIONS}/*`, ...handled }],
  ["destroy", "function task RUNNING", { method: "DELETE", path: `${FUNCTIONS}/*`, tasks: { runningMs: TASK_MS } }],
];

/** @param {Phase} phase */
function ofPhase(phase) {
  return table.filter(([of]) => of === phase).map(([, name, fault]) => ({ phase, name, fault }));
}

const points = {
  create: ofPhase("create"),
  update: ofPhase("update"),
  refresh: ofPhase("refresh"),
  destroy: ofPhase("destroy"),
};

/**
 * The n-th request of an operation, whatever it is, or the n-th that changes something.
 * @param {"request" | "change"} what
 * @param {number} n
 * @param {boolean} isHandled
 * @returns {Point}
 */
function nth(what, n, isHandled) {
  const onlyChanges = what === "change" && { onlyChanges: true };
  const name = `${what} ${n}, ${isHandled ? "handled" : "not handled"}`;
  return { name, fault: { path: "/*", ...onlyChanges, skip: n - 1, ...(isHandled ? handled : notHandled) } };
}

/**
 * Whether the log shows that the point has come.
 * @param {Point} point
 * @param {number} faultId
 * @param {import("edgecloud-emulator").RequestLogEntry[]} requests
 */
function hasCome({ fault }, faultId, requests) {
  const hit = requests.findIndex((request) => request.fault === faultId);
  const looks = requests.slice(hit).filter(({ path, status }) => path.includes("/tasks/") && status === 200);
  return hit >= 0 && (fault.tasks === undefined || looks.length > 0);
}

module.exports = { TASK_MS, hasCome, nth, points };
