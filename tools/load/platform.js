// @ts-check
"use strict";

const { fork } = require("node:child_process");
const { once } = require("node:events");
const path = require("node:path");

/** The emulator's side is `platform-process.js`; each call is a question to it. */
class Platform {
  url = "";
  asked = 0;

  /** @param {import("node:child_process").ChildProcess} child */
  constructor(child) {
    this.child = child;
    // Every question listens until it is answered.
    child.setMaxListeners(0);
  }

  /** @param {import("edgecloud-emulator").EmulatorOptions} options */
  static async start(options) {
    const platform = new Platform(fork(path.join(__dirname, "platform-process.js"), { execArgv: [] }));
    try {
      platform.url = await platform.ask("start", options);
      return platform;
    } catch (error) {
      await platform.close();
      throw error;
    }
  }

  /** @param {import("edgecloud-emulator").FaultInput} fault */
  addFault = (fault) => this.ask("addFault", fault);

  faultsHit = () => this.ask("faultsHit");

  /** @param {import("edgecloud-emulator").RateLimitInput} [limit] */
  setRateLimit = (limit) => this.ask("setRateLimit", limit);

  objects = () => this.ask("objects");

  traffic = () => this.ask("traffic");

  /**
   * @param {string} method
   * @param {unknown} [argument]
   * @returns {Promise<any>}
   */
  ask(method, argument) {
    const number = ++this.asked;
    return new Promise((resolve, reject) => {
      const end = () => this.child.off("message", onMessage).off("exit", onExit);
      const onExit = () => reject(new Error("the emulator has ended"));
      const onMessage = (/** @type {any} */ answer) => {
        if (answer.number === number) {
          end();
          answer.error === undefined ? resolve(answer.result) : reject(new Error(answer.error));
        }
      };
      this.child.on("message", onMessage).on("exit", onExit);
      this.child.send({ number, method, argument });
    });
  }

  async close() {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}

module.exports = { Platform };
