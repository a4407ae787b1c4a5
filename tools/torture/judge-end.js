// @ts-check
"use strict";

const { declaredContent, urnsOf } = require("./declared");
const { isAlike, keyOf, thingOf } = require("./platform");
const { failIf } = require("./violation");

/** @typedef {import("./index").Around} Around */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Resource} Resource */
/** @typedef {import("./index").Thing} Thing */
/** @typedef {import("./ledger").Ledger} Ledger */

/**
 * Holds the end of all operations against the program: everything is as declared, once, and nothing else has changed.
 * @param {Pick<Around, "program" | "after">} around
 * @param {Ledger} ledger
 */
function judgeConverged({ program, after }, ledger) {
  const { state, platform } = after;
  const isDeclared = (/** @type {Held} */ { urn }) => program.resources.some((one) => urnsOf(one, program)[0] === urn);
  const known = new Set(state.flatMap((held) => thingOf(held, platform) ?? []));
  failIf([
    ...program.resources.flatMap((resource) => problemOfResource(resource, program, after)),
    ...state.filter((held) => !isDeclared(held)).map(({ urn }) => `the state has ${urn}, which is not in the program`),
    ...[...platform.things.values()]
      .filter((thing) => !known.has(thing))
      .flatMap((thing) => problemOfOther(thing, program, ledger)),
    ...missing(ledger, platform),
    ...ledger.snapshots.problems(platform),
  ]);
}

/**
 * @param {Resource} resource
 * @param {Around["program"]} program
 * @param {Around["after"]} after
 * @returns {string[]}
 */
function problemOfResource(resource, program, { state, platform }) {
  const { slot, kind } = resource;
  const held = state.find(({ urn }) => urn === urnsOf(resource, program)[0]);
  if (!held) {
    return [`${slot} is not in the state`];
  }
  if (kind === "snapshot") {
    return [];
  }
  const thing = thingOf(held, platform);
  if (!thing) {
    return [`${slot} (${resource.args.name}) is not on the platform, but in the state as ${held.id}`];
  }
  const declared = declaredContent(resource);
  const differing = Object.keys(declared).filter((key) => !isAlike(thing.content[key], declared[key]));
  return [
    ...differing.map(
      (key) => `${slot}: ${key} is ${JSON.stringify(thing.content[key])} and not ${JSON.stringify(declared[key])}`,
    ),
    ...(thing.works ? [] : [`${slot} (${thing.name}): the last build has failed`]),
    ...(kind === "function" && held.outputs.functionId !== thing.id
      ? [`${slot}: the state has the ID ${held.outputs.functionId} and the platform ${thing.id}`]
      : []),
  ];
}

/**
 * What is on the platform and in no state.
 * @param {Thing} thing
 * @param {Around["program"]} program
 * @param {Ledger} ledger
 * @returns {string[]}
 */
function problemOfOther(thing, program, ledger) {
  const { kind, name, content } = thing;
  const key = keyOf(thing);
  const other = ledger.others.get(key);
  if (other) {
    return isAlike(other.content, content) ? [] : [`${kind} ${name} of somebody else has changed`];
  }
  const isDeclared = program.resources.some((resource) => resource.kind === kind && resource.args.name === name);
  return ledger.strays.has(key) && !isDeclared ? [] : [`${kind} ${name} (${thing.id}) is left on the platform`];
}

/**
 * @param {Ledger} ledger
 * @param {import("./index").Seen} platform
 */
function missing(ledger, { things }) {
  return [...ledger.others]
    .filter(([key]) => !things.has(key))
    .map(([, { kind, name }]) => `${kind} ${name} of somebody else is gone`);
}

module.exports = { judgeConverged };
