import fs from "node:fs";
import path from "node:path";
import type { Engine } from "#tools/engine";
import { Cli, type Run } from "./cli";
import { BENCH_FOLDER } from "./folder";
import type { NodeRelease } from "./node";
import type { Platform } from "./platform";
import type { Kind } from "./programs";
import type { Life, OperationName, ProviderName } from "./report";

/** What is measured, in this order. */
const operations: Readonly<Record<OperationName, readonly string[]>> = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  "preview again": ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** How the resources of a life are declared and run. */
export interface LifeOptions {
  readonly kind?: Kind;
  readonly arguments?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** What one operation has taken. */
export interface Step extends Run {
  readonly requests: number;
}

/** A stack with the resources of one provider, which is empty again after each life. */
export class Subject {
  private constructor(
    private readonly provider: ProviderName,
    private readonly cli: Cli,
    private readonly platform: Platform,
  ) {}

  static async create(provider: ProviderName, engine: Engine, node: NodeRelease, platform: Platform): Promise<Subject> {
    const programs = JSON.stringify(path.join(__dirname, "programs.js"));
    const program = `require(${programs}).runProgram(${JSON.stringify(provider)});\n`;
    const settings = { "edgecloud:baseUrl": platform.url };
    const cli = await Cli.create(engine, node, path.join(BENCH_FOLDER, provider), program, settings);
    return new Subject(provider, cli, platform);
  }

  /** Takes `count` resources through all operations. */
  async runLife(
    count: number,
    options: LifeOptions = {},
  ): Promise<{ steps: Record<OperationName, Step>; stateBytes: number }> {
    const { kind = "groups" } = options;
    const steps: Partial<Record<OperationName, Step>> = {};
    let stateBytes = 0;
    for (const name of Object.keys(operations) as OperationName[]) {
      steps[name] = await this.runOperation(name, count, options);
      if (name === "up") {
        stateBytes = this.measureState(count);
        await this.expectGroups(kind === "groups" && this.provider !== "echo" ? count : 0);
      }
    }
    await this.expectGroups(0);
    return { steps: steps as Record<OperationName, Step>, stateBytes };
  }

  /** Runs one operation with `count` resources. */
  async runOperation(name: OperationName, count: number, options: LifeOptions = {}): Promise<Step> {
    const { kind = "groups", arguments: more = [] } = options;
    const environment = { ...options.environment, BENCH_RESOURCES: String(count), BENCH_KIND: kind };
    await this.platform.takeRequestCount();
    const run = await this.cli.run([...operations[name], ...more], environment);
    return { ...run, requests: await this.platform.takeRequestCount() };
  }

  /** What the page compares. */
  async measureLife(count: number): Promise<Life> {
    const { steps, stateBytes } = await this.runLife(count);
    const pickOf = (read: (step: Step) => number) =>
      Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, read(step)])) as Life["seconds"];
    return {
      provider: this.provider,
      seconds: pickOf(({ seconds }) => seconds),
      requests: pickOf(({ requests }) => requests / count),
      stateBytes,
    };
  }

  private async expectGroups(expected: number): Promise<void> {
    const found = await this.platform.countGroups();
    if (found !== expected) {
      throw new Error(`${this.provider}: the platform has ${found} groups, not ${expected}`);
    }
  }

  /** Bytes of state for each resource, without the white space of the file. */
  private measureState(count: number): number {
    const file = path.join(BENCH_FOLDER, this.provider, "state", ".pulumi", "stacks", "bench", "bench.json");
    const { checkpoint } = JSON.parse(fs.readFileSync(file, "utf8")) as {
      checkpoint: { latest: { resources: { type: string }[] } };
    };
    const resources = checkpoint.latest.resources.filter(({ type }) => !type.startsWith("pulumi:"));
    if (resources.length !== count) {
      throw new Error(`${this.provider}: the state has ${resources.length} resources, not ${count}`);
    }
    return resources.reduce((sum, resource) => sum + Buffer.byteLength(JSON.stringify(resource)), 0) / count;
  }
}
