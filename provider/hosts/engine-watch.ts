import { connect, type TcpNetConnectOpts } from "node:net";
import { beforeChange, callsInFlight, stopWork, systemClock } from "../api/transport/stop";
import { findEngineAddress, parseAddress } from "./engine-log";

const limits = { probeEveryMs: 1_000, reprobeMs: 500, refusals: 3, lastCallsMs: 5_000 } as const;

export interface WatchOptions {
  /** Whether the engine has already called this process. If not, refusals have no effect before a successful probe. */
  hasCalled?: boolean;
  /** @default ends this process */
  onGone?: () => void;
}

/** Errors other than a refusal, such as too many open files, say nothing about the engine. */
type ProbeResult = "listening" | "refused" | "inconclusive";

/**
 * Calls `onGone` when the engine is gone, because an engine that is killed cannot stop its hosts. An engine that
 * refuses several connections in a row is gone: if it were only paused, swapped out or busy, the kernel would accept
 * connections. While they are refused, changes to the platform wait. The promise resolves after the first probe.
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
    // If the engine is gone, `endHost` makes `sleep` reject, and the change is not sent.
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

function endHost(): void {
  stopWork("the Pulumi engine that this process works for is gone, so nothing more is sent");
  const lastCalls = Promise.allSettled(callsInFlight);
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.lastCallsMs));
  void Promise.race([lastCalls, timeout]).then(() => process.exit(1));
}
