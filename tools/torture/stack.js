// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { WORK } = require("../dist/paths");
const { urnsOf } = require("./declared");
const { inputOf } = require("./faults");
const { judgeOperation } = require("./judge");
const { Ledger } = require("./ledger");
const { SEED, keyOf, look, thingNamed } = require("./platform");
const { TASK_MS, hasCome } = require("./points");
const { hostsOf, isDynamicHost, isRunning, pulumiProcesses } = require("./processes");
const { ProgramProcess } = require("./program-process");
const { readState } = require("./state-file");
const { Violation, failIf } = require("./violation");

/** @typedef {import("./index").Kill} Kill */
/** @typedef {import("./index").Kind} Kind */
/** @typedef {import("./index").Operation} Operation */
/** @typedef {import("./index").OperationOptions} OperationOptions */
/** @typedef {import("./index").Outcome} Outcome */
/** @typedef {import("./index").Patience} Patience */
/** @typedef {import("./index").Program} Program */
/** @typedef {import("./index").Fault} Fault */

/** Far longer than anything takes on a busy machine. */
const GIVE_UP_MS = 180_000;

/** One stack on the real engine, with a platform of its own. Each of its operations is held against what it may do. */
class Stack {
  /** What the program says now. */
  /** @type {Program} */
  program = { host: "dynamic", resources: [] };
  /** Whether somebody has changed by hand what the state has, since it was refreshed. */
  isDrifted = false;
  /** The last operation, if it failed, and what the program said then. */
  /** @type {{ text: string, program: string } | undefined} */
  lastFailure;
  /** What the program said when the last `up` was done, unless something has happened since. */
  /** @type {string | undefined} */
  programDone;
  operations = 0;
  kills = 0;
  /** @type {string[]} */
  said = [];

  /**
   * @param {string} folder
   * @param {import("edgecloud-emulator").Emulator} emulator
   * @param {ProgramProcess} runner
   * @param {Patience & { parallel?: number }} options
   */
  constructor(folder, emulator, runner, options) {
    this.folder = folder;
    this.emulator = emulator;
    this.runner = runner;
    this.options = options;
    this.ledger = new Ledger(look(emulator.state()));
  }

  /**
   * @param {import("../engine").Engine} engine
   * @param {Partial<Patience> & { parallel?: number }} [options]
   */
  static async start(engine, { leftAfterMs = GIVE_UP_MS, parallel = 1 } = {}) {
    const { startEmulator } = require("edgecloud-emulator");
    fs.mkdirSync(path.join(WORK, "torture"), { recursive: true });
    const folder = fs.mkdtempSync(path.join(WORK, "torture", "stack-"));
    const emulator = await startEmulator({ seed: SEED });
    const runner = new ProgramProcess({ engine, folder, url: emulator.url });
    return new Stack(folder, emulator, runner, { leftAfterMs, parallel });
  }

  /** The state and the platform as they are. */
  look() {
    return { state: readState(this.folder), platform: look(this.emulator.state()) };
  }

  /**
   * Runs an operation, with what goes wrong meanwhile, and holds it against what it may do.
   * @param {Operation} operation
   * @param {OperationOptions} [options]
   * @param {{ faults?: Fault[], kill?: Kill }} [disturbance]
   * @returns {Promise<Outcome & { wasKilled: boolean }>}
   */
  async operate(operation, options = {}, { faults = [], kill } = {}) {
    this.operations++;
    this.emulator.clearRequests();
    const before = this.look();
    const { program } = this;
    const added = faults.map((fault) => this.emulator.addFault(inputOf(fault)).id);
    const { wasKilled, left, ...outcome } = await this.run(operation, options, kill);
    const hasHit = this.emulator.requests().some(({ fault }) => added.includes(fault ?? 0));
    this.letTasksEnd();
    const around = {
      operation,
      options,
      program,
      isDisturbed: wasKilled || hasHit,
      outcome,
      requests: this.emulator.requests(),
      before,
      after: this.look(),
    };
    this.sayOperation(around, wasKilled ? kill : undefined);
    failIf(left);
    judgeOperation(around, this.ledger);
    this.ledger.noteOperation(around);
    this.noteOutcome(operation, options, { ...outcome, wasKilled });
    return { ...outcome, wasKilled };
  }

  /**
   * @param {Operation} operation
   * @param {OperationOptions} options
   * @param {Outcome & { wasKilled: boolean }} outcome
   */
  noteOutcome(operation, { refresh }, { isDone, text, wasKilled }) {
    if (operation === "preview" || operation === "cancel") {
      return;
    }
    const program = JSON.stringify(this.program);
    const isComplete = isDone && !text.includes("pending operations");
    this.lastFailure = isDone || wasKilled ? undefined : { text, program };
    this.programDone = operation === "up" && isComplete ? program : undefined;
    if (isDone && (operation === "refresh" || refresh)) {
      this.isDrifted = false;
    }
  }

  /** Whether nothing has happened since an `up` of this program was done. */
  get isUpToDate() {
    return this.programDone === JSON.stringify(this.program);
  }

  /**
   * Whether something of that name was created by a process that could not say so.
   * @param {Kind} kind
   * @param {string | undefined} name
   */
  isStray(kind, name = "") {
    const thing = kind === "snapshot" ? undefined : thingNamed(kind, name, this.look().platform);
    return thing !== undefined && this.ledger.strays.has(keyOf(thing));
  }

