import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { type Engine, engineEnvironment, findLanguageHost } from "#tools/engine";
import { ROOT } from "#tools/paths";
import { Platform, type PlatformOptions } from "./platform";
import type { Declared } from "./program";
import { type Usages, UsageWatch } from "./usage";

/** A run of `pulumi`. */
export interface Run {
  readonly isDone: boolean;
  readonly printed: string;
  readonly seconds: number;
  readonly usages: Usages;
  /** What the platform got. */
  readonly requests: number;
}

/** What a project is made of. */
export interface ProjectOptions {
  readonly engine: Engine;
  /** Must lie inside this repository; what is there is deleted. */
  readonly folder: string;
  /** The text of the program, which should call `declareResources`. */
  readonly program: string;
  /** A folder with the Node.js of programs and hosts. @default the Node.js of this process */
  readonly node?: string;
  readonly platform?: PlatformOptions;
}

/** The longest that one operation may take; a thousand resources take minutes on two cores. */
const MAX_OPERATION_MS = 15 * 60_000;

const LANGUAGE_HOST = "pulumi-language-nodejs";

/** The command `pulumi` in a project of Node.js, as users run it; and a platform of its own, where names are unique. */
export class Project {
  private constructor(
    readonly platform: Platform,
    readonly options: ProjectOptions,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Makes a project and a stack that is configured for its platform. */
  static async create(options: ProjectOptions): Promise<Project> {
    const { engine, folder, program, node = path.dirname(process.execPath), platform } = options;
    fs.rmSync(folder, { recursive: true, force: true });
    const [project, bin] = [path.join(folder, "project"), path.join(folder, "bin")];
    [project, bin].forEach((made) => fs.mkdirSync(made, { recursive: true }));
    const plugins = { providers: [{ name: "edgecloud", path: path.join(ROOT, "provider", "plugin") }] };
    fs.writeFileSync(path.join(project, "Pulumi.yaml"), JSON.stringify({ name: "lab", runtime: "nodejs", plugins }));
    fs.writeFileSync(path.join(project, "package.json"), JSON.stringify({ private: true, main: "index.js" }));
    fs.writeFileSync(path.join(project, "index.js"), program);
    if (!findLanguageHost(engine, "nodejs")) {
      // The one that the tests use stands in.
      fs.symlinkSync(
        path.join(ROOT, "test", "engine", "setup", "node-language-host.js"),
        path.join(bin, LANGUAGE_HOST),
      );
    }
    const created = new Project(await Platform.start(folder, platform), options, {
      ...process.env,
      ...engineEnvironment({ stateFolder: path.join(folder, "state") }),
      PULUMI_IGNORE_AMBIENT_PLUGINS: "false",
      PATH: [node, bin, process.env.PATH].join(path.delimiter),
    });
    await created.run(["stack", "init", "lab"]);
    await created.configure({ apiKey: "demo-key", baseUrl: created.platform.url });
    return created;
  }

  /** Sets keys of the configuration, without their namespace. */
  async configure(settings: Record<string, string>): Promise<void> {
    const values = Object.entries(settings).flatMap(([key, value]) => [
      key === "apiKey" ? "--secret" : "--plaintext",
      `edgecloud:${key}=${value}`,
    ]);
    await this.run(["config", "set-all", ...values]);
  }

  /** Rejects with what it has printed if it fails. */
  async run(args: readonly string[], declared?: Declared, environment?: NodeJS.ProcessEnv): Promise<Run> {
    const run = await this.tryRun(args, declared, environment);
    if (!run.isDone) {
      throw new Error(`pulumi ${args.join(" ")} failed\n${run.printed}`);
    }
    return run;
  }

  async tryRun(args: readonly string[], declared: Declared = {}, environment?: NodeJS.ProcessEnv): Promise<Run> {
    await this.platform.control("DELETE", "requests");
    const run = await this.spawn([...args, "--non-interactive"], {
      ...this.environment,
      LAB_RESOURCES: JSON.stringify(declared),
      ...environment,
    });
    const log = await this.platform.control<{ number: number }[]>("GET", "requests");
    return { ...run, requests: log.at(-1)?.number ?? 0 };
  }

  private spawn(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Omit<Run, "requests">> {
    const { engine, folder } = this.options;
    return new Promise((resolve, reject) => {
      const start = performance.now();
      const child = spawn(path.join(engine.root, "bin", "pulumi"), args, {
        cwd: path.join(folder, "project"),
        env,
        stdio: ["ignore", "pipe", "pipe"],
        timeout: MAX_OPERATION_MS,
        killSignal: "SIGKILL",
      });
      const watch = new UsageWatch(child.pid ?? 0);
      let printed = "";
      child.stdout.on("data", (part: Buffer) => (printed += part.toString()));
      child.stderr.on("data", (part: Buffer) => (printed += part.toString()));
      child.on("error", reject);
      child.on("close", (code) => {
        const seconds = (performance.now() - start) / 1000;
        resolve({ isDone: code === 0, printed, seconds, usages: watch.stop() });
      });
    });
  }

  /** Reads the resources of the state, without Pulumi's own. */
  readResources(): { readonly type: string }[] {
    const file = path.join(this.options.folder, "state", ".pulumi", "stacks", "lab", "lab.json");
    const { checkpoint } = JSON.parse(fs.readFileSync(file, "utf8")) as {
      checkpoint: { latest?: { resources?: { type: string }[] } };
    };
    return (checkpoint.latest?.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
  }

  close(): Promise<void> {
    return this.platform.close();
  }
}
