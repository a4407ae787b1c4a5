import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmulatorState, RequestLogEntry } from "edgecloud-emulator";
import type { Platform } from "../platform";

/**
 * What a platform got: requests, those with another answer than 429 and 503, the most requests and polls of tasks within
 * any second, the most connections at once, and the longest time from the end of a task to the poll that saw it.
 */
export type Traffic = Record<"requests" | "useful" | "peak" | "peakPolls" | "sockets" | "noticedMs", number>;

const TASK = /\/tasks\/([^/]+)$/;

/** Collects what comes to a platform during operations. */
export class Meter {
  private readonly requests: RequestLogEntry[] = [];
  private sockets = 0;

  constructor(private readonly platform: Platform) {}

  /** Collects while an operation runs, which begins by clearing the log. */
  async collect<Result>(operation: Promise<Result>): Promise<Result> {
    const read = new Map<number, RequestLogEntry>();
    let isOver = false;
    const ended = operation.finally(() => (isOver = true));
    for (let sample = 1; !isOver; sample++) {
      await Promise.race([sleep(100), ended]);
      this.sockets = Math.max(this.sockets, countConnections(this.platform.url));
      // The log drops its oldest entries beyond 10,000.
      await (sample % 10 === 0 ? this.read(read) : undefined);
    }
    await this.read(read);
    this.requests.push(...read.values());
    return ended;
  }

  /** Entries without an answer are read again. */
  private async read(known: Map<number, RequestLogEntry>): Promise<void> {
    const open = [...known.values()].find(({ status }) => status === null);
    const after = (open?.number ?? known.size + 1) - 1;
    const entries = await this.platform.control<RequestLogEntry[]>("GET", `requests?after=${after}`);
    entries.forEach((entry) => known.set(entry.number, entry));
  }

  async summarize(): Promise<Traffic> {
    const { requests, sockets } = this;
    const { tasks } = await this.platform.control<EmulatorState>("GET", "state");
    return {
      requests: requests.length,
      useful: requests.filter(({ status }) => status !== null && status !== 429 && status !== 503).length,
      peak: countPeak(requests),
      peakPolls: countPeak(requests.filter(({ path }) => TASK.test(path))),
      sockets,
      noticedMs: measureNotice(requests, tasks),
    };
  }
}

function countConnections(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  const table = fs.existsSync("/proc/net/tcp") ? fs.readFileSync("/proc/net/tcp", "utf8") : "";
  // The remote address, and the state "established".
  return [...table.matchAll(/ [0-9A-F]{8}:([0-9A-F]{4}) 01 /g)].filter(([, remote]) => remote === port).length;
}

function countPeak(requests: readonly RequestLogEntry[]): number {
  const times = requests.map(({ receivedAt }) => Date.parse(receivedAt)).sort((a, b) => a - b);
  let first = 0;
  return times.reduce((peak, at, index) => {
    while ((times[first] ?? at) <= at - 1000) {
      first++;
    }
    return Math.max(peak, index - first + 1);
  }, 0);
}

function measureNotice(requests: readonly RequestLogEntry[], tasks: EmulatorState["tasks"]): number {
  const delays = tasks.flatMap(({ id, progress }) => {
    const end = progress?.phase === "ENDED" ? progress.sinceMs : Infinity;
    const seen = requests
      .filter(({ path, status }) => status === 200 && TASK.exec(path)?.[1] === id)
      .map(({ receivedAt }) => Date.parse(receivedAt) - end)
      .filter((delay) => delay >= 0);
    return seen.length > 0 ? [Math.min(...seen)] : [];
  });
  return Math.max(0, ...delays);
}
