import { Provider } from "pulumi-edgecloud";
import { startProxy, type Turn } from "../../../network/proxy-server";
import { authority, startTlsFront } from "../../../network/tls-front";
import type { TestStack } from "../../../engine/setup/test-stack";

/** How often calls are repeated, except by the `patient` connection. */
export const maxRetries = 1;

/**
 * Connections beside that of the stack. The `hasty` one waits only four seconds for an answer; on the others, a busy
 * machine must not look like a silent platform. The `patient` one repeats no failed call, and its waits after a 429
 * do not delay the others.
 */
export type ConnectionName = "certificate" | "proxy" | "hasty" | "patient";

/** The connections of a stack's resources to the platform. */
export interface Connections {
  /** Declares the providers in a program. */
  declare: () => Record<ConnectionName, Provider>;
  /** Makes the certificate untrusted and the proxy refuse, or both work again. */
  setBroken: (isBroken: boolean) => void;
  close: () => Promise<void>;
}

/** Opens a connection over TLS, and one through a proxy, which alone can resolve the host. */
export async function openConnections({ emulator, stack }: TestStack): Promise<Connections> {
  const [front, behindProxy] = [await startTlsFront(emulator.url), await startTlsFront(emulator.url)];
  const turns: Turn[] = ["pass"];
  const proxy = await startProxy({ turns, hosts: { "platform.test": behindProxy.port } });
  // The variable in lower case would take precedence.
  const environment = { HTTPS_PROXY: proxy.url, https_proxy: "", NODE_EXTRA_CA_CERTS: authority };
  Object.assign(stack.workspace.envVars, environment);
  const settings = { apiKey: "demo-key", maxRetries };
  return {
    declare: () => ({
      certificate: new Provider("certificate", { ...settings, baseUrl: front.url }),
      proxy: new Provider("proxy", { ...settings, baseUrl: "https://platform.test" }),
      hasty: new Provider("hasty", { ...settings, baseUrl: emulator.url, requestTimeoutSeconds: 4 }),
      patient: new Provider("patient", { ...settings, baseUrl: emulator.url, maxRetries: 0 }),
    }),
    setBroken: (isBroken) => {
      front.present(isBroken ? "unknown" : "good");
      turns[0] = isBroken ? 403 : "pass";
    },
    close: async () => {
      await Promise.all([proxy, front, behindProxy].map((server) => server.close()));
    },
  };
}