  /**
   * Whether a resource of the program has the group.
   * @param {string} id
   */
  isDeclared(id) {
    const urns = this.program.resources.flatMap((resource) => urnsOf(resource, this.program));
    return this.look().state.some((held) => held.kind === "group" && held.id === id && urns.includes(held.urn));
  }

  /**
   * Whether the state has nothing of the resource, and nothing depends on it.
   * @param {import("./index").Resource} resource
   */
  isNew(resource) {
    const urns = urnsOf(resource, this.program);
    const isNeeded = this.program.resources.some(({ dependsOn }) => dependsOn.includes(resource.slot));
    return !isNeeded && !this.look().state.some(({ urn }) => urns.includes(urn));
  }

  /**
   * Names that are taken, on the platform or in the program.
   * @param {Kind} kind
   */
  namesOf(kind) {
    const things = [...this.look().platform.things.values()].filter((thing) => thing.kind === kind);
    return [...things, ...this.program.resources.map(({ args }) => args)].map(({ name }) => name);
  }

  /**
   * @param {Operation} operation
   * @param {OperationOptions} options
   * @param {Kill} [kill]
   * @returns {Promise<Outcome & { wasKilled: boolean, left: string[] }>}
   */
  async run(operation, options, kill) {
    const running = this.runner.run(operation, this.program, { parallel: this.options.parallel, ...options });
    const left = kill && (await this.killAt(kill, running, this.spareHosts(options)));
    return { ...(await running), wasKilled: left !== undefined, left: left ?? [] };
  }

  /**
   * Kills as soon as the point has come; answers what is wrong with the processes that are left running then. Undefined if
   * the point did not come.
   * @param {Kill} kill
   * @param {Promise<unknown>} running
   * @param {number} spareHosts
   */
  async killAt({ point, victim }, running, spareHosts) {
    const fault = this.emulator.addFault(inputOf(point.fault));
    let isOver = false;
    void running.finally(() => (isOver = true));
    await until(() => isOver || hasCome(point, fault.id, this.emulator.requests()), "the point to come", 20);
    const engines = pulumiProcesses("engine", this.runner.pid);
    if (isOver || engines.length === 0) {
      return undefined;
    }
    this.kills++;
    const victims = victim === "program" ? [this.runner.pid] : pulumiProcesses(victim, this.runner.pid);
    victims.forEach((pid) => process.kill(pid, "SIGKILL"));
    if (victim !== "engine") {
      // The engine ends what it has begun; a host without an engine must not wait for that.
      this.letTasksEnd();
    }
    await running;
    await until(() => !engines.some(isRunning), "the engine to end");
    return this.endOrphans(spareHosts);
  }

  /**
   * For `--refresh` the engine starts a second host. That of dynamic providers loads this package with its first call,
   * which it never gets: it cannot notice that its engine is gone, and sends nothing (see `docs/reliability.md`).
   * @param {OperationOptions} options
   */
  spareHosts({ refresh }) {
    return refresh && this.program.host === "dynamic" ? 1 : 0;
  }

  /**
   * Lets processes whose engine is gone end by themselves, and ends those that do not: these are a problem.
   * @param {number} spareHosts
   */
  async endOrphans(spareHosts) {
    const { leftAfterMs } = this.options;
    const left = () => this.runner.processes().filter(({ pid }) => pid !== this.runner.pid);
    const isOver = () => hostsOf(left()) <= spareHosts && left().every(isDynamicHost);
    for (const end = Date.now() + leftAfterMs; !isOver() && Date.now() < end; await sleep(200));
    const isFine = isOver();
    const orphans = left();
    orphans.forEach(({ pid }) => process.kill(pid, "SIGKILL"));
    this.say(...orphans.map(({ pid, parent, command }) => `   left: ${pid}, child of ${parent}: ${command}`));
    return isFine ? [] : [`${orphans.length} processes are left ${leftAfterMs / 1000} s after the engine`];
  }

  letTasksEnd() {
    this.emulator.clearFaults();
    this.emulator.advanceClock(TASK_MS);
  }

  /**
   * @param {import("./index").Around} around
   * @param {Kill} [kill]
   */
  sayOperation({ operation, options, outcome, requests }, kill) {
    const given = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
    const ended = kill ? `${kill.victim} killed at ${kill.point.name}` : outcome.isDone ? "done" : "failed";
    this.say(`── ${[operation, ...given].join(", ")}: ${ended}`, outcome.text.trim());
    this.say(
      ...requests.map(
        ({ method, path, status, fault }) => `   ${method} ${path} ${status ?? "no answer"}${fault ? " (fault)" : ""}`,
      ),
    );
  }

  /** @param {string[]} lines */
  say(...lines) {
    this.said.push(...lines);
  }

  /** What was said, sent and declared. */
  report() {
    return [...this.said, "── the program", JSON.stringify(this.program, undefined, 2)].join("\n");
  }

  async close() {
    const left = this.runner.processes().map(({ pid }) => pid);
    this.runner.close();
    await this.emulator.close();
    await until(() => !left.some(isRunning), "the program to end");
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {() => boolean} condition
 * @param {string} what
 * @param {number} [everyMs]  looking at processes takes a while itself
 */
async function until(condition, what, everyMs = 200) {
  for (const end = Date.now() + GIVE_UP_MS; !condition(); await sleep(everyMs)) {
    if (Date.now() > end) {
      throw new Violation(`waited ${GIVE_UP_MS / 1000} seconds in vain for ${what}`);
    }
  }
}

module.exports = { Stack };
