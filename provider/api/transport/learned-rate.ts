/**
 * How the rate recovers after throttling: the CUBIC curve of TCP (RFC 9438), slow near the throttled rate and fast far
 * from it. Its scale is proportional to the rate, so that slow platforms are not overrun and fast ones not starved; at
 * 20 calls a second it is that of the RFC.
 */
const cubic = { scale: 0.02, decrease: 0.7 } as const;

/** Seconds until the rate is back where it was throttled. */
const secondsBack = Math.cbrt((1 - cubic.decrease) / cubic.scale);

export const rateLimits = {
  /** The lowest rates that are assumed, after the first throttling and after later ones. */
  minFirst: 5,
  min: 0.5,
  /** Above this, calls are not limited any more. */
  max: 1_000,
} as const;

/** Estimates how many calls a second the platform accepts, from what it throttled. */
export class LearnedRate {
  /** The rate at the last throttling; undefined if there is no limit. */
  private throttledRate: number | undefined;
  /** When the rate starts to grow again. */
  private growsFrom = 0;
  private nextAt = -Infinity;
  /** When the calls of the last second were answered without throttling. */
  private readonly unthrottledAt: number[] = [];

  /** The earliest time at which the next call may be sent. */
  findEarliest(): number {
    return this.nextAt;
  }

  /** Records that a call is sent now. */
  recordSent(now: number): void {
    const perSecond = this.computeRate(now);
    this.nextAt = perSecond === undefined ? -Infinity : now + 1000 / perSecond;
  }

  /** Records an answer that is not throttling. */
  recordUnthrottled(now: number): void {
    this.unthrottledAt.push(now);
    this.forget(now);
  }

  /** Records that the platform has throttled a call, and that none is sent before `until`. */
  recordThrottled(now: number, until: number, isNews: boolean): void {
    if (isNews) {
      this.forget(now);
      this.throttledRate = this.estimateThrottledRate(this.computeRate(now), this.unthrottledAt.length);
    }
    this.growsFrom = until;
    this.nextAt = until;
  }

  /** Calls a second that may be sent now; undefined for no limit. */
  computeRate(now: number): number | undefined {
    if (this.throttledRate === undefined) {
      return undefined;
    }
    const seconds = Math.max(now - this.growsFrom, 0) / 1000;
    const rate = this.throttledRate * (1 + cubic.scale * (seconds - secondsBack) ** 3);
    this.throttledRate = rate > rateLimits.max ? undefined : this.throttledRate;
    return this.throttledRate === undefined ? undefined : Math.max(rate, rateLimits.min);
  }

  /** The platform accepts what it accepted in the last second; if that is nothing, less than the current rate. */
  private estimateThrottledRate(current: number | undefined, unthrottledCount: number): number {
    if (current === undefined) {
      return Math.max(unthrottledCount, rateLimits.minFirst);
    }
    return Math.max(
      unthrottledCount === 0 ? current * cubic.decrease : Math.min(current, unthrottledCount),
      rateLimits.min,
    );
  }

  private forget(now: number): void {
    while ((this.unthrottledAt[0] ?? Infinity) < now - 1000) {
      this.unthrottledAt.shift();
    }
  }
}
