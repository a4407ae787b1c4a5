import type { IncomingMessage, ServerResponse } from "node:http";
import { serve, type Received } from "../../unit/api/server";

/** An answer of the server: any bytes, of any type. */
export interface Answer {
  status: number;
  body: string;
  type?: string;
}

type Answering = (request: Pick<IncomingMessage, "method" | "url">) => Answer;

const tooMany = 3_000;

const notFound: Answer = json(404, { exception_class: "NotFoundError", message: "not here" });

/** A real server on loopback that gives the answers of the test. */
export class HostilePlatform {
  url = "";
  private answer: Answering = () => notFound;
  private readonly received: Received[] = [];

  static async start(): Promise<HostilePlatform> {
    const platform = new HostilePlatform();
    const { url, received } = await serve((request, response) => platform.reply(request, response));
    return Object.assign(platform, { url, received });
  }

  /** Begins a run: sets the answers, and forgets earlier requests. */
  begin(answer: Answering): void {
    this.received.splice(0);
    this.answer = answer;
  }

  /** Whether there have been more requests since then than any operation needs. */
  isEndless(): boolean {
    return this.received.length > tooMany;
  }

  /** The requests of this run, without the check of the key. */
  requests(): Received[] {
    expect(this.received.length).toBeLessThan(tooMany);
    return this.received.filter(({ url }) => !isKeyCheck(url));
  }

  private reply(request: IncomingMessage, response: ServerResponse): void {
    const answer = isKeyCheck(request.url) ? json(200, []) : this.answer(request);
    response.writeHead(answer.status, { "content-type": answer.type ?? "application/json" });
    response.end(answer.body);
  }
}

/** An answer in JSON. */
export function json(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) };
}

function isKeyCheck(url: string | undefined): boolean {
  return url === "/cdn/origin_groups?limit=1";
}
