import { createRequire } from "node:module";
import type { Notify } from "../../core/waits";
import { createEngineLog, hasTerminal, type EngineModules, type LogOptions, findEngineAddress } from "../engine-log";
import { WaitDisplay } from "../wait-display";

/** The display of this host. */
export const hostWaits = new WaitDisplay(createNotify({ isEphemeral: true }), hasTerminal);

/** Shows texts in Pulumi's display. The host passes no URN, so each belongs to the stack. */
export function createNotify(options: LogOptions, address = findEngineAddress()): Notify {
  const log = createEngineLog(address, loadSdkModules);
  return (text) => log(text, options);
}

/** The credentials must come from the same copy of the library as the client, which is the SDK's. */
function loadSdkModules(): EngineModules {
  const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const { credentials } = requireFromSdk("@grpc/grpc-js") as {
    credentials: { createInsecure: EngineModules["createInsecure"] };
  };
  const services = requireFromSdk("./proto/engine_grpc_pb") as Pick<EngineModules, "EngineClient">;
  const messages = requireFromSdk("./proto/engine_pb") as Pick<EngineModules, "LogRequest" | "LogSeverity">;
  return { createInsecure: () => credentials.createInsecure(), ...services, ...messages };
}
