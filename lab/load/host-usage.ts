import fs from "node:fs";
import { findPulumiProcess, readPeakMegabytes } from "../processes";

/** Peak usage of the provider's process. */
export interface HostUsage {
  readonly megabytes: number;
  readonly descriptors: number;
}

const FIND_HOST_MS = 500;
const SAMPLE_MS = 100;

/** Watches the process in which the provider runs, by `/proc`; other systems than Linux do not have it. */
export class HostWatch {
  usage: HostUsage | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Begins again with each operation, because each has a host of its own. */
  start(): void {
    if (fs.existsSync("/proc/self/fd")) {
      this.timer = setTimeout(() => this.findHost(), FIND_HOST_MS).unref();
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private findHost(): void {
    try {
      const pid = findPulumiProcess("host");
      this.timer = setInterval(() => this.sample(pid), SAMPLE_MS).unref();
    } catch {
      // There is none yet, or the engine's first one has not ended.
      this.start();
    }
  }

  private sample(pid: number): void {
    try {
      const megabytes = readPeakMegabytes(pid) ?? 0;
      const descriptors = fs.readdirSync(`/proc/${pid}/fd`).length;
      this.usage = {
        megabytes: Math.max(this.usage?.megabytes ?? 0, Math.round(megabytes)),
        descriptors: Math.max(this.usage?.descriptors ?? 0, descriptors),
      };
    } catch {
      // The engine starts a first host only to ask what it is; the one that works comes after it.
      this.stop();
      this.start();
    }
  }
}
