import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { type Engine, engineEnvironment, findLanguageHost } from "#tools/engine";
import { ROOT } from "#tools/paths";
import type { NodeRelease } from "./node";
import { canReadUsage, type ProcessKind, type Usage, UsageWatch } from "./usage";

/** A run of `pulumi`. */
export interface Run {
  readonly seconds: number;
  /** Of each process; empty where the system does not tell. */
  readonly usage: Partial<Record<ProcessKind, Usage>>;
}

const LANGUAGE_HOST = "pulumi-language-nodejs";

/** The command `pulumi` in a project of Node.js, as users run it: the program has a process of its own. */
export class Cli {
  private constructor(
    private readonly command: string,
    private readonly project: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Makes a project with this program, and a stack with these settings. `folder` must lie inside this repository. */
  static async create(
    engine: Engine,
    node: NodeRelease,
    folder: string,
    program: string,
    settings: Record<string, string>,
  ): Promise<Cli> {
    fs.rmSync(folder, { recursive: true, force: true });
    const project = path.join(folder, "project");
    fs.mkdirSync(project, { recursive: true });
    const plugins = { providers: [{ name: "edgecloud", path: path.join(ROOT, "provider", "plugin") }] };
    fs.writeFileSync(path.join(project, "Pulumi.yaml"), JSON.stringify({ name: "bench", runtime: "nodejs", plugins }));
    fs.writeFileSync(path.join(project, "package.json"), JSON.stringify({ private: true, main: "index.js" }));
    fs.writeFileSync(path.join(project, "index.js"), program);
    const environment = { ...process.env, ...engineEnvironment({ stateFolder: path.join(folder, "state") }) };
    const folders = [node.folder, ...prepareLanguageHost(engine, folder), process.env.PATH];
    const cli = new Cli(path.join(engine.root, "bin", "pulumi"), project, {
      ...environment,
      PULUMI_IGNORE_AMBIENT_PLUGINS: "false",
      PATH: folders.join(path.delimiter),
    });
    await cli.run(["stack", "init", "bench"]);
    const values = Object.entries(settings).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]);
    await cli.run(["config", "set-all", "--secret", "edgecloud:apiKey=demo-key", ...values]);
    return cli;
  }

  /** Rejects with what it has printed if it fails. */
  run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> {
    return new Promise((resolve, reject) => {
      const start = performance.now();
      const child = spawn(this.command, [...args, "--non-interactive"], {
        cwd: this.project,
        env: { ...this.environment, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const watch = canReadUsage && child.pid !== undefined ? new UsageWatch(child.pid) : undefined;
      let printed = "";
      child.stdout.on("data", (part: Buffer) => (printed += part.toString()));
      child.stderr.on("data", (part: Buffer) => (printed += part.toString()));
      child.on("error", reject);
      child.on("close", (code) => {
        const usage = watch?.stop() ?? {};
        if (code === 0) {
          resolve({ seconds: (performance.now() - start) / 1000, usage });
        } else {
          reject(new Error(`pulumi ${args.join(" ")}: exit code ${code}\n${printed}`));
        }
      });
    });
  }
}

/** Folders for PATH: where the engine has no host for Node.js programs, the one that the tests use stands in. */
function prepareLanguageHost(engine: Engine, folder: string): string[] {
  if (findLanguageHost(engine, "nodejs") !== undefined) {
    return [];
  }
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  fs.symlinkSync(path.join(ROOT, "test", "engine", "setup", "node-language-host.js"), path.join(bin, LANGUAGE_HOST));
  return [bin];
}
