import type { Failed } from "./outcome";

/** What the retry policy knows of a failed attempt. */
export interface Attempt {
  method: string;
  /** Whether the call may be repeated after its answer was lost; set only where the method does not decide it. */
  idempotent?: boolean;
  /** How many times the call was repeated already, without the repeats that `maxRetries` does not count. */
  retries: number;
  /** How many times the platform has asked this very call to slow down before. */
  refusals?: number;
  /** Milliseconds since the call was made, without the time that it waited in the gate. */
  elapsedMs: number;
  outcome: Failed;
}

/** How a call is made again. */
export interface Repeat {
  afterMs: number;
  /** Whether it takes one of the `maxRetries`. */
  counts: boolean;
}

export const retryLimits = {
  firstDelayMs: 250,
  longestDelayMs: 8_000,
  longestRefusedMs: 60_000,
  longestTotalMs: 300_000,
} as const;

const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/** Whether a call whose answer is lost may simply be sent again. */
export function isRepeatable({ method, idempotent }: Pick<Attempt, "method" | "idempotent">): boolean {
  return idempotent ?? idempotentMethods.has(method.toUpperCase());
}

/** Plans how a call is made again whose attempt ended like this; undefined to give up. */
export function planRepeat(attempt: Attempt, maxRetries: number, random = Math.random): Repeat | undefined {
  const { outcome, retries, refusals = 0, elapsedMs } = attempt;
  if (elapsedMs >= retryLimits.longestTotalMs || (outcome.mayHaveActed && !isRepeatable(attempt))) {
    return undefined;
  }
  switch (outcome.kind) {
    case "final":
      return undefined;
    case "stale":
    case "throttled":
      // The gate makes all calls wait. One that is refused repeatedly waits longer, so that others get their turn.
      return { afterMs: refusals > 0 ? backoffMs(refusals, random, retryLimits.longestRefusedMs) : 0, counts: false };
    case "transient": {
      const afterMs = backoffMs(retries, random);
      const isOver = retries >= maxRetries || elapsedMs + afterMs > retryLimits.longestTotalMs;
      return isOver ? undefined : { afterMs, counts: true };
    }
  }
}

/** Exponential, with jitter over the upper half, so that many callers do not come back at the same moment. */
export function backoffMs(
  retries: number,
  random: () => number,
  longestMs: number = retryLimits.longestDelayMs,
): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, longestMs);
  return ceiling / 2 + (ceiling / 2) * random();
}
