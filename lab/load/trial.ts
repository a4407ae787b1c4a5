import fs from "node:fs";
import path from "node:path";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import type { EmulatorOptions } from "edgecloud-emulator";
import { type Engine, workspaceOptions } from "#tools/engine";
import { WORK } from "#tools/paths";
import { findPulumiProcesses, killIfRunning } from "../processes";
import { type HostUsage, HostWatch } from "./host-usage";
import { type Message, MessageCollector, TYPE_PREFIX } from "./messages";
import { Platform } from "./platform";
import type { Program } from "./programs";

/** How an operation ended. */
export interface Ended {
  readonly isDone: boolean;
  /** Resources that Pulumi reports as created. */
  readonly created: number;
  readonly milliseconds: number;
  readonly messages: readonly Message[];
}

/** The longest that one operation may take; a thousand functions take minutes on two cores. */
const MAX_OPERATION_MS = 15 * 60_000;

const DEFAULT_PARALLEL = 16;

/** One stack on the real engine, with a platform of its own. */
export class Trial {
  private readonly hosts = new HostWatch();

  private constructor(
    readonly platform: Platform,
    /** Files of the trial may be written here. */
    readonly folder: string,
    private readonly stack: Stack,
    private readonly current: { program: Program },
  ) {}

  /** Undefined if this system does not tell. */
  get usage(): HostUsage | undefined {
    return this.hosts.usage;
  }

  static async start(engine: Engine, options: EmulatorOptions): Promise<Trial> {
    fs.mkdirSync(path.join(WORK, "load"), { recursive: true });
    const folder = fs.mkdtempSync(path.join(WORK, "load", "stack-"));
    const current: { program: Program } = { program: () => Promise.resolve() };
    const stack = await LocalWorkspace.createStack(
      { stackName: "load", projectName: "load", program: () => current.program() },
      await workspaceOptions(engine, folder),
    );
    return new Trial(await Platform.start(options), folder, stack, current);
  }

  /** Sets keys of the configuration, without their namespace, and variables of the engine's environment. */
  async configure(config: Record<string, string>, environment: Record<string, string> = {}): Promise<void> {
    const values = Object.entries(config).map(([key, value]) => [
      `edgecloud:${key}`,
      { value, secret: key === "apiKey" },
    ]);
    await this.stack.setAllConfig(Object.fromEntries(values) as Parameters<Stack["setAllConfig"]>[0]);
    Object.assign(this.stack.workspace.envVars, environment);
  }

  async run(operation: "up" | "refresh", program: Program, parallel: number = DEFAULT_PARALLEL): Promise<Ended> {
    this.current.program = program;
    const collector = new MessageCollector();
    const { messages, onEvent } = collector;
    const start = Date.now();
    const limit = setTimeout(killEngine, MAX_OPERATION_MS);
    this.hosts.start();
    let isDone = true;
    try {
      await this.stack[operation]({ parallel, onEvent, color: "never" });
    } catch (error) {
      isDone = false;
      messages.push({ kind: "error", text: error instanceof Error ? error.message : String(error) });
    } finally {
      clearTimeout(limit);
      this.hosts.stop();
    }
    return { isDone, created: collector.created, milliseconds: Date.now() - start, messages };
  }

  /** Counts the resources of this package in the state. */
  async countResources(): Promise<number> {
    const { deployment } = (await this.stack.exportStack()) as { deployment: { resources?: { type: string }[] } };
    return (deployment.resources ?? []).filter(({ type }) => type.startsWith(TYPE_PREFIX)).length;
  }

  async close(): Promise<void> {
    await this.platform.close();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The host ends by itself then. */
function killEngine(): void {
  findPulumiProcesses("engine", process.pid).forEach(killIfRunning);
}

/** Runs `work` on a new trial, whose stack is configured for its platform, and closes the trial in any case. */
export async function withTrial<Result>(
  engine: Engine,
  options: EmulatorOptions,
  work: (trial: Trial) => Promise<Result>,
): Promise<Result> {
  const trial = await Trial.start(engine, options);
  try {
    await trial.configure({ apiKey: "demo-key", baseUrl: trial.platform.url });
    return await work(trial);
  } finally {
    await trial.close();
  }
}
