import { closeSync, openSync } from "node:fs";
import type { TcpNetConnectOpts } from "node:net";
import type { ChannelCredentials, ChannelOptions, credentials } from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { toPrintable } from "../core/engine-text";

/** Returns the address of the engine: the last argument of this process, after options for logs and traces. */
export function findEngineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  const last = args.at(-1);
  return parseAddress(last) && last;
}

export function parseAddress(address: string | undefined): TcpNetConnectOpts | undefined {
  const [, host, port] = /^([\w.-]+):(\d+)$/.exec(address ?? "") ?? [];
  return host && Number(port) < 65_536 ? { host, port: Number(port) } : undefined;
}

/** `credentials` must come from the copy of gRPC that the client uses. */
export interface EngineModules {
  credentials: Pick<typeof credentials, "createInsecure">;
  EngineClient: new (
    address: string,
    credentials: ChannelCredentials,
    options?: Partial<ChannelOptions>,
  ) => EngineClient;
  LogRequest: new () => LogRequest;
  LogSeverity: Pick<typeof LogSeverity, "INFO">;
}

interface LogOptions {
  /** Whether the diagnostics at the end leave it out. */
  isEphemeral: boolean;
  /** Without a URN, the display shows the text beside the stack. */
  urn?: string;
}

export type EngineLog = (text: string, options: LogOptions) => void;

/** The returned function never throws, because an operation must not fail if a text cannot be shown. */
export function createEngineLog(address: string | undefined, loadModules: () => EngineModules): EngineLog {
  let engine: { client: EngineClient; modules: EngineModules } | undefined;
  return (text, { isEphemeral, urn = "" }) => {
    if (address === undefined || !parseAddress(address)) {
      return;
    }
    try {
      if (!engine) {
        const loaded = loadModules();
        // By default, gRPC would connect through the proxy in `https_proxy`, which cannot reach an engine on loopback.
        const options = { "grpc.enable_http_proxy": 0 };
        engine = {
          client: new loaded.EngineClient(address, loaded.credentials.createInsecure(), options),
          modules: loaded,
        };
      }
      const { LogRequest, LogSeverity } = engine.modules;
      const message = new LogRequest().setSeverity(LogSeverity.INFO).setMessage(toPrintable(text)).setUrn(urn);
      engine.client.log(message.setEphemeral(isEphemeral), () => undefined);
    } catch {
      engine = undefined;
    }
  };
}

/** Opens the terminal itself, because the streams of this process are always pipes. On Windows, returns false. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
