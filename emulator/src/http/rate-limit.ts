import { z } from "zod";
import type { Clock } from "../clock";
import { parseInput } from "../invalid-input";
import { headerValue } from "./request-pattern";

const rateLimitSchema = z.strictObject({
  /** Average requests per second. */
  perSecond: z.number().positive().max(1_000_000),
  /** Size of the bucket. @default perSecond, at least 1 */
  burst: z.number().min(1).max(1_000_000).optional(),
  /**
   * The Retry-After header of a 429: `none`, whole `seconds`, an HTTP `date`; any other text is sent as it is.
   * @default "none"
   */
  retryAfter: z.string().min(1).regex(headerValue).default("none"),
});

/** A rate limit, as tests write it. */
export type RateLimitInput = z.input<typeof rateLimitSchema>;

/** The rate limit in front of the platform, a token bucket. */
export class RateLimit {
  private limit: z.output<typeof rateLimitSchema> | undefined;
  private tokens = 0;
  private filledAt = 0;

  constructor(private readonly clock: Clock) {}

  /** Sets a limit and fills the bucket, or removes the limit; throws an `InvalidInputError`. */
  set(input: unknown): void {
    this.limit = input === undefined ? undefined : parseInput(rateLimitSchema, input, "rate limit");
    this.tokens = this.burst;
    this.filledAt = this.clock.now();
  }

  /** Takes a token; returns the 429 headers if the bucket is empty. */
  takeToken(): Record<string, string> | undefined {
    if (this.limit === undefined) {
      return undefined;
    }
    this.fill(this.limit.perSecond);
    if (this.tokens >= 1) {
      return void this.tokens--;
    }
    const seconds = Math.ceil((1 - this.tokens) / this.limit.perSecond);
    const { retryAfter } = this.limit;
    if (retryAfter === "none") {
      return {};
    }
    if (retryAfter === "seconds") {
      return { "retry-after": String(seconds) };
    }
    // By real time, like the response's Date header.
    if (retryAfter === "date") {
      return { "retry-after": new Date(Date.now() + seconds * 1000).toUTCString() };
    }
    return { "retry-after": retryAfter };
  }

  private get burst(): number {
    return this.limit?.burst ?? Math.max(1, this.limit?.perSecond ?? 0);
  }

  private fill(perSecond: number): void {
    const now = this.clock.now();
    // Replacing the state can turn the emulator's clock back.
    const elapsedMs = Math.max(0, now - this.filledAt);
    this.tokens = Math.min(this.burst, this.tokens + (elapsedMs / 1000) * perSecond);
    this.filledAt = now;
  }
}
