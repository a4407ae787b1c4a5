import { createRequire } from "node:module";
import type { Notify } from "../../core/waits";
import { engineAddress } from "../engine-address";
import { engineLog, hasTerminal, type EngineModules } from "../engine-log";
import { WaitDisplay } from "../wait-display";

/** Shows the progress of a long operation. */
export function engineProgress(address = engineAddress()): Notify {
  return sayer(address, true);
}

/** Shows messages that stay in the output. */
export function engineNotice(address = engineAddress()): Notify {
  return sayer(address, false);
}

/** The display of this host. */
export const hostWaits = new WaitDisplay(engineProgress(), hasTerminal);

/** The host passes no URN, so each text belongs to the stack. */
function sayer(address: string | undefined, isEphemeral: boolean): Notify {
  const log = engineLog(address, modulesOfSdk);
  return (text) => log(text, { isEphemeral });
}

/** The credentials must come from the same copy of the library as the client, which is the SDK's. */
function modulesOfSdk(): EngineModules {
  const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const { credentials } = ofSdk("@grpc/grpc-js") as {
    credentials: { createInsecure: EngineModules["createInsecure"] };
  };
  const services = ofSdk("./proto/engine_grpc_pb") as Pick<EngineModules, "EngineClient">;
  const messages = ofSdk("./proto/engine_pb") as Pick<EngineModules, "LogRequest" | "LogSeverity">;
  return { createInsecure: () => credentials.createInsecure(), ...services, ...messages };
}
