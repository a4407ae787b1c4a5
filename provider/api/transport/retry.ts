import type { Failed } from "./outcome";
import type { HttpMethod } from "./transport";

/** What the retry policy knows about a failed attempt. */
export interface Attempt {
  method: HttpMethod;
  /** Whether the call may be sent again after its answer was lost; set only where the method does not decide it. */
  idempotent?: boolean;
  /** How many retries have been made that count against `maxRetries`. */
  retries: number;
  /** How many times the platform has asked this very call to slow down before. */
  throttles?: number;
  /** Milliseconds since the first attempt began; pauses and later waits in the gate count. */
  elapsedMs: number;
  outcome: Failed;
}

/** When a call is made again. */
export interface Retry {
  afterMs: number;
  /** Whether it is one of the `maxRetries`. */
  countsAgainstLimit: boolean;
}

export const retryLimits = {
  firstDelayMs: 250,
  maxDelayMs: 8_000,
  maxThrottledDelayMs: 60_000,
  maxTotalMs: 300_000,
} as const;

const idempotentMethods: ReadonlySet<HttpMethod> = new Set(["GET", "PUT", "DELETE"]);

/** Whether a call whose answer is lost may simply be sent again. */
export function isIdempotent({ method, idempotent }: Pick<Attempt, "method" | "idempotent">): boolean {
  return idempotent ?? idempotentMethods.has(method);
}

/** Plans how a call is made again whose attempt ended like this; undefined to give up. */
export function planRetry(attempt: Attempt, maxRetries: number, random = Math.random): Retry | undefined {
  const { outcome, retries, throttles = 0, elapsedMs } = attempt;
  if (elapsedMs >= retryLimits.maxTotalMs || (outcome.mayHaveActed && !isIdempotent(attempt))) {
    return undefined;
  }
  switch (outcome.kind) {
    case "final":
      return undefined;
    case "stale":
    case "throttled":
      // The gate makes all calls wait. One that is refused repeatedly waits longer, so that others get their turn.
      return {
        afterMs: throttles > 0 ? computeBackoffMs(throttles, random, retryLimits.maxThrottledDelayMs) : 0,
        countsAgainstLimit: false,
      };
    case "transient": {
      const afterMs = computeBackoffMs(retries, random);
      const isOver = retries >= maxRetries || elapsedMs + afterMs > retryLimits.maxTotalMs;
      return isOver ? undefined : { afterMs, countsAgainstLimit: true };
    }
  }
}

/** Exponential, with jitter over the upper half, so that many callers do not come back at the same moment. */
export function computeBackoffMs(
  retries: number,
  random: () => number,
  maxMs: number = retryLimits.maxDelayMs,
): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, maxMs);
  return ceiling / 2 + (ceiling / 2) * random();
}
