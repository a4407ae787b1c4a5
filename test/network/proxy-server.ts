import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { join, listenOnLoopback, type Listening } from "./loopback";

/** What a proxy does with a CONNECT or a request: forwards it, refuses it with a status, is silent, or hangs up. */
export type Turn = "pass" | "hang" | "close" | number | { status: number; body: string };

export interface ProxyServer extends Listening {
  /** Its address, without a login. */
  url: string;
  /** The requests that it got, refused or not: `CONNECT platform.test:443`, `GET http://127.0.0.1:8080/cdn/things`. */
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

/** A proxy on loopback, for https (tunnels) and http (requests of absolute URLs). */
export async function startProxy({ turns = ["pass"], hosts = {} }: ProxyBehaviour = {}): Promise<ProxyServer> {
  const requests: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const next = (request: IncomingMessage): Turn => {
    requests.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    return turns[Math.min(requests.length, turns.length) - 1] ?? "pass";
  };
  const addressOf = ({ hostname, port, protocol }: URL) => {
    const own = hosts[hostname];
    const usual = protocol === "https:" ? 443 : 80;
    return own === undefined ? { host: hostname, port: Number(port || usual) } : { host: "127.0.0.1", port: own };
  };

  const server = createServer((request, response) => {
    const turn = next(request);
    if (turn === "pass") {
      const target = new URL(request.url ?? "");
      forwardRequest(request, response, { ...addressOf(target), path: `${target.pathname}${target.search}` });
    } else if (turn === "close") {
      request.socket.destroy();
    } else if (turn !== "hang") {
      const { status, body } = refusal(turn);
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    }
  });
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    const turn = next(request);
    if (turn === "pass") {
      openTunnel(client, addressOf(new URL(`https://${request.url}`)));
    } else if (turn === "close") {
      client.destroy();
    } else if (turn !== "hang") {
      const { status, body } = refusal(turn);
      client.end(`HTTP/1.1 ${status} Word\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }
  });
  const listening = await listenOnLoopback(server);
  return { ...listening, url: `http://127.0.0.1:${listening.port}`, requests, headers };
}

function refusal(turn: Exclude<Turn, string>): { status: number; body: string } {
  return typeof turn === "number" ? { status: turn, body: "" } : turn;
}

function openTunnel(client: Socket, address: { host: string; port: number }): void {
  const upstream = connect(address, () => client.write("HTTP/1.1 200 Connected\r\n\r\n"));
  join(client, upstream);
}

function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  address: { host: string; port: number; path: string },
): void {
  const headers = { ...request.headers };
  delete headers["proxy-authorization"];
  delete headers["proxy-connection"];
  const upstream = forward({ ...address, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy()).pipe(response);
  });
  upstream.on("error", () => response.destroy());
  request.pipe(upstream);
}
