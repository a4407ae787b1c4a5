import { connect, type TcpNetConnectOpts } from "node:net";
import { beforeChange, callsInFlight, stopWork, systemClock } from "../api/transport/stop";
import { findEngineAddress, parseAddress } from "./engine-log";

/** How soon an engine that was killed is noticed, and how long calls that are then in progress may still take. */
const limits = { probeEveryMs: 1_000, reprobeMs: 500, refusals: 3, lastCallsMs: 5_000 } as const;

export interface WatchOptions {
  /** Whether the engine has already called this process; otherwise, refusals count only after a connection. */
  hasCalled?: boolean;
  /** @default ends this process */
  onGone?: () => void;
}

/** The result of connecting to the engine. Most errors, such as too many open files, say nothing about it. */
type ProbeResult = "listening" | "refused" | "inconclusive";

/**
 * Calls `onGone` once nothing listens at the engine's address any more; an engine that exits normally stops its hosts.
 * While the engine may be gone, no change is sent. Repeated refusals prove that it is: even for an engine that is
 * stopped, swapped out or busy, the kernel accepts connections. Resolves after the first probe.
 */
export async function watchEngine(
  address = findEngineAddress(),
  { hasCalled = false, onGone = endHost }: WatchOptions = {},
): Promise<void> {
  const place = parseAddress(address);
  if (!place) {
    return;
  }
  let wasListening = hasCalled;
  let refusals = 0;
  // Concurrent callers share one connection.
  let pendingProbe: Promise<ProbeResult> | undefined;
  const probe = async () => {
    pendingProbe ??= probeAddress(place).finally(() => (pendingProbe = undefined));
    const result = await pendingProbe;
    wasListening ||= result === "listening";
    return result;
  };
  const probeRepeatedly = async (): Promise<void> => {
    const result = await probe();
    if (result !== "inconclusive") {
      refusals = result === "listening" ? 0 : refusals + 1;
    }
    if (wasListening && refusals >= limits.refusals) {
      return onGone();
    }
    setTimeout(() => void probeRepeatedly(), refusals > 0 ? limits.reprobeMs : limits.probeEveryMs).unref();
  };
  beforeChange.push(async () => {
    // If the engine is gone, the work of this process ends meanwhile.
    while ((await probe()) === "refused" && wasListening) {
      await systemClock.sleep(limits.reprobeMs);
    }
  });
  await probeRepeatedly();
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
  const lastCalls = Promise.allSettled(callsInFlight);
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.lastCallsMs));
  void Promise.race([lastCalls, timeout]).then(() => process.exit(1));
}
