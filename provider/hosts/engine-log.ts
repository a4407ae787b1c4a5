import { closeSync, openSync } from "node:fs";
import type { TcpNetConnectOpts } from "node:net";
import type { ChannelCredentials, ChannelOptions } from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { toPrintable } from "../core/engine-text";

/**
 * The address that the engine has started this process with. It is the last argument: options for logs and traces come
 * before it.
 */
export function findEngineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  const last = args.at(-1);
  return parseAddress(last) && last;
}

/** Host and port of an address such as `127.0.0.1:45155`; undefined if it is not an address. */
export function parseAddress(address: string | undefined): TcpNetConnectOpts | undefined {
  const [, host, port] = /^([\w.-]+):(\d+)$/.exec(address ?? "") ?? [];
  return host && Number(port) < 65_536 ? { host, port: Number(port) } : undefined;
}

/** Generated client code for the engine, and the credentials of the same copy of gRPC. */
export interface EngineModules {
  createInsecure: () => ChannelCredentials;
  EngineClient: new (
    address: string,
    credentials: ChannelCredentials,
    options?: Partial<ChannelOptions>,
  ) => EngineClient;
  LogRequest: new () => LogRequest;
  LogSeverity: Pick<typeof LogSeverity, "INFO">;
}

interface LogOptions {
  /** Whether the next text replaces this one, as with progress. */
  isEphemeral: boolean;
  /** The resource that the text is about; without one, the text belongs to the stack. */
  urn?: string;
}

export type EngineLog = (text: string, options: LogOptions) => void;

/** Writes to the display of the engine at that address. A failure to show a text is ignored. */
export function createEngineLog(address: string | undefined, loadModules: () => EngineModules): EngineLog {
  let engine: { client: EngineClient; modules: EngineModules } | undefined;
  return (text, { isEphemeral, urn = "" }) => {
    if (address === undefined || !parseAddress(address)) {
      return;
    }
    try {
      if (!engine) {
        const loaded = loadModules();
        // Otherwise gRPC would go to the local engine through the proxy of `https_proxy`.
        const options = { "grpc.enable_http_proxy": 0 };
        engine = { client: new loaded.EngineClient(address, loaded.createInsecure(), options), modules: loaded };
      }
      const { LogRequest, LogSeverity } = engine.modules;
      const message = new LogRequest().setSeverity(LogSeverity.INFO).setMessage(toPrintable(text)).setUrn(urn);
      engine.client.log(message.setEphemeral(isEphemeral), () => undefined);
    } catch {
      engine = undefined;
    }
  };
}

/** Whether Pulumi runs in a terminal. The host's own streams are pipes, but it shares the session of the engine. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
