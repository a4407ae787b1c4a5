/**
 * The longer something has taken, the longer it may take to notice its end: at most 2 seconds, or a tenth of the time
 * that it took. That is 50 polls in 10 minutes. Where many are waited for it may also take 20 ms for each of them, of
 * which `turnMs` stretch the time between polls, to about 70 polls a second for all together; `queueMs` are left for
 * calls to wait their turn, because a poll that finds an end needs a second call.
 */
export const polling = {
  firstDelayMs: 500,
  jitterMs: 250,
  baseDelayMs: 500,
  growth: 0.3,
  shortWaitDelayMs: 2_000,
  share: 0.1,
  turnMs: 14,
  queueMs: 6,
} as const;

/** Whether there are so many waits that their number alone decides how often a new one is polled. */
export function isCrowded(waits: number): boolean {
  return waits * polling.turnMs > polling.shortWaitDelayMs;
}

/**
 * Milliseconds until the next poll of a wait that has lasted `waitedMs`, one of `waits`. `randomFraction` (0 to 1) is
 * given for the first poll only and spreads out waits that began together.
 */
export function computePollDelayMs(waitedMs: number, waits: number, randomFraction?: number): number {
  const roundMs = waits * polling.turnMs;
  if (randomFraction !== undefined) {
    return Math.max(polling.firstDelayMs + polling.jitterMs * randomFraction, roundMs * randomFraction);
  }
  const ofShortWait = Math.min(polling.baseDelayMs + polling.growth * waitedMs, polling.shortWaitDelayMs);
  const ofOne = Math.max(ofShortWait, polling.share * waitedMs);
  return Math.max(ofOne - polling.queueMs * (waits - 1), roundMs);
}
