import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to the API of a forge. */
export interface ForgeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
  /** What the pattern of the route has captured. */
  captured: string[];
}

/** What a forge answers: a value as JSON, bytes as they are, or a status with headers. */
export type Answer = object | Buffer | { status: number; headers?: Record<string, string> };

/** An endpoint, by method and path. */
export type Route = readonly [method: string, path: RegExp, answer: (request: ForgeRequest) => Answer | undefined];

/** A server on this machine that answers like the API of a forge. What it does not know is a 404. */
export class ForgeServer {
  readonly requests: ForgeRequest[] = [];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(routes: readonly Route[], isAllowed: (request: ForgeRequest) => boolean): Promise<ForgeServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const forge = new ForgeServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on("request", (incoming: IncomingMessage, response) => {
      let body = "";
      incoming.on("data", (part: Buffer) => (body += part.toString()));
      incoming.on("end", () => {
        const { pathname: path, searchParams: query } = new URL(incoming.url ?? "", forge.url);
        const request = { method: incoming.method ?? "", path, query, headers: incoming.headers, body, captured: [] };
        forge.requests.push(request);
        const answer = isAllowed(request) ? answerOf(routes, request) : { status: 401 };
        if (Buffer.isBuffer(answer)) {
          response.end(answer);
        } else if ("status" in answer && typeof answer.status === "number") {
          response.writeHead(answer.status, "headers" in answer ? answer.headers : {}).end();
        } else {
          response.end(JSON.stringify(answer));
        }
      });
    });
    return forge;
  }

  /** The requests that change something. */
  changes(): ForgeRequest[] {
    return this.requests.filter(({ method }) => method !== "GET");
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function answerOf(routes: readonly Route[], request: ForgeRequest): Answer {
  for (const [method, path, answer] of routes) {
    const match = method === request.method ? path.exec(request.path) : null;
    if (match) {
      return answer({ ...request, captured: match.slice(1) }) ?? { status: 404 };
    }
  }
  return { status: 404 };
}
