import { connect, type TcpNetConnectOpts } from "node:net";
import { beforeChange, callsInFlight, stopWork, systemClock } from "../api/transport/stop";
import { findEngineAddress, parseAddress } from "./engine-log";

/** How soon an engine that was killed is noticed, and how long calls in progress then may still take. */
const limits = { probeEveryMs: 1_000, reprobeMs: 500, refusals: 3, lastCallsMs: 5_000 } as const;

/** What is known about an engine besides its address, and what is done once it is gone. */
export interface WatchOptions {
  /** Whether the engine has already called this process; otherwise a connection must succeed first. */
  hasCalled?: boolean;
  /** @default ends this process */
  onGone?: () => void;
}

/** The result of connecting to the engine. Most errors, such as too many open files, say nothing about it. */
type ProbeResult = "listening" | "refused" | "inconclusive";

/**
 * Calls `onGone` once nothing listens at the engine's address any more; an engine that ends by itself ends its hosts.
 * While it may be gone, no change is sent. Repeated refusals prove it: even if an engine is stopped, swapped out or
 * busy, its kernel accepts connections. Resolves after the first probe.
 */
export async function watchEngine(address = findEngineAddress(), options: WatchOptions = {}): Promise<void> {
  const place = parseAddress(address);
  if (!place) {
    return;
  }
  const watch = new EngineWatch(place, options);
  beforeChange.push(() => watch.waitWhileEngineIsGone());
  await watch.probeRepeatedly();
}

class EngineWatch {
  private readonly onGone: () => void;
  private wasListening: boolean;
  private refusals = 0;
  private pendingProbe?: Promise<ProbeResult>;

  constructor(
    private readonly place: TcpNetConnectOpts,
    { hasCalled = false, onGone = endHost }: WatchOptions,
  ) {
    this.wasListening = hasCalled;
    this.onGone = onGone;
  }

  /** Resolves after the first probe. */
  async probeRepeatedly(): Promise<void> {
    const result = await this.probe();
    if (result !== "inconclusive") {
      this.refusals = result === "listening" ? 0 : this.refusals + 1;
    }
    if (this.wasListening && this.refusals >= limits.refusals) {
      return this.onGone();
    }
    const pauseMs = this.refusals > 0 ? limits.reprobeMs : limits.probeEveryMs;
    setTimeout(() => void this.probeRepeatedly(), pauseMs).unref();
  }

  /** Resolves as soon as nothing says that the engine is gone. If it is, the work of this process ends meanwhile. */
  async waitWhileEngineIsGone(): Promise<void> {
    while ((await this.probe()) === "refused" && this.wasListening) {
      await systemClock.sleep(limits.reprobeMs);
    }
  }

  /** Concurrent callers share one connection. */
  private async probe(): Promise<ProbeResult> {
    this.pendingProbe ??= probeAddress(this.place).finally(() => (this.pendingProbe = undefined));
    const result = await this.pendingProbe;
    this.wasListening ||= result === "listening";
    return result;
  }
}

function probeAddress(place: TcpNetConnectOpts): Promise<ProbeResult> {
  return new Promise((resolve) => {
    let result: ProbeResult = "inconclusive";
    const socket = connect(place).unref();
    socket.once("connect", () => {
      result = "listening";
      socket.destroy();
    });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      result = code === "ECONNREFUSED" ? "refused" : "inconclusive";
    });
    socket.once("close", () => resolve(result));
  });
}

/** Nobody is left to receive the result of an operation, or to end this process. */
function endHost(): void {
  stopWork("the Pulumi engine that this process works for is gone, so nothing more is sent");
  setTimeout(exit, limits.lastCallsMs);
  void Promise.allSettled(callsInFlight).then(exit);
}

function exit(): never {
  process.exit(1);
}
