import { performance } from "node:perf_hooks";
import { stoppableSleep } from "./stop";

/** Time as a wait sees it; tests let it pass at will. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
}

/** A clock that nobody can set back. Its sleep ends, as an error, with the work of the process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: stoppableSleep,
  random: Math.random,
};

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
 * Milliseconds until the next look at something that has been waited for so long. Only the delay after the first look
 * has jitter: it keeps waits that began together apart from then on.
 */
export function nextLookMs(waitedMs: number, isFirst: boolean, random: () => number): number {
  if (isFirst) {
    return pace.firstDelayMs + pace.jitterMs * random();
  }
  const ofShortWait = Math.min(pace.baseDelayMs + pace.growth * waitedMs, pace.shortWaitDelayMs);
  return Math.max(ofShortWait, pace.share * waitedMs);
}
