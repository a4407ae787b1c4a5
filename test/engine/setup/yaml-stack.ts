import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ConfigMap } from "@pulumi/pulumi/automation";
import type { Emulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { template } from "./engine";
import { startPlatform } from "./platform";
import { pulumi } from "./pulumi-command";
import { runScript, type Ended } from "./shell";
import { addConfig } from "./stack-copy";
import { expectRestored, type Leftovers, type StackOptions } from "./test-stack";

const root = path.resolve(__dirname, "../../..");
const work = path.join(root, ".work/tests");

/** The files of a project, by name. */
export type Files = Record<string, string>;

/** What a stack of a YAML program may need beside its platform and its settings. */
export interface YamlOptions extends StackOptions {
  /** A home of Pulumi where the plugin is installed: the project then has no package. */
  home?: string;
}

const stackName = "dev";

/** The project of the stack that all tests copy. */
const templateName = "test";

/** A YAML project whose program is that text: what comes after name, runtime and the place of the plugin. */
export function yamlProject(program: string, more: Files = {}): Files {
  const plugin = "plugins: { providers: [{ name: edgecloud, path: node_modules/pulumi-edgecloud/plugin }] }";
  return { "Pulumi.yaml": `name: test\nruntime: yaml\n${plugin}\n${program}`, ...more };
}

/** The settings of a project that gives all names itself, so that the engine deletes before it replaces. */
export const namesInProgram =
  "config: { pulumi:autonaming: { value: { providers: { edgecloud: { mode: disabled } } } } }\n";

/**
 * A stack of a YAML program, with a platform of its own: it is run as a user runs it, by the `pulumi` command in the
 * folder of the project. Operations return the text that a user would see.
 */
export class YamlStack {
  private constructor(
    readonly emulator: Emulator,
    private readonly folder: string,
    private readonly more: Record<string, string>,
  ) {}

  static async start(files: Files, { seed, config = {}, home }: YamlOptions): Promise<YamlStack> {
    await mkdir(work, { recursive: true });
    const folder = await mkdtemp(path.join(work, "yaml-"));
    // `stack init` would select its stack; a copied one has to be named.
    const environment = { PULUMI_STACK: stackName, ...(home && { PULUMI_HOME: home }) };
    const stack = new YamlStack(await startPlatform({ seed }), folder, environment);
    try {
      await stack.write(files);
      if (!home) {
        await stack.addPackage();
      }
      const [, name = ""] = /^name: (.*)$/m.exec(files["Pulumi.yaml"] ?? "") ?? [];
      await stack.copyTemplate(name, { "edgecloud:baseUrl": { value: stack.emulator.url }, ...config });
      return stack;
    } catch (error) {
      await stack.close();
      throw error;
    }
  }

  /** Settings beside those that every stack needs. */
  async configure(config: ConfigMap): Promise<void> {
    const settings = Object.entries(config).map(([key, { value, secret }]) => [
      secret ? "--secret" : "--plaintext",
      `${key}=${value}`,
    ]);
    await this.pulumi("config", "set-all", ...settings.flat());
  }

  /** Puts files into the project, or others in their place. */
  async write(files: Files): Promise<void> {
    await mkdir(this.project, { recursive: true });
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(this.project, name), text)));
  }

  /** Runs a script in the folder of the project. */
  shell(script: string): Promise<Ended> {
    return runScript(script, { cwd: this.project, env: this.environment });
  }

  /** Runs the command with those arguments. */
  async pulumi(...args: string[]): Promise<string> {
    return pulumi(this.project, this.environment, args);
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

  /** The code that Pulumi writes for what it imports: one by type, name and ID, or those of a file. */
  async import(...what: [type: string, name: string, id: string] | ["--file", string]): Promise<string> {
    const file = path.join(this.folder, "imported.yaml");
    const said = await this.pulumi("import", ...what, "--yes", "--protect=false", "--out", file);
    expect(said).not.toContain("failed to validate");
    return readFile(file, "utf8");
  }

  /** The outputs of the program after the last `up`, with secrets in clear. */
  async outputs(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.pulumi("stack", "output", "--json", "--show-secrets")) as Record<string, unknown>;
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get environment(): Record<string, string> {
    const environment = engineEnvironment({ stateFolder: path.join(this.folder, "state") });
    return { ...environment, ...this.more };
  }

  private get project(): string {
    return path.join(this.folder, "project");
  }

  /** Puts the stack and the settings of the template into their places, as those of that project, with more settings. */
  private async copyTemplate(name: string, config: ConfigMap): Promise<void> {
    const settings = `Pulumi.${stackName}.yaml`;
    const stacks = path.join(this.folder, "state", ".pulumi", "stacks");
    await cp(path.join(template, "state"), path.join(this.folder, "state"), { recursive: true });
    if (name !== templateName) {
      await rename(path.join(stacks, templateName), path.join(stacks, name));
      const file = path.join(stacks, name, `${stackName}.json`);
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(`organization/${templateName}/`, `organization/${name}/`));
    }
    await cp(path.join(template, "project", settings), path.join(this.project, settings));
    await addConfig(path.join(this.project, settings), config);
    const secrets = Object.entries(config).filter(([, { secret }]) => secret);
    if (secrets.length > 0) {
      await this.configure(Object.fromEntries(secrets));
    }
  }

  /** Puts the package where an npm install would put it. */
  private async addPackage(): Promise<void> {
    const modules = path.join(this.project, "node_modules");
    const command = path.join(modules, "pulumi-edgecloud", "bin", "pulumi-edgecloud.js");
    await mkdir(path.join(modules, ".bin"), { recursive: true });
    await symlink(path.join(root, "provider"), path.join(modules, "pulumi-edgecloud"), "junction");
    await symlink(command, path.join(modules, ".bin", "pulumi-edgecloud"));
  }
}

/** As `engineTest`, for a YAML program. */
export function yamlTest(
  name: string,
  files: Files,
  options: YamlOptions & Leftovers,
  body: (stack: YamlStack) => Promise<void>,
): void {
  test(name, async () => {
    const stack = await YamlStack.start(files, options);
    try {
      const seeded = stack.emulator.state();
      await body(stack);
      await stack.destroy();
      expectRestored(stack.emulator, seeded, options);
    } finally {
      await stack.close();
    }
  });
}
