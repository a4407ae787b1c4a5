// @ts-check
"use strict";

const { urnsOf } = require("./declared");
const { keyOf, thingOf } = require("./platform");

/** @typedef {import("./index").Around} Around */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Resource} Resource */
/** @typedef {import("./index").Thing} Thing */

/**
 * Whether the operation may take the thing away from this resource of the state.
 * @param {Held} held
 * @param {Around} around
 */
function isGoing(held, around) {
  const { operation, options, program } = around;
  if (operation === "destroy") {
    return options.target === undefined || isTarget(held, around);
  }
  const resource = resourceOf(held, around);
  if (!resource) {
    return true;
  }
  const { args, kind, replaceOnChanges } = resource;
  const isAnother =
    kind === "group"
      ? args.originGroupId !== undefined && String(args.originGroupId) !== held.id
      : kind === "function" && (args.name !== held.outputs.name || args.runtime !== held.outputs.runtime);
  const urns = urnsOf(resource, program);
  const isReplaced =
    held.isTainted || replaceOnChanges.length > 0 || options.replace?.some((urn) => urns.includes(urn));
  return operation === "up" && (isAnother || isReplaced === true);
}

/**
 * Targets of a destroy, and what depends on them.
 * @param {Held} held
 * @param {Around} around
 * @returns {boolean}
 */
function isTarget(held, around) {
  const resource = resourceOf(held, around);
  return (
    around.options.target?.includes(held.urn) === true ||
    around.before.state.some(
      (other) =>
        other !== held &&
        resource?.dependsOn.includes(resourceOf(other, around)?.slot ?? "") &&
        isTarget(other, around),
    )
  );
}

/**
 * Whether a resource of the program adopts the thing, other than those.
 * @param {Thing} thing
 * @param {Held[]} without
 * @param {Around} around
 */
function isAwaited({ kind, id, name }, without, around) {
  const { operation, program } = around;
  const others = program.resources.filter((one) => !without.some((held) => resourceOf(held, around) === one));
  return (
    operation === "up" &&
    others.some(({ kind: own, args }) =>
      kind === "group"
        ? own === kind && String(args.originGroupId) === id
        : own === kind && args.adopt && args.name === name,
    )
  );
}

/**
 * @param {Held} held
 * @param {Around} around
 */
function resourceOf({ urn }, { program }) {
  return program.resources.find((resource) => urnsOf(resource, program).includes(urn));
}

/**
 * @param {Resource} resource
 * @param {Around} around
 */
function heldBy(resource, { program, before }) {
  return before.state.find(({ urn }) => urnsOf(resource, program).includes(urn));
}

/**
 * @param {Thing} thing
 * @param {Around["before"]} moment
 */
function holdersOf(thing, { state, platform }) {
  return state.filter((held) => isOf(thing, held, { state, platform }));
}

/**
 * @param {Thing} thing
 * @param {Held} held
 * @param {Around["before"]} moment
 */
function isOf(thing, held, { platform }) {
  const own = thingOf(held, platform);
  return own !== undefined && keyOf(own) === keyOf(thing);
}

/**
 * The creation of a function is not over: then nobody knows yet whether it is the resource's own.
 * @param {Held} held
 */
function isUnproven({ kind, outputs }) {
  return kind === "function" && outputs.functionId === undefined;
}

/** @param {Held} held */
function policyOf({ outputs: { onDestroy, adopted } }) {
  return onDestroy ?? (adopted ? "retain" : "delete");
}

/**
 * @param {string} id
 * @param {Around} around
 */
function isSnapshotManaged(id, { before, program }) {
  return (
    before.state.some((held) => held.kind === "snapshot" && held.id.endsWith(id)) ||
    program.resources.some(({ args }) => args.snapshotId === id)
  );
}

module.exports = {
  heldBy,
  holdersOf,
  isAwaited,
  isGoing,
  isOf,
  isSnapshotManaged,
  isUnproven,
  policyOf,
  resourceOf,
};
