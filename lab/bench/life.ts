import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { type Engine, workspaceOptions } from "#tools/engine";
import { ROOT, WORK } from "#tools/paths";
import { buildProgram } from "./programs";
import type { Life, OperationName, ProviderName } from "./report";

/** Where stacks and results of the benchmark are kept. */
export const BENCH_FOLDER = path.join(WORK, "bench");

/** The plugin, in the form of a project file. */
const plugins = { providers: [{ name: "edgecloud", path: path.join(ROOT, "provider", "plugin") }] };

/** What is measured, in this order. */
const operations: Record<OperationName, (stack: Stack) => Promise<unknown>> = {
  preview: (stack) => stack.preview(),
  up: (stack) => stack.up(),
  "preview again": previewUnchanged,
  refresh: (stack) => stack.refresh(),
  destroy: (stack) => stack.destroy(),
};

const operationNames = Object.keys(operations) as OperationName[];

async function previewUnchanged(stack: Stack): Promise<void> {
  const { changeSummary } = await stack.preview();
  const changes = Object.keys(changeSummary).filter((kind) => kind !== "same");
  if (changes.length > 0) {
    throw new Error(`nothing had changed, and the preview says ${changes.join(", ")}`);
  }
}

/** The emulator in a process of its own, so that its work does not count as the program's. */
export class Platform {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(latency: number): Promise<Platform> {
    const bin = require.resolve("edgecloud-emulator/package.json").replace("package.json", "bin/edgecloud-emulator.js");
    const command = [bin, "--port", "0", "--latency", String(latency)];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    return new Platform(child, line.split(" ").at(-1) ?? "");
  }

  /** Counts the requests since the last call. */
  async takeRequestCount(): Promise<number> {
    const log = `${this.url}/__emulator/requests`;
    const requests = (await (await fetch(log)).json()) as unknown[];
    await fetch(log, { method: "DELETE" });
    return requests.length;
  }

  /** Limits the requests of a second from now on; more are refused. */
  async limitRate(requestsPerSecond: number): Promise<void> {
    const body = JSON.stringify({ perSecond: requestsPerSecond });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${this.url}/__emulator/rate-limit`, { method: "PUT", headers, body });
    if (!answer.ok) {
      throw new Error(`the emulator did not limit the rate: ${await answer.text()}`);
    }
  }

  async countGroups(): Promise<number> {
    const state = (await (await fetch(`${this.url}/__emulator/state`)).json()) as { originGroups: unknown[] };
    return state.originGroups.length;
  }

  async close(): Promise<void> {
    this.child.kill();
    await once(this.child, "exit");
  }
}

/** A stack with the groups of one provider, which is empty again after each life. */
export class Subject {
  private constructor(
    private readonly provider: ProviderName,
    private readonly stack: Stack,
    private readonly platform: Platform,
    private readonly current: { program: () => unknown },
  ) {}

  static async create(provider: ProviderName, engine: Engine, platform: Platform): Promise<Subject> {
    const folder = path.join(BENCH_FOLDER, provider);
    fs.rmSync(folder, { recursive: true, force: true });
    const options = await workspaceOptions(engine, folder);
    const current: { program: () => unknown } = { program: () => [] };
    const projectSettings = { name: "bench", runtime: "nodejs" as const, main: options.workDir, plugins };
    const stack = await LocalWorkspace.createStack(
      { stackName: "bench", projectName: "bench", program: () => Promise.resolve(void current.program()) },
      { ...options, projectSettings },
    );
    await stack.setAllConfig({
      "edgecloud:apiKey": { value: "demo-key", secret: true },
      "edgecloud:baseUrl": { value: platform.url },
    });
    // With each operation the SDK starts the CLI again, for the stack, its outputs and its history.
    Object.assign(stack.workspace, { selectStack: () => Promise.resolve() });
    Object.assign(stack, { outputs: () => Promise.resolve({}), info: () => Promise.resolve(undefined) });
    return new Subject(provider, stack, platform, current);
  }

  /** Takes `count` groups through all operations. */
  async measureLife(count: number): Promise<Life> {
    const { provider } = this;
    const seconds: Partial<Record<OperationName, number>> = {};
    const requests: Partial<Record<OperationName, number>> = {};
    let stateBytes = 0;
    for (const name of operationNames) {
      const measured = await this.measureOperation(name, count);
      seconds[name] = measured.seconds;
      requests[name] = measured.requests;
      if (name === "up") {
        stateBytes = this.measureState(count);
        await this.expectGroups(provider === "echo" ? 0 : count);
      }
    }
    await this.expectGroups(0);
    return { provider, seconds: seconds as Life["seconds"], requests: requests as Life["requests"], stateBytes };
  }

  /** Runs one operation with `count` groups. */
  async measureOperation(name: OperationName, count: number): Promise<{ seconds: number; requests: number }> {
    this.current.program = buildProgram(this.provider, count);
    await this.platform.takeRequestCount();
    const start = performance.now();
    await operations[name](this.stack);
    const seconds = (performance.now() - start) / 1000;
    return { seconds, requests: (await this.platform.takeRequestCount()) / count };
  }

  private async expectGroups(expected: number): Promise<void> {
    const found = await this.platform.countGroups();
    if (found !== expected) {
      throw new Error(`${this.provider}: the platform has ${found} groups, not ${expected}`);
    }
  }

  /** Bytes of state for each group, without the white space of the file. */
  private measureState(count: number): number {
    const file = path.join(BENCH_FOLDER, this.provider, "state", ".pulumi", "stacks", "bench", "bench.json");
    const { checkpoint } = JSON.parse(fs.readFileSync(file, "utf8")) as {
      checkpoint: { latest: { resources: { type: string }[] } };
    };
    const groups = checkpoint.latest.resources.filter(({ type }) => !type.startsWith("pulumi:"));
    if (groups.length !== count) {
      throw new Error(`${this.provider}: the state has ${groups.length} groups, not ${count}`);
    }
    return groups.reduce((sum, group) => sum + Buffer.byteLength(JSON.stringify(group)), 0) / count;
  }
}
