// @ts-check
"use strict";

const { SNAPSHOT_IDS, urnsOf } = require("./declared");
const { applyEdit, slotIn } = require("./edits");
const { change, changeSnapshot, look, make, remove, thingOf } = require("./platform");
const { destroy, settle } = require("./settle");
const { Stack } = require("./stack");
const { Violation } = require("./violation");

/** @typedef {import("./index").ByHand} ByHand */
/** @typedef {import("./index").Edit} Edit */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Operate} Operate */
/** @typedef {import("./index").Step} Step */

/** @type {typeof import("./index").playHistory} */
async function playHistory(engine, { host, parallel, steps }, patience) {
  const stack = await Stack.start(engine, { ...patience, parallel });
  stack.program.host = host;
  /** @type {string[]} */
  const remedies = [];
  /** @type {Step[]} */
  const played = [];
  const ended = () => ({
    steps: played,
    remedies,
    operations: stack.operations,
    kills: stack.kills,
    report: stack.report(),
  });
  try {
    for (const step of steps) {
      played.push(step);
      const done = await playStep(stack, step);
      stack.say(...(done ? [] : ["  (left out: it makes no sense here)"]));
      played.splice(done ? played.length : -1);
      remedies.push(...(done ?? []));
    }
    remedies.push(...(await destroy(stack)));
    return ended();
  } catch (error) {
    if (!(error instanceof Violation)) {
      throw error;
    }
    stack.say(`── WRONG: ${error.message}`);
    return { ...ended(), violation: error.message };
  } finally {
    await stack.close();
  }
}

/**
 * Answers the advice that was followed; undefined if the step makes no sense there.
 * @param {Stack} stack
 * @param {Step} step
 * @returns {Promise<string[] | undefined>}
 */
async function playStep(stack, step) {
  stack.say(`· ${textOf(step)}`);
  switch (step.do) {
    case "operate":
      return (await operate(stack, step)) ? [] : undefined;
    case "settle":
      return settle(stack, step);
    case "byHand":
      return playByHand(stack, step) ? [] : undefined;
    default:
      return playEdit(stack, step) ? [] : undefined;
  }
}

/**
 * @param {Stack} stack
 * @param {Edit} edit
 */
function playEdit(stack, edit) {
  const program = structuredClone(stack.program);
  const isDone = applyEdit({ program, ...stack.look() }, edit);
  stack.program = isDone ? program : stack.program;
  return isDone;
}

/**
 * @param {Stack} stack
 * @param {ByHand} step
 */
function playByHand(stack, step) {
  const before = stack.look();
  const isDone = changeByHand(stack, step, before);
  if (step.what !== "tag" && step.what !== "name") {
    stack.ledger.noteByHand(before.platform, look(stack.emulator.state()));
  }
  return isDone;
}

/**
 * @param {Stack} stack
 * @param {ByHand} step
 * @param {ReturnType<Stack["look"]>} before
 * @returns {boolean}
 */
function changeByHand(stack, step, { state, platform }) {
  const { emulator, program, ledger } = stack;
  if (step.what === "make") {
    return make(emulator, step.kind, step.name);
  }
  if (step.what === "tag" || step.what === "name") {
    const id = String(SNAPSHOT_IDS[step.snapshot]);
    const changed = step.what === "name" ? { name: step.name } : { tags: { [step.key]: step.value } };
    changeSnapshot(emulator, id, changed);
    ledger.snapshots.noteByHand(id, changed, state, program);
    stack.isDrifted = true;
    return true;
  }
  const resource = slotIn(program, step.slot);
  const held = resource && state.find(({ urn }) => urnsOf(resource, program).includes(urn));
  const thing = held && thingOf(held, platform);
  if (!thing) {
    return false;
  }
  stack.isDrifted = true;
  if (step.what === "change") {
    change(emulator, thing, step.version);
    return true;
  }
  remove(emulator, thing);
  return step.what === "delete" || make(emulator, thing.kind, thing.name);
}

/**
 * @param {Stack} stack
 * @param {Operate} step
 */
async function operate(stack, { operation, refresh, slot, trouble, kill }) {
  const resource = slotIn(stack.program, slot ?? "");
  const urn = resource && urnsOf(resource, stack.program)[0];
  const held = stack.look().state.find((one) => one.urn === urn);
  if (slot !== undefined && (!held || isShared(stack, held))) {
    return false;
  }
  const chosen = held && { [operation === "up" ? "replace" : "target"]: [held.urn] };
  await stack.operate(operation, { ...(refresh && { refresh }), ...chosen }, { faults: trouble?.faults, kill });
  return true;
}

/**
 * Whether another resource has the same object: of this, `docs/reliability.md` promises nothing.
 * @param {Stack} stack
 * @param {Held} held
 */
function isShared(stack, held) {
  const { state, platform } = stack.look();
  const thing = thingOf(held, platform);
  return state.some((other) => other !== held && (thing ? thingOf(other, platform) === thing : other.id === held.id));
}

/**
 * A step in words.
 * @param {Step} step
 * @returns {string}
 */
function textOf(step) {
  if (step.do === "operate") {
    const { operation, refresh, slot, trouble, kill } = step;
    const disturbance = trouble && `with ${trouble.name} ${JSON.stringify(trouble.faults)}`;
    const killed = kill && `with the ${kill.victim} killed at: ${kill.point.name}`;
    return [operation, slot, refresh && "--refresh", disturbance, killed].filter(Boolean).join(" ");
  }
  const details = Object.entries(step).filter(([name]) => name !== "do");
  return `${step.do} ${details.map(([name, value]) => `${name} ${value}`).join(", ")}`;
}

module.exports = { playHistory, textOf };
