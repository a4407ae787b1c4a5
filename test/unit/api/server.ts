import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { z } from "zod";
import { Client, type ClientOptions } from "../../../provider/api/transport/client";

export const apiKey = "key-5d41402a/bc4b";
export const keySource = "the test";
export const credential = "s3-credential-7d793037";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** A request as it arrived. */
export interface Received {
  method?: string;
  url?: string;
  headers: IncomingMessage["headers"];
  port?: number;
  body: string;
}

/** A server on loopback that is closed after the test; it has any port if none is given. */
export async function serve(handler: RequestListener, port = 0): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers, socket } = request;
    const seen: Received = { method, url, headers, port: socket.remotePort, body: "" };
    received.push(seen);
    request.on("data", (chunk: Buffer) => (seen.body += chunk.toString()));
    request.on("end", () => handler(request, response));
  });
  // As long as a test runs, connections stay open, however slow it is.
  server.keepAliveTimeout = 0;
  closing.push(() => close(server));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Accepts connections and sends nothing; closed after the test. */
export async function silent(onConnection: (socket: Socket) => void): Promise<{ url: string }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    onConnection(socket);
  });
  closing.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Gives the answers one after the other and repeats the last of them. */
export async function serveInTurn(...answers: ((response: ServerResponse, request: IncomingMessage) => void)[]) {
  let turn = 0;
  return serve((request, response) => answers[Math.min(turn++, answers.length - 1)]?.(response, request));
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Breaks off in the middle of an answer. */
export function breakOff(status: number) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "100" });
    response.write('{"id": 7', () => response.destroy());
  };
}

export function never(): void {}

export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return new Client({ baseUrl, apiKey, keySource, requestTimeoutSeconds: 60, maxRetries: 0, ...options });
}

export const thing = z.looseObject({ id: z.int() });

/** Makes a call with a credential in its body, if it has one. */
export function call(client: Client, method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH", path = "/cdn/things") {
  const body = method === "GET" || method === "DELETE" ? undefined : { s3_secret_access_key: credential };
  return client.request({ method, path, body, secretKeys: ["s3_secret_access_key"], answer: thing });
}

/** The error that a call ends with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error : new Error(String(error));
}
