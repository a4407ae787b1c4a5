import { RateLimitedError } from "../failures/errors";
import { LearnedRate } from "./learned-rate";
import { NoAnswer } from "./no-answer";
import type { Outcome } from "./outcome";
import { backoffMs } from "./retry";
import { systemClock, type Clock } from "./clock";

export const gateLimits = {
  /** Calls in flight: starts at 10, grows by 0.5 per accepted call, at most 64. */
  firstWindow: 10,
  windowGrowth: 0.5,
  largestWindow: 64,
  /** Polls are at least this far apart, so at most 100 a second are sent. */
  pollsApartMs: 10,
  /** No pause is longer, whatever `Retry-After` says. */
  longestPauseMs: 60_000,
  /** Waiting calls fail after this long without one accepted call. */
  longestRefusalMs: 300_000,
  /** Shorter pauses are not reported. */
  shortestReportedMs: 1_000,
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
  isRepeat?: boolean;
  /** The longest wait for a turn. */
  withinMs?: number;
}

/** The longest delay that Node's timers support. */
const longestTimerMs = 2 ** 31 - 1;

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
  private readonly repeats: Waiting[] = [];
  private readonly calls: Waiting[] = [];
  private readonly polls: Waiting[] = [];
  private window: number = gateLimits.firstWindow;
  private inFlight = 0;
  private nextPollAt = -Infinity;
  private closedUntil = -Infinity;
  /** Consecutive refusals; those of calls that were in flight together count as one. */
  private refusals = 0;
  private lastRefusalAt = -Infinity;
  /** Since when the platform has refused every call. */
  private refusesSince: number | undefined;
  private isSlowed = false;
  private wakesAt = Infinity;

  constructor(
    private readonly clock: Clock = systemClock,
    private readonly onSlowDown: OnSlowDown = () => undefined,
  ) {}

  /**
   * Makes an attempt as soon as its turn has come, and learns from its outcome; undefined if its turn has not come in
   * time. Rejects with a `RateLimitedError`, the attempt not made, if the platform has refused everything for five
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
        this.recordRefused(outcome.retryAfterMs, sentAt);
      } else if (!(outcome.reply instanceof NoAnswer)) {
        this.recordAccepted();
      }
      return outcome;
    } finally {
      this.inFlight -= 1;
      this.startWaiting();
    }
  }

  private waitForTurn({ isPoll, isRepeat, withinMs = Infinity }: TurnOptions): Promise<boolean> {
    const queue = isPoll ? this.polls : isRepeat ? this.repeats : this.calls;
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
        timer = setTimeout(giveUp, Math.min(withinMs, longestTimerMs));
      }
      queue.push(waiting);
      this.startWaiting();
    });
  }

  private recordAccepted(): void {
    this.rate.recordAccepted(this.clock.now());
    this.window = Math.min(this.window + gateLimits.windowGrowth, gateLimits.largestWindow);
    this.refusals = 0;
    this.refusesSince = undefined;
  }

  private recordRefused(retryAfterMs = 0, sentAt: number): void {
    const now = this.clock.now();
    const { longestPauseMs } = gateLimits;
    // A call that was sent before the last refusal carries no new information.
    const isNews = sentAt >= this.lastRefusalAt;
    const jitterMs = backoffMs(0, this.clock.random) / 2;
    const leastMs = isNews ? backoffMs(this.refusals, this.clock.random, longestPauseMs) : 0;
    const pauseMs = Math.min(Math.max(retryAfterMs > 0 ? retryAfterMs + jitterMs : 0, leastMs), longestPauseMs);
    this.closedUntil = Math.max(this.closedUntil, now + pauseMs);
    if (isNews) {
      this.refusals += 1;
      this.lastRefusalAt = now;
      this.refusesSince ??= now;
    }
    this.rate.recordRefused(now, this.closedUntil, isNews);
    this.isSlowed = true;
    if (this.refusesSince !== undefined && now - this.refusesSince >= gateLimits.longestRefusalMs) {
      this.failAll(new RateLimitedError({ message: "the platform has refused every call for five minutes" }));
    }
  }

  /** Starts the calls whose turn has come, and wakes up for the next one. */
  private startWaiting(): void {
    const now = this.clock.now();
    for (;;) {
      const queue = [this.repeats, this.calls, this.polls].find(({ length }) => length > 0);
      if (!queue || this.inFlight >= Math.floor(this.window)) {
        break;
      }
      const at = Math.max(
        this.closedUntil,
        this.rate.findEarliest(),
        queue === this.polls ? this.nextPollAt : -Infinity,
      );
      if (at > now) {
        this.wakeAt(at);
        break;
      }
      this.inFlight += 1;
      this.rate.recordSent(now);
      this.nextPollAt = queue === this.polls ? now + gateLimits.pollsApartMs : this.nextPollAt;
      queue.shift()?.enter();
    }
    this.reportSlowDown(now);
  }

  /** Reports how long the queue will take, if it is more than a moment. */
  private reportSlowDown(now: number): void {
    if (!this.isSlowed) {
      return;
    }
    const waiting = this.repeats.length + this.calls.length + this.polls.length;
    const queueMs = (waiting * 1000) / (this.rate.computeRate(now) ?? Infinity);
    const untilMs = Math.max(this.closedUntil, now) + queueMs;
    if (untilMs - now >= gateLimits.shortestReportedMs) {
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
    for (const queue of [this.repeats, this.calls, this.polls]) {
      queue.splice(0).forEach(({ fail }) => fail(error));
    }
  }
}
