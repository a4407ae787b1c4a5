import { Provider } from "pulumi-edgecloud";
import { startProxy, type Turn } from "../../network/proxy-server";
import { authority, startTlsFront } from "../../network/tls-front";
import type { TestStack } from "../setup/test-stack";

/** How often calls are repeated, except by the patient. */
export const maxRetries = 1;

/**
 * Connections beside that of the stack. The `hasty` one waits no longer for an answer than two seconds: others must not
 * take a busy machine for a platform that is silent. The `patient` one repeats no call that fails, and slows down for
 * none of the others.
 */
export type ConnectionName = "certificate" | "proxy" | "hasty" | "patient";

/** The ways to the platform that a stack's resources take. */
export interface Ways {
  /** For a program. */
  declare: () => Record<ConnectionName, Provider>;
  /** From now on the certificate is nobody's, and the proxy refuses; or all is well again. */
  spoil: (isSpoilt: boolean) => void;
  close: () => Promise<void>;
}

/** Opens a way over TLS, and one through a proxy, which alone finds the host that it is asked for. */
export async function openWays({ emulator, stack }: TestStack): Promise<Ways> {
  const [front, behindProxy] = [await startTlsFront(emulator.url), await startTlsFront(emulator.url)];
  const turns: Turn[] = ["pass"];
  const proxy = await startProxy({ turns, hosts: { "platform.test": behindProxy.port } });
  // In lower case it would win.
  const environment = { HTTPS_PROXY: proxy.url, https_proxy: "", NODE_EXTRA_CA_CERTS: authority };
  Object.assign(stack.workspace.envVars, environment);
  const settings = { apiKey: "demo-key", maxRetries };
  return {
    declare: () => ({
      certificate: new Provider("certificate", { ...settings, baseUrl: front.url }),
      proxy: new Provider("proxy", { ...settings, baseUrl: "https://platform.test" }),
      hasty: new Provider("hasty", { ...settings, baseUrl: emulator.url, requestTimeoutSeconds: 2 }),
      patient: new Provider("patient", { ...settings, baseUrl: emulator.url, maxRetries: 0 }),
    }),
    spoil: (isSpoilt) => {
      front.present(isSpoilt ? "unknown" : "good");
      turns[0] = isSpoilt ? 403 : "pass";
    },
    close: async () => {
      await Promise.all([proxy, front, behindProxy].map((server) => server.close()));
    },
  };
}
