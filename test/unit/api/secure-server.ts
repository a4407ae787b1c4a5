import type { ServerResponse } from "node:http";
import type { ClientOptions } from "../../../provider/api/transport/client";
import { startClientProcess, type ClientProcess } from "../../network/client-process";
import { startProxy, type ProxyBehaviour, type ProxyServer, type Turn } from "../../network/proxy-server";
import { startTlsFront, type Certificate, type TlsFront } from "../../network/tls-front";
import { apiKey, keySource, serve, type Received } from "./server";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Trusts the authority of the tests. */
let trusting: ClientProcess;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  trusting = await startClientProcess();
});

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

afterAll(() => trusting.close());

/** Closes something after the test. */
export function closedAfterwards<Closable extends { close: () => Promise<void> }>(opened: Closable): Closable {
  closing.push(opened.close);
  return opened;
}

/** A platform on loopback that speaks https. */
export async function serveSecurely(
  answer: (response: ServerResponse) => void,
  certificate?: Certificate,
): Promise<TlsFront & { received: Received[] }> {
  const { url, received } = await serve((_, response) => answer(response));
  return { ...closedAfterwards(await startTlsFront(url, certificate)), received };
}

/** A proxy on loopback. */
export async function proxyOf(
  turns: readonly Turn[] = ["pass"],
  hosts?: ProxyBehaviour["hosts"],
): Promise<ProxyServer> {
  return closedAfterwards(await startProxy({ turns, hosts }));
}

/** Makes a call in a process that trusts the authority of the tests; calls with equal options share a client. */
export function callTrusting(baseUrl: string, method: Method, options: Partial<ClientOptions> = {}): Promise<unknown> {
  const body = method === "GET" || method === "DELETE" ? undefined : { name: "x" };
  return trusting.call({
    options: { baseUrl, apiKey, keySource, requestTimeoutSeconds: 60, maxRetries: 0, ...options },
    request: { method, path: "/cdn/things", body },
  });
}
