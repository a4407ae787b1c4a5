// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { workspaceOptions } = require("../dist/engine");
const { WORK } = require("../dist/paths");
const { pulumiProcess } = require("../torture/processes");
const { HostWatch } = require("./host-usage");
const { Platform } = require("./platform");
const { listener } = require("./said");

/** @typedef {import("./index").Program} Program */
/** @typedef {import("@pulumi/pulumi/automation").Stack} Stack */

/** The longest that one operation may take; a thousand functions take minutes on two cores. */
const LONGEST_MS = 15 * 60_000;

const DEFAULT_PARALLEL = 16;

class Trial {
  hosts = new HostWatch();

  /**
   * @param {Platform} platform
   * @param {string} folder
   * @param {Stack} stack
   * @param {{ program: Program }} current  what the stack runs next
   */
  constructor(platform, folder, stack, current) {
    this.platform = platform;
    this.folder = folder;
    this.stack = stack;
    this.current = current;
  }

  get usage() {
    return this.hosts.usage;
  }

  /**
   * @param {import("../engine").Engine} engine
   * @param {import("edgecloud-emulator").EmulatorOptions} [options]
   */
  static async start(engine, options = {}) {
    const { LocalWorkspace } = require("@pulumi/pulumi/automation");
    fs.mkdirSync(path.join(WORK, "load"), { recursive: true });
    const folder = fs.mkdtempSync(path.join(WORK, "load", "stack-"));
    const current = { program: async () => {} };
    const stack = await LocalWorkspace.createStack(
      { stackName: "load", projectName: "load", program: () => current.program() },
      await workspaceOptions(engine, folder),
    );
    return new Trial(await Platform.start(options), folder, stack, current);
  }

  /**
   * @param {Record<string, string>} config
   * @param {Record<string, string>} [environment]
   */
  async configure(config, environment = {}) {
    const values = Object.entries(config).map(([key, value]) => [
      `edgecloud:${key}`,
      { value, secret: key === "apiKey" },
    ]);
    await this.stack.setAllConfig(Object.fromEntries(values));
    Object.assign(this.stack.workspace.envVars, environment);
  }

  /**
   * @param {"up" | "refresh"} operation
   * @param {Program} program
   * @param {number} [parallel]
   * @returns {Promise<import("./index").Ended>}
   */
  async run(operation, program, parallel = DEFAULT_PARALLEL) {
    this.current.program = program;
    const { said, made, onEvent } = listener();
    const start = Date.now();
    const limit = setTimeout(endEngine, LONGEST_MS);
    this.hosts.start();
    let isDone = true;
    try {
      await this.stack[operation]({ parallel, onEvent, color: "never" });
    } catch (error) {
      isDone = false;
      said.push({ kind: "error", text: error instanceof Error ? error.message : String(error) });
    } finally {
      clearTimeout(limit);
      this.hosts.stop();
    }
    return { isDone, made: made(), milliseconds: Date.now() - start, said };
  }

  async resources() {
    const { deployment } = await this.stack.exportStack();
    const all = /** @type {{ type: string }[]} */ (deployment.resources ?? []);
    return all.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/edgecloud:")).length;
  }

  async close() {
    await this.platform.close();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Its host ends by itself. */
function endEngine() {
  try {
    process.kill(pulumiProcess("engine"), "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/**
 * Runs `work` on a new trial, whose stack is configured for its platform, and ends that whatever comes of it.
 * @template Result
 * @param {import("../engine").Engine} engine
 * @param {import("edgecloud-emulator").EmulatorOptions} options
 * @param {(trial: Trial) => Promise<Result>} work
 */
async function withTrial(engine, options, work) {
  const trial = await Trial.start(engine, options);
  try {
    await trial.configure({ apiKey: "demo-key", baseUrl: trial.platform.url });
    return await work(trial);
  } finally {
    await trial.close();
  }
}

module.exports = { Trial, withTrial };
