import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import tls from "node:tls";

// Of this test alone; valid until 2126.
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP4q6opKJM5KrnnwV
Qgpc7mPdXwB+dh/JcXHXzzs6cNmhRANCAASz8SXbwOVpy9bdNRWeIZZqBWlqEuXd
1TdTY0zabADW/E08D2dm19W6YiPe/SMWC6lYC43t2UNA865aRXhuU0AO
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUHiQyqvRURQ//i0kvDYf8bfDdxA8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIwMTc0NVoYDzIxMjYxMDI4
MjAxNzQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASz8SXbwOVpy9bdNRWeIZZqBWlqEuXd1TdTY0zabADW/E08D2dm19W6
YiPe/SMWC6lYC43t2UNA865aRXhuU0AOo28wbTAdBgNVHQ4EFgQUrM4V//APhVm0
H+13b9uOiLJlOIMwHwYDVR0jBBgwFoAUrM4V//APhVm0H+13b9uOiLJlOIMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgM3k5r47RQlxWEkEBBQdNnllMpJA6KNasvqh9kDPqBZICIDnm
0x5ShwRrkKjtYPjwleNUldrvN3Bz/M3bJ3NVe/OM
-----END CERTIFICATE-----`;

const closing: (() => Promise<unknown>)[] = [];
const variables = ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];
const before = variables.map((name) => [name, process.env[name]] as const);

beforeEach(() => variables.forEach((name) => delete process.env[name]));

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
  for (const [name, value] of before) {
    if (value !== undefined) {
      process.env[name] = value;
    }
  }
});

async function listen(server: Server | TlsServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  closing.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    sockets.forEach((socket) => socket.destroy());
    await closed;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A platform that speaks https, and whose certificate is trusted for the length of the test. */
export async function secureServer(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createTlsServer({ key: privateKey, cert: certificate }, (request, response) => {
    request.resume().on("end", () => answer(response));
  });
  const connectTls = tls.connect.bind(tls) as (options: tls.ConnectionOptions) => tls.TLSSocket;
  jest
    .spyOn(tls, "connect")
    .mockImplementation(((options: tls.ConnectionOptions) =>
      connectTls({ ...options, ca: certificate })) as typeof tls.connect);
  return `https://127.0.0.1:${await listen(server)}`;
}

/** What a proxy does with a CONNECT. */
export type OnConnect = (client: Socket, target: string) => void;

/** Answers the CONNECT, and does nothing more. */
export function answering(status: number, body = ""): OnConnect {
  return (client) => client.end(`HTTP/1.1 ${status} Word\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

/** Connects, as a proxy should. */
export const passing: OnConnect = (client, target) => {
  const { hostname, port } = new URL(`https://${target}`);
  const upstream = connect(Number(port), hostname, () => {
    client.write("HTTP/1.1 200 Connected\r\n\r\n");
    upstream.pipe(client).pipe(upstream);
  });
  upstream.on("error", () => client.destroy());
  client.on("error", () => upstream.destroy());
  client.on("close", () => upstream.destroy());
};

/** A proxy on loopback to which `HTTPS_PROXY` points; the turns are taken one after the other, the last for ever. */
export async function proxy(...turns: OnConnect[]): Promise<{ address: string; targets: string[] }> {
  const targets: string[] = [];
  const server = createServer();
  server.on("connect", ({ url = "" }, client: Socket) => {
    targets.push(url);
    turns[Math.min(targets.length, turns.length) - 1]?.(client, url);
  });
  const address = `127.0.0.1:${await listen(server)}`;
  process.env.HTTPS_PROXY = `http://proxy-user:proxy-password@${address}`;
  return { address, targets };
}
