/**
 * How the rate recovers after a refusal: the CUBIC curve of TCP (RFC 9438), slow near the refused rate and fast far
 * from it. Its scale is proportional to the rate, so that slow platforms are not overrun and fast ones not starved; at
 * 20 calls a second it is that of the RFC.
 */
const cubic = { scale: 0.02, decrease: 0.7 } as const;

/** Seconds until the rate is back where it was refused. */
const secondsBack = Math.cbrt((1 - cubic.decrease) / cubic.scale);

export const rateLimits = {
  /** The lowest rates that are assumed, after the first refusal and after later ones. */
  leastFirst: 5,
  least: 0.5,
  /** Above this, calls are not limited any more. */
  most: 1_000,
} as const;

/** Estimates how many calls a second the platform accepts, from what it refused. */
export class LearnedRate {
  /** The rate at the last refusal; undefined if there is no limit. */
  private refusedRate: number | undefined;
  /** From when on the rate grows. */
  private growsFrom = 0;
  private nextAt = -Infinity;
  /** When the calls of the last second were accepted. */
  private readonly acceptedAt: number[] = [];

  /** The earliest time at which the next call may be sent. */
  findEarliest(): number {
    return this.nextAt;
  }

  /** Records that a call is sent now. */
  recordSent(now: number): void {
    const perSecond = this.computeRate(now);
    this.nextAt = perSecond === undefined ? -Infinity : now + 1000 / perSecond;
  }

  /** Records that the platform has accepted a call. */
  recordAccepted(now: number): void {
    this.acceptedAt.push(now);
    this.forget(now);
  }

  /** Records that the platform has refused a call, and that none is sent before `until`. */
  recordRefused(now: number, until: number, isNews: boolean): void {
    if (isNews) {
      this.forget(now);
      this.refusedRate = this.estimateRefusedRate(this.computeRate(now), this.acceptedAt.length);
    }
    this.growsFrom = until;
    this.nextAt = until;
  }

  /** Calls a second that may be sent now; undefined for no limit. */
  computeRate(now: number): number | undefined {
    if (this.refusedRate === undefined) {
      return undefined;
    }
    const seconds = Math.max(now - this.growsFrom, 0) / 1000;
    const rate = this.refusedRate * (1 + cubic.scale * (seconds - secondsBack) ** 3);
    this.refusedRate = rate > rateLimits.most ? undefined : this.refusedRate;
    return this.refusedRate === undefined ? undefined : Math.max(rate, rateLimits.least);
  }

  /** The platform accepts what it accepted in the last second; if that is nothing, less than the current rate. */
  private estimateRefusedRate(current: number | undefined, acceptedCount: number): number {
    if (current === undefined) {
      return Math.max(acceptedCount, rateLimits.leastFirst);
    }
    return Math.max(
      acceptedCount === 0 ? current * cubic.decrease : Math.min(current, acceptedCount),
      rateLimits.least,
    );
  }

  private forget(now: number): void {
    while ((this.acceptedAt[0] ?? Infinity) < now - 1000) {
      this.acceptedAt.shift();
    }
  }
}
