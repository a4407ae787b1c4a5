// @ts-check
"use strict";

// Not the strict one: in Jest, objects of the emulator come from another realm and have other prototypes.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { WORK } = require("../paths");
const { FOUND, SEED, contentOf, declare, declaredContent } = require("./declared");
const { TASK_MS, hasCome } = require("./points");
const { isRunning, pulumiProcess } = require("./processes");
const { ProgramProcess } = require("./program-process");
const { follow } = require("./remedies");
const { resourcesOf } = require("./state-file");

/** @typedef {import("./index").Operation} Operation */
/** @typedef {import("./index").Point} Point */
/** @typedef {import("./index").Victim} Victim */

/** Far longer than anything takes on a busy machine. */
const GIVE_UP_MS = 120_000;

/** More refusals than one kill can cause. */
const MOST_ATTEMPTS = 6;

/** @type {Record<Point["phase"], Operation>} */
const OPERATION = { create: "up", update: "up", refresh: "refresh", destroy: "destroy" };

class Life {
  version = 0;
  declared = declare(0);
  /**
   * What the snapshot's resource has found, and destroy goes back to.
   * @type {object}
   */
  found = FOUND.snapshot;
  /** @type {string[]} */
  said = [];

  /**
   * @param {string} folder
   * @param {import("edgecloud-emulator").Emulator} emulator
   * @param {ProgramProcess} program
   */
  constructor(folder, emulator, program) {
    this.folder = folder;
    this.emulator = emulator;
    this.program = program;
  }

  /** @param {import("../engine").Engine} engine */
  static async start(engine) {
    const { startEmulator } = require("edgecloud-emulator");
    fs.mkdirSync(path.join(WORK, "torture"), { recursive: true });
    const folder = fs.mkdtempSync(path.join(WORK, "torture", "stack-"));
    const emulator = await startEmulator({ seed: SEED });
    return new Life(folder, emulator, new ProgramProcess({ engine, folder, url: emulator.url }));
  }

  /**
   * @param {Point} point
   * @param {Victim} victim
   */
  async round(point, victim) {
    this.said = [`── ${point.phase}, ${victim} killed at: ${point.name}`];
    this.emulator.clearRequests();
    if (point.phase === "create" || point.phase === "update") {
      this.declareNext(point.phase);
    }
    const wasReached = await this.killAt(point, victim);
    this.letTasksEnd();
    this.noteWhatWasFound(point);
    const remedies = await this.recover(point.phase === "destroy" ? "destroy" : "up");
    await (point.phase === "destroy" ? this.checkGone() : this.checkConverged());
    return { wasReached, remedies };
  }

  /**
   * Advice that was followed stays in the program while its resources live.
   * @param {"create" | "update"} phase
   */
  declareNext(phase) {
    const { group, function: fn } = this.declared;
    this.declared = declare(++this.version);
    if (phase === "update") {
      const { originGroupId, onDestroy } = group;
      Object.assign(this.declared.group, { originGroupId, onDestroy });
      Object.assign(this.declared.function, { adopt: fn.adopt, onDestroy: fn.onDestroy });
      // What is undefined would be an unknown argument where it is not known yet.
      this.declared = JSON.parse(JSON.stringify(this.declared));
    }
  }

  /**
   * @param {Point} point
   * @param {Victim} victim
   */
  async killAt(point, victim) {
    const fault = this.emulator.addFault(point.fault);
    let isOver = false;
    const running = this.run(OPERATION[point.phase]).finally(() => (isOver = true));
    await until(() => isOver || hasCome(point, fault.id, this.emulator.requests()), "the point to come");
    if (isOver) {
      return false;
    }
    const orphans = this.program.processes().filter((pid) => victim === "program" || pid !== this.program.pid);
    process.kill(victim === "program" ? this.program.pid : pulumiProcess(victim, this.program.pid), "SIGKILL");
    if (victim !== "engine") {
      // The engine ends what it has begun; a host without an engine must not wait for that.
      this.letTasksEnd();
    }
    await running;
    await until(() => !orphans.some(isRunning), "the processes to end");
    return true;
  }

  letTasksEnd() {
    this.emulator.clearFaults();
    this.emulator.advanceClock(TASK_MS);
  }

  /**
   * A snapshot that was changed by a process that could not say so is found as it is by the next one.
   * @param {Point} point
   */
  noteWhatWasFound({ phase }) {
    const isKnown = resourcesOf(this.folder).some(({ type }) => type.endsWith(":SnapshotAttributes"));
    if (phase === "create") {
      this.found = isKnown ? FOUND.snapshot : contentOf(this.emulator.state()).snapshot;
    }
  }

  /**
   * @param {"up" | "destroy"} operation
   * @returns {Promise<string[]>}
   */
  async recover(operation) {
    const patient = { declared: this.declared, folder: this.folder, cancel: () => this.run("cancel") };
    /** @type {string[]} */
    const remedies = [];
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { isDone, text } = await this.run(operation);
      if (isDone && !text.includes("pending operations")) {
        return remedies;
      }
      const followed = isDone ? await this.refresh() : await follow(text, patient);
      assert.notDeepEqual(followed, [], "the operation after the kill was refused without advice");
      remedies.push(...followed);
    }
    return assert.fail(`still refused after ${MOST_ATTEMPTS} attempts`);
  }

  /** What Pulumi asks for while its state says that operations were interrupted. */
  async refresh() {
    await this.run("refresh");
    return ["pulumi refresh"];
  }

  async checkConverged() {
    const preview = await this.run("preview");
    assert.ok(preview.isDone, "the preview shows changes");
    const state = this.emulator.state();
    assert.deepEqual(contentOf(state), declaredContent(this.version), "the platform is not as declared");
    const ids = resourcesOf(this.folder).map(({ id, outputs }) => outputs.functionId ?? id);
    const [snapshot] = state.snapshots;
    const objects = [
      ...state.originGroups.map(({ id }) => String(id)),
      ...state.functions.map(({ id }) => id),
      [snapshot?.project_id, snapshot?.region_id, snapshot?.id].join("/"),
    ];
    assert.deepEqual(ids.sort(), objects.sort(), "the state holds other IDs than the platform");
  }

  async checkGone() {
    const expected = { ...FOUND, snapshot: this.found };
    assert.deepEqual(contentOf(this.emulator.state()), expected, "something is left on the platform");
    assert.deepEqual(resourcesOf(this.folder), [], "something is left in the state");
    // For the life that begins now, this is what is there.
    this.emulator.replaceState(SEED);
    this.found = FOUND.snapshot;
  }

  /** @param {Operation} operation */
  async run(operation) {
    const outcome = await this.program.run(operation, this.declared);
    this.said.push(`── ${operation}: ${outcome.isDone ? "done" : "failed"}`, outcome.text.trim());
    return outcome;
  }

  report() {
    const requests = this.emulator.requests().map(({ method, path, status }) => `${method} ${path} ${status}`);
    return [...this.said, "── requests", ...requests].join("\n");
  }

  async close() {
    this.program.close();
    await this.emulator.close();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {() => boolean} condition
 * @param {string} what
 */
async function until(condition, what) {
  for (const end = Date.now() + GIVE_UP_MS; !condition(); await sleep(20)) {
    assert.ok(Date.now() < end, `waited ${GIVE_UP_MS / 1000} seconds in vain for ${what}`);
  }
}

module.exports = { Life };
