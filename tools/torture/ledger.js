// @ts-check
"use strict";

const { urnsOf } = require("./declared");
const { keyOf, thingOf } = require("./platform");
const { SnapshotLedger } = require("./snapshots");

/** @typedef {import("./index").Around} Around */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Program} Program */
/** @typedef {import("./index").Seen} Seen */
/** @typedef {import("./index").Thing} Thing */

/** What no state and no platform can tell: whose everything is, and what was there before. */
class Ledger {
  /** @param {Seen} platform */
  constructor(platform) {
    /** What the program never managed, or has let go: nobody may change it. By `keyOf`. */
    /** @type {Map<string, Thing>} */
    this.others = new Map(platform.things);
    /** What was created by a process that could not say so; a later run finds it, or nobody does. */
    /** @type {Set<string>} */
    this.strays = new Set();
    /** What each adopted group was before, by the URN of its resource. */
    /** @type {Map<string, { id: string, thing: Thing }>} */
    this.found = new Map();
    this.snapshots = new SnapshotLedger(platform);
  }

  /**
   * Somebody has changed groups or functions by hand.
   * @param {Seen} before
   * @param {Seen} after
   */
  noteByHand(before, after) {
    for (const [key, thing] of after.things) {
      const isHeld = before.things.has(key) && !this.others.has(key) && !this.strays.has(key);
      if (!isHeld && !this.strays.has(key)) {
        this.others.set(key, thing);
      }
    }
    for (const key of [...this.others.keys(), ...this.strays].filter((key) => !after.things.has(key))) {
      this.others.delete(key);
      this.strays.delete(key);
    }
  }

  /** @param {Around} around */
  noteOperation(around) {
    const { before, after } = around;
    const held = new Set(keysHeld(after.state, after.platform));
    const letGo = keysHeld(before.state, before.platform).filter((key) => !held.has(key));
    for (const [key, thing] of after.platform.things) {
      const isNew = !before.platform.things.has(key);
      if (held.has(key)) {
        this.others.delete(key);
        this.strays.delete(key);
      } else if (isNew) {
        this.strays.add(key);
      } else if (letGo.includes(key)) {
        this.others.set(key, thing);
      }
    }
    this.noteFound(around);
    this.snapshots.noteOperation(around);
  }

  /**
   * A group that a resource of the state has adopted now was, for this resource, before what it was at the beginning of
   * the operation.
   * @param {Around} around
   */
  noteFound({ options, program, before, after }) {
    for (const resource of program.resources) {
      const [urn = "", ...others] = urnsOf(resource, program);
      const former = others.find((other) => this.found.has(other) && !after.state.some((held) => held.urn === other));
      if (former && !this.found.has(urn)) {
        this.found.set(urn, /** @type {any} */ (this.found.get(former)));
      }
    }
    for (const held of after.state.filter(({ kind, outputs }) => kind === "group" && outputs.adopted)) {
      const { urn, id } = held;
      const earlier = before.state.find((other) => other.urn === urn);
      const isReplaced = options.replace?.includes(urn) || earlier?.isTainted;
      const isRestored = earlier?.outputs.onDestroy === "restore";
      const thing = thingOf(held, before.platform);
      if (thing && (this.found.get(urn)?.id !== id || (isReplaced && !isRestored))) {
        this.found.set(urn, { id, thing });
      }
    }
  }
}

/**
 * @param {Held[]} state
 * @param {Seen} platform
 */
function keysHeld(state, platform) {
  return state.flatMap((held) => {
    const thing = thingOf(held, platform);
    return thing ? [keyOf(thing)] : [];
  });
}

module.exports = { Ledger, keysHeld };
