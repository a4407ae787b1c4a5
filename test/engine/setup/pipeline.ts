import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parse } from "yaml";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { writePolicyRunner } from "./policy-runner";
import { runScript, type Ended } from "./shell";

const root = path.resolve(__dirname, "../../..");
const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
const example = path.join(root, "examples/pipelines");
const work = path.join(root, ".work/tests");

/** The key that deployments get from the store of the pipeline, and the one that previews get. */
export const apiKey = "key-of-the-store-5d414";
export const readOnlyKey = `${apiKey}-readonly`;

/** Who commits. */
const author = {
  GIT_AUTHOR_NAME: "test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "test",
  GIT_COMMITTER_EMAIL: "test@example.com",
};

/** A file of the example. */
export function exampleFile<T>(name: string): T {
  return parse(readFileSync(path.join(example, name), "utf8"), { merge: true }) as T;
}

/** The commands that a section of docs/pipelines.md tells to enter. */
export function commandsOfPage(section: string): string {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const [, commands = ""] = /```bash\n(.*?)```/s.exec(text) ?? [];
  return commands;
}

/** A clean copy of the example in a Git repository of its own, with a platform and an empty state of `production`. */
export class PipelineProject {
  private constructor(
    readonly emulator: Emulator,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PipelineProject> {
    mkdirSync(work, { recursive: true });
    const folder = mkdtempSync(path.join(work, "pipeline-"));
    const project = new PipelineProject(await startEmulator({ apiKeys: [apiKey] }), folder);
    await project.prepare();
    return project;
  }

  /** Runs a script of a pipeline, which gets no key and no address unless `env` has them. */
  run(
    script: string,
    env: Record<string, string> = {},
    options?: readonly string[],
    shell?: "bash" | "sh",
  ): Promise<Ended> {
    const fixed = {
      ...engineEnvironment({ stateFolder: this.stateFolder }),
      ...author,
      PULUMI_IGNORE_AMBIENT_PLUGINS: "",
    };
    const none = { EDGECLOUD_API_KEY: undefined, EDGECLOUD_BASE_URL: undefined };
    const folders = [path.join(this.folder, "analyzer")];
    return runScript(script, { cwd: this.path(""), env: { ...none, ...fixed, ...env }, folders, options, shell });
  }

  /** What the store of the pipeline has as variables, besides the role for the bucket. */
  variables(): Record<string, string> {
    const { PULUMI_BACKEND_URL = "" } = engineEnvironment({ stateFolder: this.stateFolder });
    return { EDGECLOUD_BASE_URL: this.emulator.url, PULUMI_BACKEND_URL };
  }

  /** A file of the copy. */
  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** Changes a file of the copy and commits that, and answers the new commit. */
  commit(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    this.git("commit", "--all", "--quiet", "--allow-empty", "--message", "Change");
    return this.git("rev-parse", "HEAD");
  }

  /** What a command of Git prints in the copy. */
  git(...args: string[]): string {
    const env = { ...process.env, ...author };
    return execFileSync("git", args, { cwd: this.path(""), env, encoding: "utf8", stdio: "pipe" }).trim();
  }

  /** The state of the stack, as the backend stores it. */
  state(): string {
    return readFileSync(path.join(this.stateFolder, ".pulumi/stacks/edgecloud-pipelines/production.json"), "utf8");
  }

  get stateFolder(): string {
    return path.join(this.folder, "state");
  }

  path(name: string): string {
    return path.join(this.folder, "project", name);
  }

  /** Turns off the backup of the first group, outside of Pulumi. */
  async changeByHand(): Promise<void> {
    const [group] = this.emulator.state().originGroups;
    const response = await fetch(`${this.emulator.url}/cdn/origin_groups/${group?.id}`, {
      method: "PATCH",
      headers: { authorization: `apikey ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ use_next: false }),
    });
    expect(response.status).toBe(200);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Sets up the project as its owner does once: the plugin, the policies, a stack, a commit. */
  private async prepare(): Promise<void> {
    cpSync(example, this.path(""), { recursive: true });
    writePolicyRunner(path.join(this.folder, "analyzer"));
    cpSync(path.join(root, "examples/policy/pack"), this.path("policy"), { recursive: true });
    // Node finds the dependencies of the pack in this repository.
    const packageJson = { name: "edgecloud-policies", version: "0.1.0", private: true };
    const lock = { ...packageJson, lockfileVersion: 3, packages: { "": packageJson } };
    writeFileSync(this.path("policy/package.json"), JSON.stringify(packageJson));
    writeFileSync(this.path("policy/package-lock.json"), JSON.stringify(lock));
    const [, pack = ""] = /^(npm pack .+)$/m.exec(page) ?? [];
    const [, unpack = ""] = /```bash\n(mkdir -p vendor\n.*?)```/s.exec(page) ?? [];
    execFileSync(`${pack} --silent --pack-destination "${this.path("")}"`, { cwd: root, shell: "bash", stdio: "pipe" });
    const { code, output } = await this.run(`${unpack} rm pulumi-edgecloud-*.tgz; pulumi stack init production`);
    expect({ code, output }).toMatchObject({ code: 0 });
    this.git("init", "--quiet");
    this.git("add", ".");
    this.git("commit", "--quiet", "--message", "Start");
    this.git("init", "--quiet", "--bare", "../origin.git");
    this.git("remote", "add", "origin", "../origin.git");
  }
}
