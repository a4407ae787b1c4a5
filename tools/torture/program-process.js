// @ts-check
"use strict";

const { fork } = require("node:child_process");
const path = require("node:path");
const { sessionOf } = require("./processes");

/** @typedef {import("./index").Outcome} Outcome */

/** Runs operations in a process of their own, one after the other; starts another one after it was killed. */
class ProgramProcess {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  child;
  /** The last program, also after it has ended. */
  /** @type {number | undefined} */
  leader;

  /** @param {{ engine: import("../engine").Engine, folder: string, url: string }} place */
  constructor(place) {
    this.place = place;
  }

  get pid() {
    return this.child?.pid ?? 0;
  }

  /**
   * @param {import("./index").Operation} operation
   * @param {import("./index").Program} program
   * @param {import("./index").OperationOptions} options
   * @returns {Promise<Outcome>}
   */
  run(operation, program, options) {
    const child = (this.child ??= this.start());
    return new Promise((resolve) => {
      const end = (/** @type {Outcome} */ outcome) => {
        child.off("message", onMessage).off("exit", onExit);
        resolve(outcome);
      };
      const onMessage = (/** @type {any} */ outcome) => end(outcome);
      const onExit = () => end({ isDone: false, text: "the program was killed" });
      child.on("message", onMessage).on("exit", onExit);
      child.send({ operation, program, options });
    });
  }

  start() {
    // Nothing of the user's own settings may lead to a real platform.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("EDGECLOUD_"));
    const env = { ...Object.fromEntries(own), NO_PROXY: "127.0.0.1,localhost", no_proxy: "127.0.0.1,localhost" };
    const program = path.join(__dirname, "program.js");
    const child = fork(program, [JSON.stringify(this.place)], {
      env,
      execArgv: [],
      // A session of its own, by which all of its processes are found again when it has ended.
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.leader = child.pid;
    child.once("exit", () => (this.child = undefined));
    return child;
  }

  /** Everything that runs on behalf of the last program, itself included. */
  processes() {
    return this.leader ? sessionOf(this.leader) : [];
  }

  close() {
    this.child?.disconnect();
  }
}

module.exports = { ProgramProcess };
