import { RateLimitedError } from "../failures/errors";
import { LearnedRate } from "./learned-rate";
import { NoResponse } from "./no-response";
import type { Outcome } from "./outcome";
import { computeBackoffMs } from "./retry";
import { systemClock, type Clock } from "./clock";

export const gateLimits = {
  /** Calls in flight: starts at 10, grows by 0.5 with each answer that is not throttled, at most 64. */
  firstWindow: 10,
  windowGrowth: 0.5,
  maxWindow: 64,
  /** Polls are at least this far apart, so at most 100 a second are sent. */
  pollsApartMs: 10,
  /** No pause is longer, whatever `Retry-After` says. */
  maxPauseMs: 60_000,
  /** Waiting calls fail after this long without an answer other than throttling. */
  maxThrottledMs: 300_000,
  /** Shorter pauses are not reported. */
  minReportedMs: 1_000,
  /** This long after the last pause, the slow-down counts as over. */
  freeAfterMs: 5_000,
} as const;

/**
 * Called when calls wait because the platform has asked to slow down, with the estimated end (in milliseconds of
 * `performance.now()`), and with `undefined` once it is over.
 */
export type OnSlowDown = (untilMs: number | undefined) => void;

/** What the gate needs to know about an attempt. */
export interface TurnOptions {
  /** Whether it is a poll: changes and other reads go first. */
  isPoll?: boolean;
  /** Whether the call was sent before: it goes before new ones. */
  isRetry?: boolean;
  /** The longest wait for a turn. */
  withinMs?: number;
}

/** The longest delay that Node's timers support. */
const maxTimerMs = 2 ** 31 - 1;

interface Waiting {
  enter: () => void;
  fail: (error: Error) => void;
}

/**
 * A rate limiter in front of the calls of one connection. A throttled call holds all of them back, for the time that
 * the platform names or with backoff. From then on they are sent no faster than the platform was seen to accept them.
 */
export class Gate {
  private readonly rate = new LearnedRate();
  private readonly retryQueue: Waiting[] = [];
  private readonly callQueue: Waiting[] = [];
  private readonly pollQueue: Waiting[] = [];
  private window: number = gateLimits.firstWindow;
  private inFlight = 0;
  private nextPollAt = -Infinity;
  private closedUntil = -Infinity;
  /** Consecutive throttles; those of calls that were in flight together count as one. */
  private throttles = 0;
  private lastThrottledAt = -Infinity;
  /** Since when the platform has throttled every call. */
  private throttledSince: number | undefined;
  private isSlowed = false;
  private wakesAt = Infinity;

  constructor(
    private readonly clock: Clock = systemClock,
    private readonly onSlowDown: OnSlowDown = () => undefined,
  ) {}

  /**
   * Makes an attempt as soon as its turn has come, and learns from its outcome; undefined if its turn has not come in
   * time. Rejects with a `RateLimitedError`, without an attempt, if the platform has refused everything for five
   * minutes.
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
        this.recordUnthrottled();
      }
      return outcome;
    } finally {
      this.inFlight -= 1;
      this.startWaiting();
    }
  }

  private waitForTurn({ isPoll, isRetry, withinMs = Infinity }: TurnOptions): Promise<boolean> {
    const queue = isPoll ? this.pollQueue : isRetry ? this.retryQueue : this.callQueue;
    return new Promise((resolve, reject) => {
      if (withinMs <= 0) {
        return resolve(false);
      }
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve(true);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      if (withinMs < Infinity) {
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1);
          resolve(false);
        };
        timer = setTimeout(giveUp, Math.min(withinMs, maxTimerMs));
      }
      queue.push(waiting);
      this.startWaiting();
    });
  }

  private recordUnthrottled(): void {
    this.rate.recordUnthrottled(this.clock.now());
    this.window = Math.min(this.window + gateLimits.windowGrowth, gateLimits.maxWindow);
    this.throttles = 0;
    this.throttledSince = undefined;
  }

  private recordThrottled(retryAfterMs = 0, sentAt: number): void {
    const now = this.clock.now();
    const { maxPauseMs } = gateLimits;
    // A call that was sent before the last throttle carries no new information.
    const isNews = sentAt >= this.lastThrottledAt;
    const jitterMs = computeBackoffMs(0, this.clock.random) / 2;
    const minMs = isNews ? computeBackoffMs(this.throttles, this.clock.random, maxPauseMs) : 0;
    const pauseMs = Math.min(Math.max(retryAfterMs > 0 ? retryAfterMs + jitterMs : 0, minMs), maxPauseMs);
    this.closedUntil = Math.max(this.closedUntil, now + pauseMs);
    if (isNews) {
      this.throttles += 1;
      this.lastThrottledAt = now;
      this.throttledSince ??= now;
    }
    this.rate.recordThrottled(now, this.closedUntil, isNews);
    this.isSlowed = true;
    if (this.throttledSince !== undefined && now - this.throttledSince >= gateLimits.maxThrottledMs) {
      this.failAll(new RateLimitedError({ message: "the platform has refused every call for five minutes" }));
    }
  }

  /** Starts the calls whose turn has come, and wakes up for the next one. */
  private startWaiting(): void {
    const now = this.clock.now();
    for (;;) {
      const queue = [this.retryQueue, this.callQueue, this.pollQueue].find(({ length }) => length > 0);
      if (!queue || this.inFlight >= Math.floor(this.window)) {
        break;
      }
      const at = Math.max(
        this.closedUntil,
        this.rate.findEarliest(),
        queue === this.pollQueue ? this.nextPollAt : -Infinity,
      );
      if (at > now) {
        this.wakeAt(at);
        break;
      }
      this.inFlight += 1;
      this.rate.recordSent(now);
      this.nextPollAt = queue === this.pollQueue ? now + gateLimits.pollsApartMs : this.nextPollAt;
      queue.shift()?.enter();
    }
    this.reportSlowDown(now);
  }

  /** Reports how long the queue will take, if it is more than a moment. */
  private reportSlowDown(now: number): void {
    if (!this.isSlowed) {
      return;
    }
    const waiting = this.retryQueue.length + this.callQueue.length + this.pollQueue.length;
    const queueMs = (waiting * 1000) / (this.rate.computeRate(now) ?? Infinity);
    const untilMs = Math.max(this.closedUntil, now) + queueMs;
    if (untilMs - now >= gateLimits.minReportedMs) {
      this.onSlowDown(untilMs);
    } else if (now - this.closedUntil >= gateLimits.freeAfterMs) {
      this.isSlowed = false;
      this.onSlowDown(undefined);
    }
  }

  private wakeAt(at: number): void {
    if (at >= this.wakesAt) {
      return;
    }
    this.wakesAt = at;
    this.clock.sleep(at - this.clock.now()).then(
      () => {
        if (this.wakesAt === at) {
          this.wakesAt = Infinity;
          this.startWaiting();
        }
      },
      (stopped: Error) => {
        // The next call has to learn of the stop, too.
        this.wakesAt = Infinity;
        this.failAll(stopped);
      },
    );
  }

  private failAll(error: Error): void {
    for (const queue of [this.retryQueue, this.callQueue, this.pollQueue]) {
      queue.splice(0).forEach(({ fail }) => fail(error));
    }
  }
}
