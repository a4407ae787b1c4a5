import { performance } from "node:perf_hooks";
import { TimeoutError } from "./errors";

/** Time as a wait sees it; tests let it pass at will. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
}

/** A clock that nobody can set back. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** What one look shows: the end of the wait, or why it goes on, as a clause: "task 8 is RUNNING". */
export type Look<Result> = { done: Result } | { pending: string };

/** Something on the platform that takes its time. */
export interface Wait<Result> {
  /** Looks whether it is over; what it throws ends the wait. */
  look: () => Promise<Look<Result>>;
  /** Seconds after which the wait is given up; 0 looks once. */
  timeoutSeconds: number;
  clock?: Clock;
}

/**
 * The longer something has taken, the longer it may take to notice its end: at most 2 seconds, or a tenth of the time
 * that it took. That is 50 looks in 10 minutes.
 */
export const pace = {
  firstDelayMs: 500,
  jitterMs: 250,
  baseDelayMs: 500,
  growth: 0.3,
  shortWaitDelayMs: 2_000,
  share: 0.1,
} as const;

/**
 * Looks again and again, soon at first and then at longer intervals, until it is over. The last look is at the
 * deadline itself; if that is not the end, a `TimeoutError` says what was being waited for.
 */
export async function waitFor<Result>({ look, timeoutSeconds, clock = systemClock }: Wait<Result>): Promise<Result> {
  const startedAt = clock.now();
  for (let isFirst = true; ; isFirst = false) {
    const seen = await look();
    if ("done" in seen) {
      return seen.done;
    }
    const waitedMs = clock.now() - startedAt;
    const leftMs = timeoutSeconds * 1000 - waitedMs;
    if (leftMs <= 0) {
      const limit = `${timeoutSeconds} ${timeoutSeconds === 1 ? "second" : "seconds"}`;
      throw new TimeoutError({ message: `${seen.pending}, still after ${limit}` });
    }
    const nextMs = isFirst ? firstDelayMs(clock.random) : delayMs(waitedMs);
    await clock.sleep(Math.min(nextMs, leftMs));
  }
}

/** Its jitter keeps waits that began together apart from then on. */
function firstDelayMs(random: () => number): number {
  return pace.firstDelayMs + pace.jitterMs * random();
}

function delayMs(waitedMs: number): number {
  const ofShortWait = Math.min(pace.baseDelayMs + pace.growth * waitedMs, pace.shortWaitDelayMs);
  return Math.max(ofShortWait, pace.share * waitedMs);
}
