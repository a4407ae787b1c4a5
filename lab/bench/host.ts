import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import path from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ROOT } from "#tools/paths";
import { endChild, readFirstLine } from "../processes";
import type { NodeRelease } from "./node";
import { readUsage, type Usage } from "./usage";

/** What Node.js runs as a host. */
const scripts = {
  dynamic: require.resolve("@pulumi/pulumi/cmd/dynamic-provider"),
  plugin: path.join(ROOT, "provider", "plugin", "index.js"),
} as const;

export type HostName = keyof typeof scripts;

/** A resource as the engine knows it: what the program has sent, and what the host has made of it. */
export interface KnownResource {
  readonly urn: string;
  readonly args: Struct;
  inputs?: Struct;
  id?: string;
  state?: Struct;
}

type Done<Response> = (error: ServiceError | null, response: Response) => void;

/** A host in a process of its own, asked as the engine asks it, without an engine. */
export class Host {
  private constructor(
    readonly name: HostName,
    private readonly child: ChildProcess,
    private readonly client: ResourceProviderClient,
    private readonly engine: Server,
  ) {}

  static async start(name: HostName, node: NodeRelease, settings: Record<string, string>): Promise<Host> {
    // A host ends with its engine.
    const engine = createServer((socket) => socket.resume().on("error", () => {}));
    await once(engine.listen(0, "127.0.0.1"), "listening");
    const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
    const executable = path.join(node.folder, "node");
    const child = spawn(executable, [scripts[name], address], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const port = await readFirstLine(child);
      const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
      const host = new Host(name, child, client, engine);
      const request = new rpc.ConfigureRequest().setArgs(Struct.fromJavaScript(settings));
      await ask((done) => client.configure(request, done));
      return host;
    } catch (error) {
      await endChild(child, "SIGKILL");
      engine.close();
      throw error;
    }
  }

  async check(resource: KnownResource): Promise<void> {
    const request = new rpc.CheckRequest()
      .setUrn(resource.urn)
      .setNews(resource.args)
      .setOlds(resource.inputs ?? new Struct());
    const answer = await ask<rpc.CheckResponse>((done) => this.client.check(request, done));
    const [failure] = answer.getFailuresList();
    if (failure) {
      throw new Error(`${resource.urn}: ${failure.getReason()}`);
    }
    resource.inputs = answer.getInputs();
  }

  async create(resource: KnownResource, isPreview: boolean): Promise<void> {
    const request = new rpc.CreateRequest().setUrn(resource.urn).setProperties(resource.inputs).setPreview(isPreview);
    const answer = await ask<rpc.CreateResponse>((done) => this.client.create(request, done));
    if (!isPreview) {
      resource.id = answer.getId();
      resource.state = answer.getProperties();
    }
  }

  async diff(resource: KnownResource): Promise<void> {
    const { urn, id = "", state, inputs } = resource;
    const request = new rpc.DiffRequest().setUrn(urn).setId(id).setOlds(state).setNews(inputs).setOldInputs(inputs);
    const answer = await ask<rpc.DiffResponse>((done) => this.client.diff(request, done));
    if (answer.getChanges() === rpc.DiffResponse.DiffChanges.DIFF_SOME) {
      throw new Error(`${urn}: nothing had changed, and the diff says ${answer.getDiffsList().join(", ")}`);
    }
  }

  async read({ urn, id = "", state, inputs }: KnownResource): Promise<void> {
    const request = new rpc.ReadRequest().setUrn(urn).setId(id).setProperties(state).setInputs(inputs);
    const answer = await ask<rpc.ReadResponse>((done) => this.client.read(request, done));
    if (answer.getId() !== id) {
      throw new Error(`${urn}: it was created, and the host cannot read it`);
    }
  }

  async delete({ urn, id = "", state, inputs }: KnownResource): Promise<void> {
    const request = new rpc.DeleteRequest().setUrn(urn).setId(id).setProperties(state).setOldInputs(inputs);
    await ask((done) => this.client.delete(request, done));
  }

  /** Calls a data source. */
  async invoke(token: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const struct = Struct.fromJavaScript(args as Parameters<typeof Struct.fromJavaScript>[0]);
    const request = new rpc.InvokeRequest().setTok(token).setArgs(struct);
    const answer = await ask<rpc.InvokeResponse>((done) => this.client.invoke(request, done));
    return answer.getReturn()?.toJavaScript();
  }

  /** What it has used so far. */
  readUsage(): Usage {
    const usage = readUsage(this.child.pid ?? 0);
    if (!usage) {
      throw new Error(`the ${this.name} host has ended by itself`);
    }
    return usage;
  }

  /** Ends it as the engine does. */
  async stop(): Promise<void> {
    this.client.close();
    await endChild(this.child, "SIGKILL");
    this.engine.close();
  }
}

function ask<Response>(send: (done: Done<Response>) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    send((error, response) => (error ? reject(new Error(error.details)) : resolve(response)));
  });
}
