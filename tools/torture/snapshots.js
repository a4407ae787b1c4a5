// @ts-check
"use strict";

const { urnsOf } = require("./declared");

/** @typedef {import("./index").Around} Around */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Program} Program */
/** @typedef {import("./index").Seen} Seen */

/** Name and tags of a snapshot, or a part of them, as one list: `name`, `tags.team`. What is undefined is not there. */
/** @typedef {Map<string, string | undefined>} Values */

/**
 * What the snapshots must be once everything is as declared, and go back to when it is destroyed. Their resources make
 * nothing and delete nothing: what they have found has to come back.
 */
class SnapshotLedger {
  /** @param {Seen} platform */
  constructor({ snapshots }) {
    /** @type {Map<string, Values>} */
    this.expected = new Map([...snapshots].map(([id, snapshot]) => [id, valuesOf(snapshot)]));
    /** What each resource of the state has found, by its URN. */
    /** @type {Map<string, Values>} */
    this.found = new Map();
  }

  /**
   * What somebody does by hand stays, unless a resource manages it.
   * @param {string} id
   * @param {{ name?: string, tags?: Record<string, string | null> }} changed
   * @param {Held[]} state
   * @param {Program} program
   */
  noteByHand(id, changed, state, program) {
    const managed = managedOf(id, state, program);
    for (const [key, value] of valuesOf(changed)) {
      if (!managed.has(key)) {
        this.expectedOf(id).set(key, value);
      }
    }
  }

  /** @param {Around} around */
  noteOperation(around) {
    const { operation, program, isDisturbed, before, after } = around;
    if (operation !== "up" && operation !== "destroy") {
      return;
    }
    this.noteMoves(around);
    const isLeft = (/** @type {Held} */ { urn }) => !after.state.some((held) => held.urn === urn);
    for (const held of before.state.filter(isSnapshot).filter(isLeft)) {
      this.noteEnd(held, around);
    }
    for (const held of after.state.filter(isSnapshot)) {
      this.noteFound(held, around);
      this.noteDeclared(
        held,
        before.state.find(({ urn }) => urn === held.urn),
      );
    }
    if (isDisturbed) {
      this.noteUnknown(program, after);
    }
  }

  /**
   * What is wrong with the snapshots, if anything.
   * @param {Seen} platform
   */
  problems({ snapshots }) {
    return [...snapshots].flatMap(([id, snapshot]) => {
      const [actual, expected] = [valuesOf(snapshot), this.expectedOf(id)];
      const keys = [...new Set([...actual.keys(), ...expected.keys()])];
      return keys
        .filter((key) => actual.get(key) !== expected.get(key))
        .map(
          (key) => `snapshot ${id.slice(-1)}: ${key} is ${shown(actual.get(key))} and not ${shown(expected.get(key))}`,
        );
    });
  }

  /**
   * A resource that has another URN by an alias is the same resource.
   * @param {Around} around
   */
  noteMoves({ program, after }) {
    for (const resource of program.resources) {
      const [urn = "", ...others] = urnsOf(resource, program);
      const former = others.find((other) => this.found.has(other));
      const isThere = after.state.some((held) => held.urn === urn);
      if (former && isThere && !this.found.has(urn) && !after.state.some((held) => held.urn === former)) {
        this.found.set(urn, this.foundBy(former));
        this.found.delete(former);
      }
    }
  }

  /**
   * A resource that goes leaves to others what they manage too, and puts back the rest, unless it was to be retained.
   * @param {Held} held
   * @param {Around} around
   */
  noteEnd(held, { operation, program, before, after }) {
    const id = snapshotIdOf(held);
    if (!this.found.has(held.urn)) {
      return;
    }
    const others = managedOf(id, after.state, operation === "destroy" ? { ...program, resources: [] } : program);
    const [declared, earlier, now] = [declaredBy(held), valuesIn(before.platform, id), valuesIn(after.platform, id)];
    for (const [key, value] of this.foundBy(held.urn)) {
      if (others.has(key)) {
        continue;
      }
      if (held.outputs.onDestroy === "retain") {
        this.expectedOf(id).set(key, now.get(key));
      } else if (declared.has(key) || [undefined, value].includes(earlier.get(key))) {
        // What is there although it is no longer declared is somebody else's, unless a killed run has put it back.
        this.expectedOf(id).set(key, value);
      }
    }
    this.found.delete(held.urn);
  }

