import { RateLimitedError } from "../failures/errors";
import type { Clock } from "./stop";
import { NoResponse, type Failed, type Outcome } from "./transport";

export const retryLimits = {
  firstDelayMs: 250,
  maxDelayMs: 8_000,
  /** No pause after a throttle is longer, whatever `Retry-After` says. */
  maxThrottledDelayMs: 60_000,
  /** A call is not retried after this long. Once every call has been throttled for this long, all waiting ones fail. */
  maxTotalMs: 300_000,
} as const;

export interface Attempt {
  /** Whether a lost answer may be followed by another attempt. */
  isIdempotent: boolean;
  /** Retries so far, not counting those after throttles. */
  retries: number;
  /** How often this call was throttled before this outcome. */
  throttles: number;
  elapsedMs: number;
  outcome: Failed;
}

/** After how many milliseconds to make another attempt; undefined to give up. Throttles do not count as retries. */
export function planRetry(attempt: Attempt, maxRetries: number, random: () => number): number | undefined {
  const { isIdempotent, outcome, retries, throttles, elapsedMs } = attempt;
  const { maxTotalMs, maxThrottledDelayMs } = retryLimits;
  if (outcome.kind === "final" || (outcome.mayHaveActed && !isIdempotent) || elapsedMs >= maxTotalMs) {
    return undefined;
  }
  if (outcome.kind === "throttled") {
    // The gate holds back all calls. One that is throttled again waits longer, so that others get their turn.
    return throttles > 0 ? computeBackoffMs(throttles, random, maxThrottledDelayMs) : 0;
  }
  const afterMs = computeBackoffMs(retries, random);
  return retries >= maxRetries || elapsedMs + afterMs > maxTotalMs ? undefined : afterMs;
}

/** Exponential backoff, with jitter over the upper half. */
export function computeBackoffMs(
  retries: number,
  random: () => number,
  maxMs: number = retryLimits.maxDelayMs,
): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, maxMs);
  return ceiling / 2 + (ceiling / 2) * random();
}

export const gateLimits = {
  /** Limit of calls in flight: starts at 10, and each answer that is not a throttle adds 0.3, up to 64. */
  firstWindow: 10,
  windowGrowth: 0.3,
  maxWindow: 64,
  /**
   * Calls a second: not limited until the platform throttles one, then as many as may be in flight. Each further answer
   * adds 0.1, and each further throttle reduces the rate to 70 %, but not below 0.5.
   */
  rateGrowth: 0.1,
  rateDecrease: 0.7,
  minRate: 0.5,
  minReportedMs: 1_000,
} as const;

/** Called when throttling makes calls wait, with the approximate end of the wait as a time of `performance.now()`. */
export type OnSlowDown = (untilMs: number) => void;

export interface TurnOptions {
  /** Reads, including polls, go last. */
  isRead?: boolean;
  /** Retries go first. */
  isRetry?: boolean;
  withinMs?: number;
}

type EndWait = (error?: Error) => void;

/**
 * A rate limiter for the calls of one connection. A throttled call pauses all of them, for the time that the platform
 * asks for and at least for the backoff. From then on their rate is limited: it grows a little with each answer, and
 * drops by 30 % with each further throttle.
 */
