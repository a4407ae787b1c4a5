import fs from "node:fs";
import { isHost, readPeakMegabytes, readProcessFile } from "./processes";

/** What a process, or all processes of one kind, have used. */
export interface Usage {
  /** Of processor time, user and system. */
  readonly seconds: number;
  /** The most memory of one of them at any time. */
  readonly megabytes: number;
}

/** By process: the `pulumi` command, the user's program, and what serves the resources. Empty on other systems than Linux. */
export type Usages = Partial<Record<"engine" | "program" | "host", Usage>>;

/** Linux tells it in hundredths of a second to every program, whatever the kernel counts in. */
const TICKS_PER_SECOND = 100;

const SAMPLE_MS = 100;

/** Samples the processes of a `pulumi` command: the engine kills its hosts, so nobody can ask them at the end. */
export class UsageWatch {
  private readonly found = new Map<number, { kind: keyof Usages; usage: Usage }>();
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(private readonly engine: number) {
    this.timer = fs.existsSync("/proc/self/stat") ? setInterval(() => this.sample(), SAMPLE_MS) : undefined;
  }

  /** Ends the watch. Processor time is that of all processes of a kind, memory that of the largest. */
  stop(): Usages {
    clearInterval(this.timer);
    const usages: Usages = {};
    for (const { kind, usage } of this.found.values()) {
      const { seconds = 0, megabytes = 0 } = usages[kind] ?? {};
      usages[kind] = { seconds: seconds + usage.seconds, megabytes: Math.max(megabytes, usage.megabytes) };
    }
    return usages;
  }

  private sample(): void {
    const all = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const stats = new Map(all.map((pid) => [Number(pid), readStat(Number(pid))]));
    const isDescendant = (pid: number): boolean =>
      pid === this.engine || (pid > 1 && isDescendant(Number(stats.get(pid)?.[1] ?? 0)));
    for (const [pid, stat] of stats) {
      const kind = stat && isDescendant(pid) ? this.findKind(pid) : undefined;
      const megabytes = kind && readPeakMegabytes(pid);
      if (stat && kind && megabytes !== undefined) {
        const seconds = (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND;
        this.found.set(pid, { kind, usage: { seconds, megabytes } });
      }
    }
  }

  private findKind(pid: number): keyof Usages | undefined {
    const command = (readProcessFile(pid, "cmdline") ?? "").replaceAll("\0", " ");
    const other = isHost(command) ? "host" : /cmd[\\/]run[\\/]/.test(command) ? "program" : undefined;
    return pid === this.engine ? "engine" : other;
  }
}

/** The fields of `/proc/PID/stat` after the name of the program, which is in brackets and may have spaces. */
function readStat(pid: number): string[] | undefined {
  const stat = readProcessFile(pid, "stat");
  return stat ? stat.slice(stat.lastIndexOf(")") + 2).split(" ") : undefined;
}
