// @ts-check
"use strict";

/** @typedef {import("./index").ByHand} ByHand */
/** @typedef {import("./index").Edit} Edit */
/** @typedef {import("./index").Kind} Kind */
/** @typedef {import("./index").Step} Step */
/** @typedef {import("./random").Random} Random */

/** Few, so that names are taken often. */
const NAMES = ["alpha", "beta", "gamma", "delta"];

const SLOTS = { group: ["g1", "g2", "g3"], function: ["f1", "f2", "f3"], snapshot: ["s1", "s2", "s3"] };
const KINDS = /** @type {Kind[]} */ (Object.keys(SLOTS));
const NAMED = /** @type {const} */ (["group", "function"]);

/** What a user does to the program, and how often. */
const EDITS = {
  add: 5,
  remove: 4,
  content: 6,
  name: 4,
  swap: 2,
  rename: 3,
  move: 2,
  adopt: 3,
  succeed: 3,
  onDestroy: 2,
  runtime: 1,
  dependsOn: 2,
  first: 1,
  replaceOnChanges: 1,
};

const BY_HAND = { change: 4, delete: 2, "make again": 2, make: 2, tag: 3, name: 1 };

/**
 * Draws what users do to the program and to the platform. Follows which slots are in the program, and by which names,
 * so that few steps make no sense.
 */
class EditDrawing {
  /** @type {Map<string, string>} */
  names = new Map();
  version = 0;

  /** @param {Random} random */
  constructor(random) {
    this.random = random;
  }

  /** @returns {Step[]} */
  edit() {
    const what = this.random.weigh(EDITS);
    const slot = this.slot(what === "runtime" ? /^f/ : isForNamed(what) ? /^[gf]/ : /^./);
    const steps = what === "add" || slot === undefined ? [] : this.editOf(what, slot);
    return steps.length > 0 ? steps : this.add(this.random.pick(KINDS));
  }

  /**
   * @param {Exclude<keyof typeof EDITS, "add">} what
   * @param {string} slot
   * @returns {Step[]}
   */
  editOf(what, slot) {
    const { random } = this;
    switch (what) {
      case "remove":
        this.names.delete(slot);
        return [{ do: what, slot }];
      case "content":
        return [{ do: what, slot, version: ++this.version }];
      case "name":
        return [{ do: what, slot, name: this.rename(slot) }];
      case "swap":
        return this.swap(slot);
      case "rename":
        return [{ do: what, slot, resource: `${slot}-${++this.version}`, alias: random.hits(0.5) }];
      case "move":
        return [{ do: what, slot, alias: random.hits(0.5) }];
      case "adopt":
        return this.adopt(random.pick(NAMED));
      case "succeed":
        return this.succeed(slot);
      case "onDestroy":
        return [
          { do: what, slot, onDestroy: random.pick(["delete", "retain", ...(isGroup(slot) ? ["restore"] : [])]) },
        ];
      case "runtime":
        return [{ do: what, slot, runtime: random.pick(["go1.16.6", "go1.20"]) }];
      case "dependsOn":
        return [{ do: what, slot, on: String(this.slot(/^./)) }];
      case "first":
        return [{ do: what, slot }];
      case "replaceOnChanges":
        return [{ do: what, slot, property: isGroup(slot) ? "useNext" : "description" }];
    }
  }

  /**
   * @param {Kind} kind
   * @returns {Step[]}
   */
  add(kind) {
    const slot = this.freshSlot(kind);
    return slot ? [{ do: "add", slot, kind, name: this.rename(slot), version: ++this.version }] : [];
  }

  /**
   * @param {string} slot
   * @returns {Step[]}
   */
  swap(slot) {
    const others = [...this.names.keys()].filter((other) => other[0] === slot[0] && other !== slot);
    const slots = [slot, ...others.slice(0, this.random.upTo(2))];
    const names = slots.map((one) => String(this.names.get(one)));
    slots.forEach((one, index) => this.names.set(one, String(names[(index + 1) % names.length])));
    return slots.length > 1 ? [{ do: "swap", slots }] : [];
  }

  /**
   * Something that was made by hand, by a new resource or in place of what one has.
   * @param {"group" | "function"} kind
   * @returns {Step[]}
   */
  adopt(kind) {
    const slot = this.random.hits(0.3) ? this.slot(new RegExp(`^${kind[0]}`)) : this.freshSlot(kind);
    if (!slot) {
      return [];
    }
    const onDestroy = this.random.pick([undefined, "delete", "retain", ...(kind === "group" ? ["restore"] : [])]);
    const name = this.rename(slot);
    return [
      { do: "byHand", what: "make", kind, name },
      { do: "adopt", slot, name, ...(onDestroy && { onDestroy }) },
    ];
  }

  /**
   * A new resource adopts what another one has, which goes or takes another name.
   * @param {string} slot
   * @returns {Step[]}
   */
  succeed(slot) {
    const by = this.freshSlot(isGroup(slot) ? "group" : "function");
    if (!by) {
      return [];
    }
    this.names.set(by, String(this.names.get(slot)));
    // A group keeps its ID under another name, so two resources would have it.
    if (this.random.hits(0.5) || isGroup(slot)) {
      this.names.delete(slot);
      return [{ do: "succeed", slot, by }];
    }
    return [{ do: "succeed", slot, by, name: this.rename(slot) }];
  }

  /** @returns {Step[]} */
  byHand() {
    const { random } = this;
    const what = random.weigh(BY_HAND);
    const snapshot = random.pick([0, 1]);
    switch (what) {
      case "tag": {
        const key = random.pick(["team", "tier", "keep", "stage", "theirs", "new"]);
        return [{ do: "byHand", what, snapshot, key, value: random.pick([`by hand ${++this.version}`, null]) }];
      }
      case "name":
        return [{ do: "byHand", what, snapshot, name: `by hand ${++this.version}` }];
      case "make":
        return [{ do: "byHand", what, kind: random.pick(NAMED), name: random.pick(NAMES) }];
      default: {
        const slot = this.slot(/^[gf]/);
        return slot ? [{ do: "byHand", what, slot, version: ++this.version }] : [];
      }
    }
  }

  /**
   * A slot of the program.
   * @param {RegExp} [which]
   */
  slot(which = /^./) {
    const candidates = [...this.names.keys()].filter((slot) => which.test(slot));
    return candidates.length > 0 ? this.random.pick(candidates) : undefined;
  }

  /** @param {Kind} kind */
  freshSlot(kind) {
    return SLOTS[kind].find((slot) => !this.names.has(slot));
  }

  /**
   * Gives a slot a name on the platform that no other one of its kind has.
   * @param {string} slot
   */
  rename(slot) {
    const others = [...this.names].filter(([other]) => other[0] === slot[0]).map(([, name]) => name);
    const name = this.random.pick(NAMES.filter((candidate) => !others.includes(candidate)));
    this.names.set(slot, name);
    return name;
  }
}

/** @param {keyof typeof EDITS} what */
function isForNamed(what) {
  return ["name", "swap", "succeed", "onDestroy", "replaceOnChanges"].includes(what);
}

/** @param {string} slot */
function isGroup(slot) {
  return slot.startsWith("g");
}

module.exports = { EditDrawing, KINDS, NAMED, NAMES };
