// @ts-check
"use strict";

const { argsOf, newResource } = require("./declared");
const { destroy, settle } = require("./settle");
const { Stack } = require("./stack");

/** @typedef {import("./index").Phase} Phase */
/** @typedef {import("./index").Point} Point */

/** @type {Record<Phase, "up" | "refresh" | "destroy">} */
const OPERATION = { create: "up", update: "up", refresh: "refresh", destroy: "destroy" };

/** What a user prefers who knows that a run was interrupted, and has renamed nothing. */
const HOW = /** @type {const} */ ({ prefers: "adopt", refresh: false });

/** One stack with one resource of each kind, which goes through kills at chosen points. */
class Life {
  version = 0;

  /** @param {Stack} stack */
  constructor(stack) {
    this.stack = stack;
  }

  /** @type {typeof import("./index").Life.start} */
  static async start(engine, host = "dynamic") {
    const stack = await Stack.start(engine);
    stack.program = { host, resources: [] };
    return new Life(stack);
  }

  /**
   * @param {Point & { phase: Phase }} point
   * @param {import("./index").Victim} victim
   */
  async round(point, victim) {
    const { stack } = this;
    const { phase } = point;
    stack.said = [];
    if (phase === "create" || phase === "update") {
      this.declareNext();
    }
    const { wasKilled } = await stack.operate(OPERATION[phase], {}, { kill: { victim, point } });
    const remedies = await (phase === "destroy" ? destroy(stack) : settle(stack, HOW));
    return { wasReached: wasKilled, remedies };
  }

  /** Advice that was followed stays in the program while its resources live. */
  declareNext() {
    const { program } = this.stack;
    const version = ++this.version;
    const resources = [
      newResource("g1", "group", "website", version),
      newResource("s1", "snapshot", "nightly", version),
      newResource("f1", "function", "resize", version),
    ];
    const kept = program.resources.map((resource) => {
      const { originGroupId, onDestroy, adopt } = resource.args;
      const followed = Object.entries({ originGroupId, onDestroy, adopt }).filter(([, value]) => value !== undefined);
      const args = argsOf(resource.kind, resource.slot, resource.args.name, version);
      return { ...resource, args: { ...args, ...Object.fromEntries(followed) } };
    });
    this.stack.program = { ...program, resources: kept.length > 0 ? kept : resources };
  }

  report() {
    return this.stack.report();
  }

  close() {
    return this.stack.close();
  }
}

module.exports = { Life };