export class Gate {
  /** Waiting retries, changes and reads, in order of priority. */
  private readonly queues: [EndWait[], EndWait[], EndWait[]] = [[], [], []];
  private window: number = gateLimits.firstWindow;
  private inFlight = 0;
  private rate = Infinity;
  private nextAt = -Infinity;
  private isSleeping = false;
  /** Throttles in a row; those of calls that were in flight together count once. */
  private throttles = 0;
  private lastThrottledAt = -Infinity;
  private throttledSince = Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly onSlowDown?: OnSlowDown,
  ) {}

  /**
   * Makes an attempt when its turn comes, and learns from its outcome; undefined if its turn does not come in time.
   * Rejects with a `RateLimitedError` if the platform has throttled every call for five minutes.
   */
  async pass(options: TurnOptions, attempt: () => Promise<Outcome>): Promise<Outcome | undefined> {
    if (!(await this.waitForTurn(options))) {
      return undefined;
    }
    const sentAt = this.clock.now();
    try {
      const outcome = await attempt();
      if (outcome.kind === "throttled") {
        this.recordThrottled(outcome.retryAfterMs, sentAt);
      } else if (!(outcome.response instanceof NoResponse)) {
        this.rate += gateLimits.rateGrowth;
        this.window = Math.min(this.window + gateLimits.windowGrowth, gateLimits.maxWindow);
        this.throttles = 0;
        this.throttledSince = Infinity;
      }
      return outcome;
    } finally {
      this.inFlight -= 1;
      this.startWaitingCalls();
    }
  }

  private waitForTurn({ isRead, isRetry, withinMs = Infinity }: TurnOptions): Promise<boolean> {
    const queue = this.queues[isRetry ? 0 : isRead ? 2 : 1];
    return new Promise((resolve, reject) => {
      if (withinMs <= 0) {
        return resolve(false);
      }
      let timer: NodeJS.Timeout | undefined;
      const endWait: EndWait = (error) => {
        clearTimeout(timer);
        return error ? reject(error) : resolve(true);
      };
      queue.push(endWait);
      if (withinMs < Infinity) {
        // A longer delay would overflow Node's timer, which would then fire at once.
        timer = setTimeout(
          () => {
            queue.splice(queue.indexOf(endWait), 1);
            resolve(false);
          },
          Math.min(withinMs, 2 ** 31 - 1),
        );
      }
      this.startWaitingCalls();
    });
  }

  private recordThrottled(retryAfterMs = 0, sentAt: number): void {
    const now = this.clock.now();
    const { minRate, rateDecrease } = gateLimits;
    const { maxThrottledDelayMs, maxTotalMs } = retryLimits;
    let pauseMs = retryAfterMs;
    // A call that was sent before the last throttle carries no new information.
    if (sentAt >= this.lastThrottledAt) {
      this.rate = Math.max(this.rate === Infinity ? this.window : this.rate * rateDecrease, minRate);
      pauseMs = Math.max(pauseMs, computeBackoffMs(this.throttles, this.clock.random, maxThrottledDelayMs));
      this.throttles += 1;
      this.lastThrottledAt = now;
      this.throttledSince = Math.min(this.throttledSince, now);
    }
    this.nextAt = Math.max(this.nextAt, now + Math.min(pauseMs, maxThrottledDelayMs));
    if (now - this.throttledSince >= maxTotalMs) {
      this.failAll(new RateLimitedError({ message: "the platform has refused every call for five minutes" }));
    }
  }

  /** Starts the calls whose turn has come, plans the next one, and reports a long wait. */
  private startWaitingCalls(): void {
    const now = this.clock.now();
    while (this.inFlight + 1 <= this.window) {
      const queue = this.queues.find(({ length }) => length > 0);
      if (!queue) {
        break;
      }
      if (this.nextAt > now) {
        if (!this.isSleeping) {
          this.isSleeping = true;
          const slept = this.clock.sleep(this.nextAt - now).catch((stopped: Error) => this.failAll(stopped));
          void slept.then(() => {
            this.isSleeping = false;
            this.startWaitingCalls();
          });
        }
        break;
      }
      this.inFlight += 1;
      this.nextAt = now + 1000 / this.rate;
      queue.shift()?.();
    }
    const waitMs = Math.max(this.nextAt - now, 0) + (this.queues.flat().length * 1000) / this.rate;
    if (waitMs >= gateLimits.minReportedMs) {
      this.onSlowDown?.(now + waitMs);
    }
  }

  private failAll(error: Error): void {
    this.queues.forEach((queue) => queue.splice(0).forEach((endWait) => endWait(error)));
  }
}
