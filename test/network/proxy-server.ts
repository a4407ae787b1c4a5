import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { join, listenOnLoopback, type Listening } from "./loopback";

/** What a proxy does with a CONNECT: makes the tunnel, refuses it with a status, is silent, or hangs up. */
export type Turn = "pass" | "hang" | "close" | number | { status: number; body: string };

export interface ProxyServer extends Listening {
  /** Its address, without a login. */
  url: string;
  /** The requests that it got, refused or not: `CONNECT platform.test:443`. */
  requests: string[];
  /** The headers of each of them. */
  headers: IncomingHttpHeaders[];
}

/** How a proxy behaves. */
export interface ProxyBehaviour {
  /** Used one after the other; the last one is repeated. */
  turns?: readonly Turn[];
  /** Hosts that only this proxy can resolve, and their ports on loopback. */
  hosts?: Readonly<Record<string, number>>;
}

/** A proxy on loopback that makes tunnels. */
export async function startProxy({ turns = ["pass"], hosts = {} }: ProxyBehaviour = {}): Promise<ProxyServer> {
  const requests: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const next = (request: IncomingMessage): Turn => {
    requests.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    return turns[Math.min(requests.length, turns.length) - 1] ?? "pass";
  };
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    const turn = next(request);
    if (turn === "pass") {
      const { hostname, port } = new URL(`tunnel://${request.url}`);
      const own = hosts[hostname];
      const address = own === undefined ? { host: hostname, port: Number(port) } : { host: "127.0.0.1", port: own };
      const upstream = connect(address, () => client.write("HTTP/1.1 200 Connected\r\n\r\n"));
      join(client, upstream);
    } else if (turn === "close") {
      client.destroy();
    } else if (turn !== "hang") {
      const { status, body } = typeof turn === "number" ? { status: turn, body: "" } : turn;
      client.end(`HTTP/1.1 ${status} Word\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }
  });
  const listening = await listenOnLoopback(server);
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, requests, headers };
}
