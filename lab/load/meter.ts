import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { EmulatorState } from "edgecloud-emulator";

/** What a platform got from its clients. */
export interface Traffic {
  readonly requests: number;
  /** Requests with another answer than 429 and 503. */
  readonly useful: number;
  /** Most requests within any second. */
  readonly peak: number;
  /** Most polls within any second: of tasks, and of functions before the one that ends the wait. */
  readonly peakPolls: number;
  /** Polls of functions before those that end a wait. */
  readonly functionPolls: number;
  readonly connections: number;
  /** Most connections at once. */
  readonly peakSockets: number;
  /** The longest time from the end of a task to the poll that saw it; undefined if there were no tasks. */
  readonly noticedMs: number | undefined;
}

interface MeteredRequest {
  readonly at: number;
  readonly path: string;
  readonly isGet: boolean;
  status?: number;
  answeredAt?: number;
}

type Tasks = EmulatorState["tasks"];

const TASK = /\/tasks\/([^/]+)$/;
const FUNCTION = /\/functions\/[^/]+$/;

/** Counts what comes to the HTTP server of this process on a port, by what Node publishes about its servers. */
export class Meter {
  private readonly requests: MeteredRequest[] = [];
  private connections = 0;
  private open = 0;
  private peakSockets = 0;

  constructor(port: number) {
    subscribe("net.server.socket", (message) => {
      const { socket } = message as { socket: Socket };
      if (socket.localPort === port) {
        this.noteSocket(socket);
      }
    });
    subscribe("http.server.request.start", (message) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      this.noteRequest(request, response);
    });
  }

  private noteSocket(socket: Socket): void {
    this.connections++;
    this.peakSockets = Math.max(this.peakSockets, ++this.open);
    socket.once("close", () => this.open--);
  }

  private noteRequest({ url = "", method }: IncomingMessage, response: ServerResponse): void {
    const [path = ""] = url.split("?", 1);
    const entry: MeteredRequest = { at: Date.now(), path, isGet: method === "GET" };
    this.requests.push(entry);
    response.once("finish", () => {
      entry.status = response.statusCode;
      entry.answeredAt = Date.now();
    });
  }

  summarize(tasks: Tasks): Traffic {
    const { requests, connections, peakSockets } = this;
    const functionPolls = findFunctionPolls(requests);
    const polls = requests.filter((request) => isTaskPoll(request) || functionPolls.has(request));
    return {
      requests: requests.length,
      useful: requests.filter(({ status }) => status !== undefined && status !== 429 && status !== 503).length,
      peak: countPeak(requests),
      peakPolls: countPeak(polls),
      functionPolls: functionPolls.size,
      connections,
      peakSockets,
      noticedMs: measureNotice(requests, tasks),
    };
  }
}

function isTaskPoll({ isGet, path }: MeteredRequest): boolean {
  return isGet && TASK.test(path);
}

/** After its tasks have ended a function is read once more; the reads before that are only for the progress display. */
function findFunctionPolls(requests: readonly MeteredRequest[]): Set<MeteredRequest> {
  const reads = requests.filter(({ isGet, path, status }) => isGet && status === 200 && FUNCTION.test(path));
  const last = new Map(reads.map((read) => [read.path, read]));
  return new Set(reads.filter((read) => last.get(read.path) !== read));
}

/** Counts the most requests within any second; they must be in order of arrival. */
function countPeak(requests: readonly MeteredRequest[]): number {
  let peak = 0;
  let first = 0;
  for (const [index, { at }] of requests.entries()) {
    while ((requests[first]?.at ?? at) <= at - 1000) {
      first++;
    }
    peak = Math.max(peak, index - first + 1);
  }
  return peak;
}

/** Measures the longest time from the end of a task to the answer that showed it. */
function measureNotice(requests: readonly MeteredRequest[], tasks: Tasks): number | undefined {
  const ends = new Map(
    tasks.flatMap(({ id, progress }) => (progress?.phase === "ENDED" ? [[id, progress.sinceMs] as const] : [])),
  );
  const noticed = new Map<string, number>();
  for (const { answeredAt = 0, path, status } of requests) {
    const id = TASK.exec(path)?.[1] ?? "";
    const end = ends.get(id);
    if (end !== undefined && answeredAt >= end && status === 200 && !noticed.has(id)) {
      noticed.set(id, answeredAt - end);
    }
  }
  return noticed.size === 0 ? undefined : Math.max(...noticed.values());
}
