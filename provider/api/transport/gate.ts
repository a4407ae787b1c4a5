import { RateLimitedError } from "../failures/errors";
import { LearnedRate } from "./learned-rate";
import { NoAnswer } from "./no-answer";
import type { Outcome } from "./outcome";
import { backoffMs } from "./retry";
import { systemClock, type Clock } from "./clock";

export const gateLimits = {
  /** Calls in progress at once: so many at first, half a call more with each that is taken, so many at most. */
  firstWindow: 10,
  windowGrowth: 0.5,
  longestWindow: 64,
  /** Polls leave no closer together than that, so there are at most 100 a second. */
  pollsApartMs: 10,
  /** No pause is longer, whatever `Retry-After` says. */
  longestPauseMs: 60_000,
  /** For how long the platform may refuse every request. */
  longestRefusalMs: 300_000,
  /** Shorter pauses are not reported. */
  shortestToldMs: 1_000,
  /** So long after the last pause, calls count as flowing freely again. */
  freeAfterMs: 5_000,
} as const;

/**
 * Reports that calls wait because the platform has asked to slow down, and until when, as far as that is known (in
 * milliseconds of `performance.now()`); `undefined`: no call waits for that any more.
 */
export type OnSlowDown = (untilMs: number | undefined) => void;

/** What the gate must know of an attempt. */
export interface Passing {
  /** One look of a wait. Changes and other reads go before polls. */
  isPoll?: boolean;
  /** The platform has refused the call already: it goes before those that were not sent yet. */
  isRepeat?: boolean;
  /** Milliseconds for which it waits for its turn, and no longer. */
  withinMs?: number;
}

/** More milliseconds than these a timer of Node cannot wait. */
const longestTimerMs = 2 ** 31 - 1;

interface Waiting {
  enter: () => void;
  fail: (error: Error) => void;
}

/**
 * Lets the calls of one connection through: as many at once and as fast as the platform takes them. An answer that asks
 * to slow down holds all of them back, for the time that it names, or with backoff, and from then on they leave no faster
 * than the platform was seen to take them.
 */
export class Gate {
  private readonly rate = new LearnedRate();
  private readonly repeats: Waiting[] = [];
  private readonly calls: Waiting[] = [];
  private readonly polls: Waiting[] = [];
  private window: number = gateLimits.firstWindow;
  private underWay = 0;
  private pollAt = -Infinity;
  private closedUntil = -Infinity;
  /** Refusals one after the other, those of calls in progress together counting as one. */
  private refusals = 0;
  private lastRefusalAt = -Infinity;
  /** Since when the platform has taken nothing but refused. */
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
  async pass(passing: Passing, attempt: () => Promise<Outcome>): Promise<Outcome | undefined> {
    if (!(await this.turn(passing))) {
      return undefined;
    }
    const sentAt = this.clock.now();
    try {
      const outcome = await attempt();
      if (outcome.kind === "throttled") {
        this.refused(outcome.retryAfterMs, sentAt);
      } else if (!(outcome.reply instanceof NoAnswer)) {
        this.taken();
      }
      return outcome;
    } finally {
      this.underWay -= 1;
      this.letIn();
    }
  }

  private turn({ isPoll, isRepeat, withinMs = Infinity }: Passing): Promise<boolean> {
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
      this.letIn();
    });
  }

  private taken(): void {
    this.rate.taken(this.clock.now());
    this.window = Math.min(this.window + gateLimits.windowGrowth, gateLimits.longestWindow);
    this.refusals = 0;
    this.refusesSince = undefined;
  }

  private refused(retryAfterMs = 0, sentAt: number): void {
    const now = this.clock.now();
    const { longestPauseMs } = gateLimits;
    // Calls in progress together when the first of them was refused carry no new information.
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
    this.rate.refused(now, this.closedUntil, isNews);
    this.isSlowed = true;
    if (this.refusesSince !== undefined && now - this.refusesSince >= gateLimits.longestRefusalMs) {
      this.failAll(new RateLimitedError({ message: "the platform has refused every call for five minutes" }));
    }
  }

  /** Lets in who may go now, and comes back when the next one may. */
  private letIn(): void {
    const now = this.clock.now();
    for (;;) {
      const queue = [this.repeats, this.calls, this.polls].find(({ length }) => length > 0);
      if (!queue || this.underWay >= Math.floor(this.window)) {
        break;
      }
      const at = Math.max(this.closedUntil, this.rate.earliest(), queue === this.polls ? this.pollAt : -Infinity);
      if (at > now) {
        this.wakeAt(at);
        break;
      }
      this.underWay += 1;
      this.rate.leave(now);
      this.pollAt = queue === this.polls ? now + gateLimits.pollsApartMs : this.pollAt;
      queue.shift()?.enter();
    }
    this.report(now);
  }

  /** Says how long it will take, if it takes longer than a moment. */
  private report(now: number): void {
    if (!this.isSlowed) {
      return;
    }
    const waiting = this.repeats.length + this.calls.length + this.polls.length;
    const queueMs = (waiting * 1000) / (this.rate.perSecond(now) ?? Infinity);
    const untilMs = Math.max(this.closedUntil, now) + queueMs;
    if (untilMs - now >= gateLimits.shortestToldMs) {
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
          this.letIn();
        }
      },
      (stopped: Error) => this.failAll(stopped),
    );
  }

  private failAll(error: Error): void {
    for (const queue of [this.repeats, this.calls, this.polls]) {
      queue.splice(0).forEach(({ fail }) => fail(error));
    }
  }
}
