import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient as Client } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { readFirstLine } from "../../../lab/processes";
import { credentials, provider, ResourceProviderClient, struct } from "./sdk-messages";

/** What Node runs as the plugin. */
export const pluginScript = path.resolve(__dirname, "../../../provider/plugin/index.js");

/** The plugin in a process that no engine has started. */
export class PluginProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly client: Client,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<PluginProcess> {
    const child = spawn(process.execPath, [pluginScript], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const port = Number(await readFirstLine(child));
    return new PluginProcess(
      child,
      port,
      new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure()),
    );
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null;
  }

  /** The error that it answers with, if any. */
  configure(settings: { baseUrl?: string }): Promise<string | undefined> {
    const request = new provider.ConfigureRequest().setArgs(struct(settings));
    return new Promise((resolve) => this.client.configure(request, (error) => resolve(error?.details)));
  }

  /** Calls a data source. */
  invoke(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const request = new provider.InvokeRequest().setTok(`edgecloud:index:${name}`).setArgs(struct(args));
    return new Promise((resolve, reject) => {
      this.client.invoke(request, (error: ServiceError | null, answer) => {
        return error ? reject(error) : resolve(answer.getReturn()?.toJavaScript());
      });
    });
  }

  stop(): void {
    this.client.close();
    this.child.kill("SIGKILL");
  }
}
