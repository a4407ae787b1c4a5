import { RateLimitedError } from "../failures/errors";
import { stopSignal, type Clock } from "./stop";
import { NoResponse, type Failed, type Outcome } from "./transport";

export const retryLimits = {
  firstDelayMs: 250,
  maxDelayMs: 8_000,
  /** The longest pause after the platform has throttled a call, even if `Retry-After` asks for a longer one. */
  maxThrottledDelayMs: 60_000,
  /** A failure this long after a call's first attempt is final. If all are throttled so long, waiting calls fail. */
  maxTotalMs: 300_000,
} as const;

export interface Attempt {
  isIdempotent: boolean;
  /** The number of retries so far, without those after a throttled attempt. */
  retries: number;
  /** How often the call was throttled before `outcome`. */
  throttles: number;
  elapsedMs: number;
  outcome: Failed;
}

/** Returns the pause before the next attempt in milliseconds, or undefined to give up. */
export function planRetry(attempt: Attempt, maxRetries: number, random: () => number): number | undefined {
  const { isIdempotent, outcome, retries, throttles, elapsedMs } = attempt;
  const { maxTotalMs, maxThrottledDelayMs } = retryLimits;
  if (outcome.kind === "final" || (outcome.mayHaveActed && !isIdempotent) || elapsedMs >= maxTotalMs) {
    return undefined;
  }
  if (outcome.kind === "throttled") {
    // The gate already pauses all calls. A call that is throttled again waits even longer, so that others get a turn.
    return throttles > 0 ? computeBackoffMs(throttles, random, maxThrottledDelayMs) : 0;
  }
  const afterMs = computeBackoffMs(retries, random);
  return retries >= maxRetries || elapsedMs + afterMs > maxTotalMs ? undefined : afterMs;
}

export function computeBackoffMs(
  retries: number,
  random: () => number,
  maxMs: number = retryLimits.maxDelayMs,
): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, maxMs);
  return ceiling / 2 + (ceiling / 2) * random();
}

export const gateLimits = {
  /** The initial limit on calls in flight. An answer that does not throttle adds `windowGrowth`, up to `maxWindow`. */
  firstWindow: 10,
  windowGrowth: 0.3,
  maxWindow: 64,
  /**
   * The first throttled call limits the calls per second to the number that may be in flight. Throttled calls that are
   * sent later multiply this by `rateDecrease`, down to `minRate`. An answer that does not throttle adds `rateGrowth`.
   */
  rateGrowth: 0.1,
  rateDecrease: 0.7,
  minRate: 0.5,
  minReportedMs: 1_000,
} as const;

/** `untilMs`, a time of `performance.now()`, estimates when throttling stops delaying calls. */
export type OnSlowDown = (untilMs: number) => void;

export interface TurnOptions {
  isRead?: boolean;
  isRetry?: boolean;
  withinMs?: number;
}

/** `false` ends the wait of a call whose turn has not come in time. */
type EndWait = (end: boolean | Error) => void;

/** Limits how many calls of one client are in flight and, once one was throttled, how many start per second. */
export class Gate {
  /** The calls that wait, in order of priority: retries, changes, reads. */
  private readonly queues: [EndWait[], EndWait[], EndWait[]] = [[], [], []];
  private window: number = gateLimits.firstWindow;
  private inFlight = 0;
  private rate = Infinity;
  private nextAt = -Infinity;
  private isSleeping = false;
  /** The number of throttled calls in a row. Those that were in flight together count once. */
  private throttles = 0;
  private lastThrottledAt = -Infinity;
  private throttledSince = Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly onSlowDown?: OnSlowDown,
  ) {}

  /** Makes no attempt and returns undefined if its turn does not come within `withinMs`. */
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
      stopSignal.throwIfAborted();
      if (withinMs <= 0) {
        return resolve(false);
      }
      let timer: NodeJS.Timeout | undefined;
      const stop = () => this.failAll(stopSignal.reason as Error);
      const endWait: EndWait = (end) => {
        clearTimeout(timer);
        stopSignal.removeEventListener("abort", stop);
        return end instanceof Error ? reject(end) : resolve(end);
      };
      queue.push(endWait);
      stopSignal.addEventListener("abort", stop);
      if (withinMs < Infinity) {
        // Limit the delay, because Node's timer fires at once if it is longer than 2 ** 31 - 1 ms.
        timer = setTimeout(
          () => {
            queue.splice(queue.indexOf(endWait), 1);
            endWait(false);
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
    // A call that was in flight when another was throttled says nothing new about the rate.
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
      queue.shift()?.(true);
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
