"use strict";

const { spawn } = require("node:child_process");
const { once } = require("node:events");
const { createInterface } = require("node:readline");

/** The emulator as a process of its own, as far from the program as a platform would be. */
class Platform {
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  static async start(latency) {
    const bin = require.resolve("edgecloud-emulator/package.json").replace("package.json", "bin/edgecloud-emulator.js");
    const command = [bin, "--port", "0", "--latency", String(latency)];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    return new Platform(child, line.split(" ").at(-1));
  }

  /** How many requests there were since the last time. */
  async requests() {
    const log = `${this.url}/__emulator/requests`;
    const requests = await (await fetch(log)).json();
    await fetch(log, { method: "DELETE" });
    return requests.length;
  }

  async groups() {
    const state = await (await fetch(`${this.url}/__emulator/state`)).json();
    return state.originGroups.length;
  }

  async end() {
    this.child.kill();
    await once(this.child, "exit");
  }
}

module.exports = { Platform };
