import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import type * as services from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as messages from "@pulumi/pulumi/proto/engine_pb";
import { printable } from "../core/engine-text";
import type { Say } from "../core/waits";

/** For how a long operation stands: each text takes the place of the one before. */
export function engineProgress(address = process.argv[2]): Say {
  return sayer(address, true);
}

/** For what a reader of the whole output must know: each text stays. */
export function engineNotice(address = process.argv[2]): Say {
  return sayer(address, false);
}

/**
 * The host's first argument is the engine's address; the host hands on no URN, so a text belongs to no resource. Nothing
 * that goes wrong here is anybody's failure: then nothing is shown.
 */
function sayer(address: string | undefined, isEphemeral: boolean): Say {
  let engine: Engine | undefined;
  return (text) => {
    try {
      engine ??= connect(address);
      engine?.client.log(engine.message(printable(text)).setEphemeral(isEphemeral), () => undefined);
    } catch {
      engine = undefined;
    }
  };
}

/**
 * Whether somebody watches at a terminal. The host's own streams are pipes; but its session has a terminal if that of
 * the engine has one.
 */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

interface Engine {
  client: services.EngineClient;
  message(text: string): messages.LogRequest;
}

function connect(address: string | undefined): Engine | undefined {
  if (!/^[\w.-]+:\d+$/.test(address ?? "")) {
    return undefined;
  }
  // The credentials must come from the same copy of the library as the client, which is the SDK's.
  const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const { credentials } = ofSdk("@grpc/grpc-js") as { credentials: { createInsecure(): never } };
  const { EngineClient } = ofSdk("./proto/engine_grpc_pb") as typeof services;
  const { LogRequest, LogSeverity } = ofSdk("./proto/engine_pb") as typeof messages;
  return {
    // The engine is on this machine; the library would go there through the proxy of `https_proxy`.
    client: new EngineClient(String(address), credentials.createInsecure(), { "grpc.enable_http_proxy": 0 }),
    message: (text) => new LogRequest().setSeverity(LogSeverity.INFO).setMessage(text),
  };
}
