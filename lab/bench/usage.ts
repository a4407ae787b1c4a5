import fs from "node:fs";
import { isHost, readPeakMegabytes, readProcessFile } from "../processes";

/** What a process, or all processes of one kind, have used. */
export interface Usage {
  /** Of processor time, user and system. */
  readonly seconds: number;
  /** The most memory of one of them at any time. */
  readonly megabytes: number;
}

/** The processes of an operation: the `pulumi` command, the user's program, and what serves the resources. */
export type ProcessKind = "engine" | "program" | "host";

/** Linux tells it in hundredths of a second to every program, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

const SAMPLE_MS = 100;

/** Only Linux reports what a process has used so far. */
export const canReadUsage = fs.existsSync("/proc/self/stat");

/** What a process has used so far; undefined if it has ended. */
export function readUsage(pid: number): Usage | undefined {
  const fields = readFields(pid);
  const megabytes = readPeakMegabytes(pid);
  return fields && megabytes !== undefined
    ? { seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND, megabytes }
    : undefined;
}

/** Samples the processes that a `pulumi` command starts; the engine kills its hosts, so nobody can ask them at the end. */
export class UsageWatch {
  private readonly usages = new Map<number, { kind: ProcessKind; usage: Usage }>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly engine: number) {
    this.timer = setInterval(() => this.sample(), SAMPLE_MS);
  }

  /** Ends the watch. Processor time is that of all processes of a kind, memory that of the largest. */
  stop(): Partial<Record<ProcessKind, Usage>> {
    clearInterval(this.timer);
    const sums: Partial<Record<ProcessKind, Usage>> = {};
    for (const { kind, usage } of this.usages.values()) {
      const { seconds = 0, megabytes = 0 } = sums[kind] ?? {};
      sums[kind] = { seconds: seconds + usage.seconds, megabytes: Math.max(megabytes, usage.megabytes) };
    }
    return sums;
  }

  private sample(): void {
    for (const pid of [this.engine, ...listDescendants(this.engine)]) {
      const kind = pid === this.engine ? "engine" : findKind(pid);
      const usage = kind && readUsage(pid);
      if (usage) {
        this.usages.set(pid, { kind, usage });
      }
    }
  }
}

function findKind(pid: number): ProcessKind | undefined {
  const command = (readProcessFile(pid, "cmdline") ?? "").replaceAll("\0", " ");
  if (isHost(command)) {
    return "host";
  }
  return /cmd[\\/]run[\\/]/.test(command) ? "program" : undefined;
}

/** All processes that a process has started, directly or not. */
function listDescendants(ancestor: number): number[] {
  const parents = new Map(listProcesses().map((pid) => [pid, Number(readFields(pid)?.[1])]));
  const found = new Set([ancestor]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    [...parents].filter(([, parent]) => found.has(parent)).forEach(([pid]) => found.add(pid));
  }
  found.delete(ancestor);
  return [...found];
}

function listProcesses(): number[] {
  return fs.readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** The fields of `/proc/PID/stat` after the name of the program, which is in brackets and may have spaces. */
function readFields(pid: number): string[] | undefined {
  const stat = readProcessFile(pid, "stat");
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}
