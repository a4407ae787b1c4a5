import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { ConfigMap } from "@pulumi/pulumi/automation";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { engine } from "./engine";
import { comparable, type StackOptions } from "./test-stack";

const root = path.resolve(__dirname, "../../..");
const work = path.join(root, ".work/tests");
const pulumi = path.join(engine.root, "bin", "pulumi");

/** The files of a project, by name. */
export type Files = Record<string, string>;

/** A YAML project whose program is that text: what comes after name, runtime and the place of the plugin. */
export function yamlProject(program: string, more: Files = {}): Files {
  const plugin = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  return { "Pulumi.yaml": `name: test\nruntime: yaml\n${plugin}\n${program}`, ...more };
}

/** The files of a project in a folder. */
export async function filesOf(folder: string): Promise<Files> {
  const names = await readdir(folder);
  const texts = names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")]);
  return Object.fromEntries(await Promise.all(texts)) as Files;
}

/**
 * A stack of a YAML program, with a platform of its own: it is run as a user runs it, by the `pulumi` command in the
 * folder of the project. Operations answer the text that a user would see.
 */
export class YamlStack {
  private constructor(
    readonly emulator: Emulator,
    private readonly folder: string,
  ) {}

  static async start(files: Files, { seed, config = {} }: StackOptions): Promise<YamlStack> {
    await mkdir(work, { recursive: true });
    const stack = new YamlStack(await startEmulator({ seed }), await mkdtemp(path.join(work, "yaml-")));
    try {
      await stack.write(files);
      await stack.addPlugin();
      await stack.pulumi("stack", "init", "dev");
      await stack.configure({
        "edgecloud:baseUrl": { value: stack.emulator.url },
        "edgecloud:apiKey": { value: "demo-key", secret: true },
        ...config,
      });
      return stack;
    } catch (error) {
      await stack.close();
      throw error;
    }
  }

  /** Puts files into the project, or others in their place. */
  async write(files: Files): Promise<void> {
    await mkdir(this.project, { recursive: true });
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(this.project, name), text)));
  }

  /** Runs the command with those arguments. */
  async pulumi(...args: string[]): Promise<string> {
    const stateFolder = path.join(this.folder, "state");
    const env = { ...process.env, ...engineEnvironment({ stateFolder }) };
    const options = { cwd: this.project, env, maxBuffer: 64 * 1024 * 1024 };
    const all = [...args, "--non-interactive", "--color", "never"];
    return promisify(execFile)(pulumi, all, options).then(
      ({ stdout, stderr }) => stdout + stderr,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`pulumi ${args.join(" ")} failed:\n${stdout}${stderr}`);
      },
    );
  }

  preview(...more: string[]): Promise<string> {
    return this.pulumi("preview", "--diff", ...more);
  }

  up(...more: string[]): Promise<string> {
    return this.pulumi("up", "--yes", ...more);
  }

  refresh(...more: string[]): Promise<string> {
    return this.pulumi("refresh", "--yes", ...more);
  }

  destroy(...more: string[]): Promise<string> {
    return this.pulumi("destroy", "--yes", ...more);
  }

  /** What the program says after the last `up`; secrets are told. */
  async outputs(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.pulumi("stack", "output", "--json", "--show-secrets")) as Record<string, unknown>;
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get project(): string {
    return path.join(this.folder, "project");
  }

  private async configure(config: ConfigMap): Promise<void> {
    const settings = Object.entries(config).map(([key, { value, secret }]) => [
      secret ? "--secret" : "--plaintext",
      `${key}=${value}`,
    ]);
    await this.pulumi("config", "set-all", ...settings.flat());
  }

  /** Where an npm install would put it. */
  private async addPlugin(): Promise<void> {
    const folder = path.join(this.project, "node_modules", "pulumi-edgecloud", "plugin");
    const file = path.join(folder, "pulumi-resource-edgecloud");
    await mkdir(folder, { recursive: true });
    await writeFile(file, `#!/bin/sh\nexec node ${root}/provider/dist/plugin.js "$@"\n`);
    await chmod(file, 0o755);
  }
}

/** As `engineTest`, for a YAML program. */
export function yamlTest(
  name: string,
  files: () => Files | Promise<Files>,
  options: StackOptions,
  body: (stack: YamlStack) => Promise<void>,
): void {
  test(name, async () => {
    const stack = await YamlStack.start(await files(), options);
    try {
      const seeded = comparable(stack.emulator.state());
      await body(stack);
      await stack.destroy();
      expect(comparable(stack.emulator.state())).toEqual(seeded);
    } finally {
      await stack.close();
    }
  });
}
