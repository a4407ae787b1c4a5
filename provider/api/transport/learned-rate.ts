/**
 * How the rate comes back after a refusal: the CUBIC curve of TCP (RFC 9438), careful around the rate that was refused
 * and bold far from it. Its scale goes with the rate, so that slow platforms are not run over and fast ones not starved;
 * at 20 calls a second it is that of the RFC.
 */
const cubic = { scale: 0.02, decrease: 0.7 } as const;

/** Seconds until the rate is back where it was refused. */
const secondsBack = Math.cbrt((1 - cubic.decrease) / cubic.scale);

export const rateLimits = {
  /** No platform is taken for slower than this, by its first refusal and by any later one. */
  leastFirst: 5,
  least: 0.5,
  /** Beyond that the rate is no limit any more. */
  most: 1_000,
} as const;

/** Calls a second that the platform takes, as far as its refusals have shown. */
export class LearnedRate {
  /** The rate that was refused; undefined as long as none was. */
  private refusedRate: number | undefined;
  /** From when on the rate grows. */
  private growsFrom = 0;
  private nextAt = -Infinity;
  /** When calls were taken in the last second. */
  private readonly takenAt: number[] = [];

  /** The earliest moment at which the next call may leave. */
  earliest(): number {
    return this.nextAt;
  }

  /** Notes that a call leaves now. */
  leave(now: number): void {
    const perSecond = this.perSecond(now);
    this.nextAt = perSecond === undefined ? -Infinity : now + 1000 / perSecond;
  }

  /** Notes that the platform has taken a call. */
  taken(now: number): void {
    this.takenAt.push(now);
    this.forget(now);
  }

  /** Notes that the platform has refused a call, and that none leaves before `until`. */
  refused(now: number, until: number, isNews: boolean): void {
    if (isNews) {
      this.forget(now);
      this.refusedRate = this.rateRefused(this.perSecond(now), this.takenAt.length);
    }
    this.growsFrom = until;
    this.nextAt = until;
  }

  /** Undefined: as fast as they come. */
  perSecond(now: number): number | undefined {
    if (this.refusedRate === undefined) {
      return undefined;
    }
    const seconds = Math.max(now - this.growsFrom, 0) / 1000;
    const rate = this.refusedRate * (1 + cubic.scale * (seconds - secondsBack) ** 3);
    this.refusedRate = rate > rateLimits.most ? undefined : this.refusedRate;
    return this.refusedRate === undefined ? undefined : Math.max(rate, rateLimits.least);
  }

  /** What was taken in the last second is what the platform takes; if that is nothing, it takes less than was tried. */
  private rateRefused(current: number | undefined, taken: number): number {
    if (current === undefined) {
      return Math.max(taken, rateLimits.leastFirst);
    }
    return Math.max(taken === 0 ? current * cubic.decrease : Math.min(current, taken), rateLimits.least);
  }

  private forget(now: number): void {
    while ((this.takenAt[0] ?? Infinity) < now - 1000) {
      this.takenAt.shift();
    }
  }
}
