import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { load } from "js-yaml";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { runScript, type Ended } from "./shell";

const root = path.resolve(__dirname, "../../..");
const example = path.join(root, "examples/pipelines");
const work = path.join(root, ".work/tests");

/** The key that the pipelines get from their secret store. */
export const apiKey = "key-of-the-store-5d414";

/** A file of the example. */
export function exampleFile<T>(name: string): T {
  return load(readFileSync(path.join(example, name), "utf8")) as T;
}

/** A request to the forge. */
export interface ForgeRequest {
  method?: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/**
 * A clean copy of the example in a Git repository of its own, with a platform, an empty state, and a server in the place
 * of the forge's API, which stores uploads.
 */
export class PipelineProject {
  readonly requests: ForgeRequest[] = [];
  /** The uploaded files of the forge, by URL. */
  readonly files = new Map<string, string>();

  private constructor(
    readonly emulator: Emulator,
    readonly forge: string,
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PipelineProject> {
    mkdirSync(work, { recursive: true });
    const folder = mkdtempSync(path.join(work, "pipeline-"));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const forge = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const project = new PipelineProject(await startEmulator({ apiKeys: [apiKey] }), forge, server, folder);
    project.serve();
    await project.prepare();
    return project;
  }

  /** Runs a script of a pipeline. */
  run(script: string, env: Record<string, string> = {}, options?: readonly string[]): Promise<Ended> {
    return runScript(script, { cwd: this.path(""), env: { ...this.environment(), ...env }, options });
  }

  /** A file of the copy. */
  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** The state of the stack, as the backend stores it. */
  state(): string {
    return readFileSync(path.join(this.folder, "state/.pulumi/stacks/edgecloud-pipelines/production.json"), "utf8");
  }

  path(name: string): string {
    return path.join(this.folder, "project", name);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The environment of a pipeline: the secret store, no login, no configuration of a user. */
  private environment(): Record<string, string> {
    return { ...engineEnvironment({ stateFolder: path.join(this.folder, "state") }), EDGECLOUD_API_KEY: apiKey };
  }

  /** Sets up the project as its owner does once: the plugin, a stack, a commit. */
  private async prepare(): Promise<void> {
    cpSync(example, this.path(""), { recursive: true });
    const page = readFileSync(path.join(root, "docs/pipelines.md"), "utf8");
    const [, pack = ""] = /^(npm pack .+)$/m.exec(page) ?? [];
    const [, unpack = ""] = /```bash\n(mkdir -p vendor\n.*?)```/s.exec(page) ?? [];
    execFileSync(`${pack} --silent --pack-destination "${this.path("")}"`, { cwd: root, shell: "bash", stdio: "pipe" });
    const settings = this.read("Pulumi.production.yaml").replace("https://api.example.com", this.emulator.url);
    writeFileSync(this.path("Pulumi.production.yaml"), settings);
    const { code, output } = await this.run(
      `${unpack}
      rm pulumi-edgecloud-*.tgz
      pulumi stack init production
      git init --quiet
      git add .
      git -c user.name=test -c user.email=test@example.com commit --quiet --message "Start"`,
    );
    expect(`${output}${code}`).toMatch(/0$/);
  }

  private serve(): void {
    this.server.on("request", (request: IncomingMessage, response) => {
      const { method, url = "", headers } = request;
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        this.requests.push({ method, url, headers, body });
        if (method === "PUT") {
          this.files.set(url, body);
        }
        const found = this.files.get(url);
        response.statusCode = method === "GET" && found === undefined ? 404 : 200;
        response.end(found ?? "{}");
      });
    });
  }
}
