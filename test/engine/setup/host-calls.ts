import { spawn, type ChildProcess, type ChildProcessByStdio, type SpawnOptions } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import type { Readable } from "node:stream";
import type { ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient as Client } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { readFirstLine } from "../../../lab/processes";
import { listenOnLoopback, type Listening } from "../../network/loopback";
import { credentials, Metadata, provider, ResourceProviderClient, struct } from "./sdk-messages";

type JsonObject = Record<string, unknown>;
type Done = (error: ServiceError | null) => void;

/** What the engine asks of a host. */
export interface Question {
  verb: "check" | "diff" | "read" | "delete";
  id: string;
  olds: JsonObject;
  news: JsonObject;
}

const patienceMs = 120_000;

/** Pulumi's own host for dynamic providers, in a process of its own, asked as the engine asks it. */
export class HostProcess {
  private stderr = "";

  private constructor(
    private readonly child: ChildProcess,
    private readonly client: Client,
    private readonly engine: Listening,
  ) {
    child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  /** @param project The folder in which the engine would start it, with the SDK that is installed there. */
  static async start(config: Record<string, string>, project = process.cwd()): Promise<HostProcess> {
    const script = createRequire(path.join(project, "package.json")).resolve("@pulumi/pulumi/cmd/dynamic-provider");
    // A host ends with its engine.
    const engine = await listenOnLoopback(createServer((socket) => socket.resume()));
    const options: SpawnOptions = { cwd: project, stdio: ["ignore", "pipe", "pipe"] };
    const child = spawn(process.execPath, [script, `127.0.0.1:${engine.port}`], options);
    try {
      const port = await readFirstLine(child as ChildProcessByStdio<null, Readable, null>);
      const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
      const request = new provider.ConfigureRequest().setArgs(struct(config));
      await new Promise((resolve) => client.configure(request, resolve));
      return new HostProcess(child, client, engine);
    } catch (error) {
      child.kill();
      await engine.close();
      throw error;
    }
  }

  /** The error that the host answers with, if any; no answer within two minutes fails the test. */
  async ask({ verb, id, olds, news }: Question): Promise<string | undefined> {
    const [before, after] = [struct(olds), struct(news)];
    const [meta, options] = [new Metadata(), { deadline: Date.now() + patienceMs }];
    const send: Record<Question["verb"], (done: Done) => void> = {
      check: (done) =>
        this.client.check(new provider.CheckRequest().setOlds(before).setNews(after), meta, options, done),
      diff: (done) =>
        this.client.diff(new provider.DiffRequest().setId(id).setOlds(before).setNews(after), meta, options, done),
      read: (done) => this.client.read(new provider.ReadRequest().setId(id).setProperties(before), meta, options, done),
      delete: (done) =>
        this.client.delete(new provider.DeleteRequest().setId(id).setProperties(before), meta, options, done),
    };
    const error = await new Promise<ServiceError | null>((resolve) => send[verb](resolve));
    // Errors of operations have a code of their own; any other is one of the connection, or of the host.
    expect(error?.code ?? 2).toBe(2);
    return error?.details;
  }

  /** Expects that the host still runs, and that no error has escaped its error handling. */
  expectAlive(): void {
    expect(this.child.exitCode).toBeNull();
    expect(this.stderr).not.toMatch(/unhandled|URIError|RangeError|TypeError/i);
  }

  stop(): void {
    this.client.close();
    this.child.kill();
    void this.engine.close();
  }
}
