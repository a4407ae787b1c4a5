"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { performance } = require("node:perf_hooks");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { workspaceOptions } = require("../tools/dist/engine");
const { ROOT, WORK } = require("../tools/dist/paths");
const { programOf } = require("./programs");

const work = path.join(WORK, "bench");

/** Where the plugin is, as a project says it. */
const plugins = { providers: [{ name: "edgecloud", path: path.join(ROOT, "provider", "plugin") }] };

/** What is measured, in this order. */
const operations = [
  { name: "preview", run: (stack) => stack.preview() },
  { name: "up", run: (stack) => stack.up() },
  { name: "preview again", run: unchanged },
  { name: "refresh", run: (stack) => stack.refresh() },
  { name: "destroy", run: (stack) => stack.destroy() },
];

async function unchanged(stack) {
  const { changeSummary } = await stack.preview();
  const changes = Object.keys(changeSummary).filter((kind) => kind !== "same");
  if (changes.length > 0) {
    throw new Error(`nothing had changed, and the preview says ${changes.join(", ")}`);
  }
}

/** A stack with the groups of one provider, which is empty again after each life. */
class Subject {
  constructor(provider, stack, platform, current) {
    this.provider = provider;
    this.stack = stack;
    this.platform = platform;
    this.current = current;
  }

  static async create(provider, engine, platform) {
    const folder = path.join(work, provider);
    fs.rmSync(folder, { recursive: true, force: true });
    const options = await workspaceOptions(engine, folder);
    const current = { program: () => [] };
    const stack = await LocalWorkspace.createStack(
      { stackName: "bench", projectName: "bench", program: async () => void current.program() },
      { ...options, projectSettings: { name: "bench", runtime: "nodejs", main: options.workDir, plugins } },
    );
    await stack.setAllConfig({
      "edgecloud:apiKey": { value: "demo-key", secret: true },
      "edgecloud:baseUrl": { value: platform.url },
    });
    // With each operation the SDK starts the CLI again, for the stack, its outputs and its history.
    Object.assign(stack.workspace, { selectStack: async () => {} });
    Object.assign(stack, { outputs: async () => ({}), info: async () => undefined });
    return new Subject(provider, stack, platform, current);
  }

  /** Takes `count` groups through all operations. */
  async life(count) {
    this.current.program = programOf(this.provider, count);
    const [seconds, requests] = [{}, {}];
    let stateBytes = 0;
    for (const { name, run } of operations) {
      await this.platform.requests();
      const start = performance.now();
      await run(this.stack);
      seconds[name] = (performance.now() - start) / 1000;
      requests[name] = (await this.platform.requests()) / count;
      if (name === "up") {
        stateBytes = this.stateBytes(count);
        await this.expectGroups(this.provider === "echo" ? 0 : count);
      }
    }
    await this.expectGroups(0);
    return { provider: this.provider, seconds, requests, stateBytes };
  }

  async expectGroups(expected) {
    const found = await this.platform.groups();
    if (found !== expected) {
      throw new Error(`${this.provider}: the platform has ${found} groups, not ${expected}`);
    }
  }

  /** Of one group, without the white space of the file. */
  stateBytes(count) {
    const file = path.join(work, this.provider, "state", ".pulumi", "stacks", "bench", "bench.json");
    const { resources } = JSON.parse(fs.readFileSync(file, "utf8")).checkpoint.latest;
    const groups = resources.filter(({ type }) => !type.startsWith("pulumi:"));
    if (groups.length !== count) {
      throw new Error(`${this.provider}: the state has ${groups.length} groups, not ${count}`);
    }
    return groups.reduce((sum, group) => sum + Buffer.byteLength(JSON.stringify(group)), 0) / count;
  }
}

module.exports = { Subject, operations: operations.map(({ name }) => name), work };
