// @ts-check
"use strict";

const { EditDrawing, KINDS, NAMED, NAMES } = require("./draw-edits");
const { drawTrouble } = require("./faults");
const { nth, points } = require("./points");
const { Random } = require("./random");

/** @typedef {import("./index").Operate} Operate */
/** @typedef {import("./index").Step} Step */

const OPERATIONS = {
  up: 10,
  "up --refresh": 2,
  "up --replace": 2,
  taint: 1,
  refresh: 1,
  preview: 1,
  "destroy --target": 1,
};

const VICTIMS = /** @type {const} */ (["host", "engine", "program"]);

/** Draws one history, step by step. */
class Drawing {
  /** @param {Random} random */
  constructor(random) {
    this.random = random;
    this.edits = new EditDrawing(random);
  }

  /** @returns {Step[]} */
  draw() {
    const { random } = this;
    /** @type {Step[]} */
    const byHand = NAMED.flatMap((kind) =>
      random.hits(0.5) ? [{ do: "byHand", what: "make", kind, name: random.pick(NAMES) }] : [],
    );
    const first = KINDS.flatMap((kind) => (random.hits(0.8) ? this.edits.add(kind) : []));
    const begun = [...byHand, ...first, ...this.operate(), this.settle()];
    const rounds = this.times(random.upTo(3), () => [...this.round(), this.settle()]);
    return [...begun, ...rounds, ...(random.hits(0.3) ? [this.destroy()] : [])];
  }

  /**
   * Once or twice the program or the platform changes, and an operation runs, without that anybody settles it.
   * @returns {Step[]}
   */
  round() {
    const { random } = this;
    if (random.hits(0.06)) {
      return [{ do: "host" }, ...this.operate()];
    }
    return this.times(random.pick([1, 1, 2]), () => [
      ...this.times(random.upTo(3), () => this.edits.edit()),
      ...(random.hits(0.35) ? this.edits.byHand() : []),
      ...this.operate(),
    ]);
  }

  /** @returns {Step} */
  settle() {
    const prefers = this.random.pick(/** @type {const} */ (["alias", "alias", "adopt", "name"]));
    return { do: "settle", prefers, refresh: this.random.hits(0.2) };
  }

  /** @returns {Step} */
  destroy() {
    return { do: "operate", operation: "destroy", ...this.disturbance("destroy") };
  }

  /** @returns {Step[]} */
  operate() {
    const operation = this.random.weigh(OPERATIONS);
    const slot = this.edits.slot() ?? "none";
    switch (operation) {
      case "up":
      case "refresh":
      case "preview":
        return [{ do: "operate", operation, ...this.disturbance(operation) }];
      case "up --refresh":
        return [{ do: "operate", operation: "up", refresh: true, ...this.disturbance("up") }];
      case "up --replace":
        return [{ do: "operate", operation: "up", slot, ...this.disturbance("up") }];
      case "taint":
        return [
          { do: "operate", operation, slot },
          { do: "operate", operation: "up", ...this.disturbance("up") },
        ];
      case "destroy --target":
        return [{ do: "operate", operation: "destroy", slot, ...this.disturbance("destroy") }];
    }
  }

  /**
   * @param {Operate["operation"]} operation
   * @returns {Pick<Operate, "trouble" | "kill">}
   */
  disturbance(operation) {
    const { random } = this;
    const chance = random.next();
    if (chance < 0.3) {
      return { trouble: drawTrouble(random) };
    }
    if (chance < 0.6 && operation !== "preview") {
      return { kill: { victim: random.pick(VICTIMS), point: this.point(operation) } };
    }
    return {};
  }

  /**
   * A moment; that of a function's task is one that only the points with a name have.
   * @param {Operate["operation"]} operation
   */
  point(operation) {
    const { random } = this;
    const isHandled = random.hits(0.5);
    const anywhere = nth("request", random.upTo(6), isHandled);
    if (operation === "refresh") {
      return anywhere;
    }
    const phases = operation === "destroy" ? [points.destroy] : [points.create, points.update, points.destroy];
    const { name, fault } = random.pick(phases.flat());
    const change = nth("change", random.pick([1, 1, 2]), isHandled);
    return random.pick([anywhere, change, change, { name, fault }]);
  }

  /**
   * @param {number} count
   * @param {() => Step[]} draw
   */
  times(count, draw) {
    return Array.from({ length: count }, draw).flat();
  }
}

/** @type {typeof import("./index").drawHistory} */
function drawHistory(seed, host) {
  const random = new Random(seed);
  const parallel = random.pick([1, 1, 1, 16]);
  return { seed, host, parallel, steps: new Drawing(random).draw() };
}

module.exports = { drawHistory };
