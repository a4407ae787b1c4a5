/**
 * The longer a wait has lasted, the later its end may be noticed: after 2 seconds, a tenth of its duration, or 20 ms
 * for each wait of the host, whichever is longest. A single wait of 10 minutes has 50 polls. Of the 20 ms, `turnMs`
 * space the polls out, to about 70 a second for all waits together; `queueMs` are left for calls to wait their turn,
 * because a poll that finds an end needs a second call.
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
