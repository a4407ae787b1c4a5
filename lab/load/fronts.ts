import fs from "node:fs";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { ROOT } from "#tools/paths";

/** Something between the provider and the platform, which counts resets or tunnels. */
export type Front = Readonly<{ port: number; close: () => Promise<void>; count: () => number }>;

const CERTIFICATES = path.join(ROOT, "test", "network", "certificates");

export const AUTHORITY = path.join(CERTIFICATES, "ca.pem");
/** The platform's name in its certificate, which only the proxy can resolve; and the proxy's login, to be encoded. */
export const TLS_HOST = "platform.test";
export const PROXY_LOGIN = "proxy user:p@ss/word";

/** Starts a server like some load balancers: it answers one request per connection, and resets it at the next one. */
export function startResettingFront(platform: string): Promise<Front> {
  let resets = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(platform).port), "127.0.0.1");
    let isAnswered = false;
    upstream.on("data", (part) => (isAnswered = client.write(part) || true));
    client.on("data", (part) => (isAnswered ? (resets++, client.resetAndDestroy()) : upstream.write(part)));
    endTogether(client, upstream);
  });
  return listen(server, () => resets);
}

/** Puts TLS in front of the platform. */
export function startTlsFront(platform: string): Promise<Front> {
  const [key, cert] = ["server-key", "good"].map((name) => fs.readFileSync(path.join(CERTIFICATES, `${name}.pem`)));
  const server = createTlsServer({ key, cert }, (client) => {
    join(client, connect(Number(new URL(platform).port), "127.0.0.1"));
  });
  return listen(server, () => 0);
}

/** Starts a proxy that makes tunnels to this machine, and answers a wrong login with 407. */
export function startProxy(): Promise<Front> {
  let tunnels = 0;
  const server = createHttpServer((_request, response) => response.writeHead(405).end());
  server.on("connect", ({ url, headers }: IncomingMessage, client: Socket) => {
    const login = Buffer.from((headers["proxy-authorization"] ?? "").replace(/^Basic /, ""), "base64").toString();
    if (login !== PROXY_LOGIN) {
      client.end("HTTP/1.1 407 Wrong login\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    tunnels++;
    const upstream = connect(Number(url?.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      join(client, upstream);
    });
    endTogether(client, upstream);
  });
  return listen(server, () => tunnels);
}

/** Lets a server listen on loopback; `close` ends its connections too. */
async function listen(server: Server, count: () => number): Promise<Front> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    sockets.forEach((socket) => socket.destroy());
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close, count };
}

/** Passes on what comes on either connection to the other one. */
function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  endTogether(one, other);
}

function endTogether(one: Socket, other: Socket): void {
  one.on("error", () => other.destroy()).on("close", () => other.destroy());
  other.on("error", () => one.destroy()).on("close", () => one.destroy());
}
