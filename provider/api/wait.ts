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

/** What one look shows: the end of the wait, or why it goes on, as a clause: "snapshot 7 is locked by task 8". */
export type Look<Result> = { done: Result } | { pending: string };

/** Something on the platform that takes its time. */
export interface Wait<Result> {
  /** Looks whether it is over; what it throws ends the wait. */
  look: () => Promise<Look<Result>>;
  /** Seconds after which the wait is given up; 0 looks once. */
  timeoutSeconds: number;
  /** Told after each look how it stands. */
  progress?: (text: string) => void;
  clock?: Clock;
}

export const waitLimits = { firstDelayMs: 500, growth: 1.5, longestDelayMs: 5_000 } as const;

/**
 * Looks again and again, soon at first and then at longer intervals, until it is over. The last look is at the
 * deadline itself; if that is not the end, a `TimeoutError` says what was being waited for.
 */
export async function waitFor<Result>({ look, timeoutSeconds, progress, clock = systemClock }: Wait<Result>) {
  const startedAt = clock.now();
  for (let round = 0; ; round++) {
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
    progress?.(`${seen.pending}; waiting, ${Math.floor(waitedMs / 1000)} of at most ${timeoutSeconds} seconds`);
    await clock.sleep(Math.min(delayMs(round, clock.random), leftMs));
  }
}

/** Exponential with jitter over the upper half, so that many waits do not look at the same moment. */
function delayMs(round: number, random: () => number): number {
  const ceiling = Math.min(waitLimits.firstDelayMs * waitLimits.growth ** round, waitLimits.longestDelayMs);
  return ceiling / 2 + (ceiling / 2) * random();
}
