import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { writePolicyRunner } from "./policy-runner";
import { runScript } from "./shell";

const root = path.resolve(__dirname, "../../..");
const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
const git = `git init --quiet; git config user.name test; git config user.email test@example.com; git add .
  git commit --quiet --message Start; git init --quiet --bare ../origin.git; git remote add origin ../origin.git`;

/** The first commands of docs/pipelines.md after a text. */
export const commandsOfPage = (after: string) => /```bash\n(.*?)```/s.exec(page.slice(page.indexOf(after)))![1]!;

/** A copy of `examples/pipelines` in a Git repository of its own, with a platform and an empty state of `production`. */
export class PipelineProject {
  static readonly key = "key-of-the-store-5d414";
  readonly folder = mkdtempSync(path.join(root, ".work", "pipeline-"));
  readonly stateFolder = path.join(this.folder, "state");
  private readonly env: Record<string, string> = engineEnvironment(this);
  emulator!: Emulator;

  /** Sets up the project as its owner does once: the plugin, the policies, a stack, a commit. */
  async start(): Promise<void> {
    this.emulator = await startEmulator({ apiKeys: [PipelineProject.key] });
    cpSync(path.join(root, "examples/pipelines"), this.path(""), { recursive: true });
    cpSync(path.join(root, "examples/policy/pack"), this.path("policy"), { recursive: true });
    writePolicyRunner(path.join(this.folder, "analyzer"));
    // Node finds the dependencies of the pack in this repository.
    const manifest = { name: "edgecloud-policies", version: "0.1.0", private: true };
    const lock = { ...manifest, lockfileVersion: 3, packages: { "": manifest } };
    writeFileSync(this.path("policy/package.json"), JSON.stringify(manifest));
    writeFileSync(this.path("policy/package-lock.json"), JSON.stringify(lock));
    const pack = `${commandsOfPage("`npm run build`:").trim()} --silent --pack-destination "${this.path("")}"`;
    execFileSync(pack, { cwd: root, shell: "bash", stdio: "pipe" });
    const unpack = `${commandsOfPage("with the tarball in it:")} rm *.tgz; echo /runner-*/ > .gitignore`;
    expect(await this.run(`${unpack}; pulumi stack init production; ${git}`)).toMatchObject({ code: 0 });
  }

  /** Runs a script of a pipeline, which gets no key and no address unless `env` has them. */
  run(script: string, env: NodeJS.ProcessEnv = {}, shell: "bash" | "sh" = "bash") {
    const none = { EDGECLOUD_API_KEY: undefined, EDGECLOUD_BASE_URL: undefined, PULUMI_IGNORE_AMBIENT_PLUGINS: "" };
    const surroundings = { cwd: this.path(""), folders: [path.join(this.folder, "analyzer")], shell };
    const options = shell === "sh" ? ["-e"] : ["-eo", "pipefail"];
    return runScript(script, { ...surroundings, options, env: { ...this.env, ...none, ...env } });
  }

  /** What the store of the pipeline has as variables, besides the role for the bucket. */
  variables = () => ({ EDGECLOUD_BASE_URL: this.emulator.url, PULUMI_BACKEND_URL: this.env.PULUMI_BACKEND_URL! });

  /** Changes the program and commits that; answers the commit and its tree. */
  async commit(program: string): Promise<string[]> {
    writeFileSync(this.path("Pulumi.yaml"), program);
    const commit = "git commit --all --quiet --allow-empty --message Change; git rev-parse HEAD 'HEAD^{tree}'";
    return (await this.run(commit)).stdout.split("\n");
  }

  path = (name: string) => path.join(this.folder, "project", name);

  /** Turns off the use of the first group's next source, outside of Pulumi. */
  async changeByHand(): Promise<void> {
    const url = `${this.emulator.url}/cdn/origin_groups/${this.emulator.state().originGroups[0]?.id}`;
    const headers = { authorization: `apikey ${PipelineProject.key}`, "content-type": "application/json" };
    expect(await fetch(url, { method: "PATCH", headers, body: '{"use_next": false}' })).toMatchObject({ status: 200 });
  }

  async close(): Promise<void> {
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Answers by path what a test gives it, as the API of GitHub or GitLab does: JSON, a file, or a redirect to an address. */
export class Forge {
  static readonly token = "token-of-the-job";
  answers: Record<string, object> = {};
  private readonly changes: string[] = [];
  private readonly server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const answer = method === "GET" ? this.answers[url.split("?")[0]!] : {};
      this.changes.push(...(method === "GET" ? [] : [`${method} ${url.split("/").slice(-2).join("/")} ${body}`]));
      const given = headers.authorization?.replace("Bearer ", "") ?? headers["private-token"];
      // What a redirect leads to is signed; the token must not go there.
      const isAllowed = given === (url.startsWith("/signed") ? undefined : Forge.token);
      const headersOf = answer instanceof URL ? { location: answer.href } : {};
      response.writeHead(!isAllowed ? 401 : !answer ? 404 : answer instanceof URL ? 302 : 200, headersOf);
      response.end(Buffer.isBuffer(answer) && isAllowed ? answer : JSON.stringify(answer));
    });
  });

  start = () => new Promise<void>((resolve) => this.server.listen(0, resolve));
  /** What has changed something since this was last asked: method, end of the path, body. */
  takeChanges = () => this.changes.splice(0);
  close = () => (this.server.closeAllConnections(), this.server.close());
  url = (host = "127.0.0.1") => `http://${host}:${(this.server.address() as AddressInfo).port}`;
}