  /**
   * What a resource begins to manage was, for this resource, before what it was at the beginning of that operation.
   * @param {Held} held
   * @param {Around} around
   */
  noteFound(held, { options, before }) {
    const { urn, outputs } = held;
    const isReplaced =
      options.replace?.includes(urn) || before.state.some((other) => other.urn === urn && other.isTainted);
    if (isReplaced && outputs.onDestroy === "retain") {
      this.found.delete(urn);
    }
    const found = this.foundBy(urn);
    const declared = declaredBy(held);
    for (const key of declared.keys()) {
      if (!found.has(key)) {
        found.set(key, valuesIn(before.platform, snapshotIdOf(held)).get(key));
      }
    }
    for (const [key, value] of found) {
      // What it has added and removed again belongs to whoever adds it next.
      if (value === undefined && !declared.has(key)) {
        found.delete(key);
      }
    }
    this.found.set(urn, found);
  }

  /**
   * @param {Held} held
   * @param {Held | undefined} earlier
   */
  noteDeclared(held, earlier) {
    const declared = declaredBy(held);
    const removed = [...(earlier ? declaredBy(earlier).keys() : [])].filter((key) => !declared.has(key));
    for (const key of removed) {
      this.expectedOf(snapshotIdOf(held)).set(key, undefined);
    }
    for (const [key, value] of declared) {
      this.expectedOf(snapshotIdOf(held)).set(key, value);
    }
  }

  /**
   * What was written by a process that could not say so is found as it is by the next one.
   * @param {Program} program
   * @param {Around["after"]} after
   */
  noteUnknown(program, after) {
    for (const { args } of program.resources.filter(({ kind }) => kind === "snapshot")) {
      const id = String(args.snapshotId);
      const known = managedOf(id, after.state, { ...program, resources: [] });
      for (const key of [...valuesOf(args).keys()].filter((key) => !known.has(key))) {
        this.expectedOf(id).set(key, valuesIn(after.platform, id).get(key));
      }
    }
  }

  /** @param {string} id */
  expectedOf(id) {
    return /** @type {Values} */ (this.expected.get(id));
  }

  /** @param {string} urn */
  foundBy(urn) {
    return this.found.get(urn) ?? new Map();
  }
}

/** @param {Held} held */
function isSnapshot({ kind }) {
  return kind === "snapshot";
}

/** @param {Held} held */
function snapshotIdOf({ id }) {
  return String(id.split("/").at(-1));
}

/**
 * What resources of the state or of the program manage of a snapshot.
 * @param {string} id
 * @param {Held[]} state
 * @param {Program} program
 */
function managedOf(id, state, { resources }) {
  const held = state.filter((held) => isSnapshot(held) && snapshotIdOf(held) === id);
  const declared = resources.filter(({ kind, args }) => kind === "snapshot" && args.snapshotId === id);
  return new Set([
    ...held.flatMap((one) => [...declaredBy(one).keys()]),
    ...declared.flatMap(({ args }) => [...valuesOf(args).keys()]),
  ]);
}

/** @param {Held} held */
function declaredBy({ outputs: { name, managesName, tags } }) {
  return valuesOf({ ...(managesName && { name }), tags });
}

/**
 * @param {Seen} platform
 * @param {string} id
 */
function valuesIn({ snapshots }, id) {
  return valuesOf(snapshots.get(id) ?? {});
}

/**
 * @param {{ name?: string, tags?: Record<string, string | null> }} part
 * @returns {Values}
 */
function valuesOf({ name, tags = {} }) {
  const ofTags = Object.entries(tags).map(([key, value]) => /** @type {const} */ ([`tags.${key}`, value ?? undefined]));
  return new Map([...(name === undefined ? [] : [/** @type {const} */ (["name", name])]), ...ofTags]);
}

/** @param {string | undefined} value */
function shown(value) {
  return value === undefined ? "absent" : JSON.stringify(value);
}

module.exports = { SnapshotLedger };
