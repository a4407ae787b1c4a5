import fs from "node:fs";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { ROOT } from "#tools/paths";

/** Something between the provider and the platform. */
export interface Front {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const CERTIFICATES = path.join(ROOT, "test", "network", "certificates");

/** The platform's name in its certificate; only proxies can resolve it. */
const TLS_HOST = "platform.test";

const PROXY_LOGIN = "proxy user:p@ss/word";

/** The body of a refused CONNECT. */
const PROXY_REFUSAL = '{"message": "This site is blocked by policy."}';

/** Starts a server like some load balancers: it answers one request per connection, and resets it at the next one. */
export async function startResettingFront(platform: string): Promise<Front & { countResets: () => number }> {
  const { hostname, port: target } = new URL(platform);
  let resets = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target), hostname);
    let isAnswered = false;
    upstream.on("data", (part) => {
      isAnswered = true;
      client.write(part);
    });
    client.on("data", (part) => {
      if (isAnswered) {
        resets++;
        client.resetAndDestroy();
      } else {
        upstream.write(part);
      }
    });
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close, countResets: () => resets };
}

/** Puts TLS in front of the platform; clients have to trust the authority. */
export async function startTlsFront(
  platform: string,
): Promise<Front & { countHandshakes: () => number; authority: string }> {
  const { hostname, port: target } = new URL(platform);
  let handshakes = 0;
  const server = createTlsServer({ key: readPem("server-key"), cert: readPem("good") }, (client) => {
    handshakes++;
    joinSockets(client, connect(Number(target), hostname));
  });
  const { port, close } = await listen(server);
  return {
    url: `https://${TLS_HOST}:${port}`,
    close,
    countHandshakes: () => handshakes,
    authority: path.join(CERTIFICATES, "ca.pem"),
  };
}

function readPem(name: string): Buffer {
  return fs.readFileSync(path.join(CERTIFICATES, `${name}.pem`));
}

/** A proxy that asks for a login and makes tunnels. */
export class TunnelProxy implements Front {
  tunnels = 0;
  /** Whether it refuses every tunnel. */
  isClosed = false;
  readonly logins = new Set<string>();

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<TunnelProxy> {
    const server = createHttpServer((_request, response) => response.writeHead(405).end());
    const { port, close } = await listen(server);
    const [user, password] = PROXY_LOGIN.split(":").map(encodeURIComponent);
    const proxy = new TunnelProxy(`http://${user}:${password}@127.0.0.1:${port}`, close);
    server.on("connect", (request, client) => proxy.handleConnect(request, client as Socket));
    return proxy;
  }

  private handleConnect({ url, headers }: IncomingMessage, client: Socket): void {
    const login = Buffer.from((headers["proxy-authorization"] ?? "").replace(/^Basic /, ""), "base64").toString();
    this.logins.add(login);
    client.on("error", () => client.destroy());
    if (this.isClosed) {
      const head = `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: ${PROXY_REFUSAL.length}`;
      client.end(`${head}\r\n\r\n${PROXY_REFUSAL}`);
      return;
    }
    this.tunnels++;
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname === TLS_HOST ? "127.0.0.1" : hostname, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      joinSockets(client, upstream);
    });
    upstream.on("error", () => client.destroy());
  }

  /** Whether each login came decoded: in the address it is percent-encoded. */
  get isLoginRight(): boolean {
    return [...this.logins].every((login) => login === PROXY_LOGIN);
  }
}

/** Lets a server listen on loopback; `close` ends its connections too. */
async function listen(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/** Passes on what comes on either connection to the other one, and its end too. */
function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on("error", () => other.destroy()).on("close", () => other.destroy());
  other.on("error", () => one.destroy()).on("close", () => one.destroy());
}
