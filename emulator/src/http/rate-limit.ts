import { z } from "zod";
import type { Clock } from "../clock";
import { parseInput } from "../invalid-input";

const rateLimitSchema = z.strictObject({
  /** Requests that are answered in a second, on average. */
  perSecond: z.number().positive().max(1_000_000),
  /** Requests that are answered at once after a rest. @default perSecond, at least 1 */
  burst: z.number().min(1).max(1_000_000).optional(),
  /**
   * What a refusal says of the time to wait: `none`, whole `seconds`, an HTTP `date`; any other text is sent as it is.
   * @default "none"
   */
  retryAfter: z.string().min(1).default("none"),
});

/** A limit of requests, as a test writes it. */
export type RateLimitInput = z.input<typeof rateLimitSchema>;

/** What the first hop of the platform lets through: a token bucket. Nothing is refused while no limit is set. */
export class RateLimit {
  private limit: z.output<typeof rateLimitSchema> | undefined;
  private tokens = 0;
  private filledAt = 0;

  constructor(private readonly clock: Clock) {}

  /** Takes a limit, with a full bucket, or none; throws an `InvalidInputError` that names what is wrong. */
  set(input: unknown): void {
    this.limit = input === undefined ? undefined : parseInput(rateLimitSchema, input, "rate limit");
    this.tokens = this.burst;
    this.filledAt = this.clock.now();
  }

  /** Takes the token of a request; where there is none, answers the headers of the refusal, which takes none. */
  takeToken(): Record<string, string> | undefined {
    if (this.limit === undefined) return undefined;
    this.fill(this.limit.perSecond);
    if (this.tokens >= 1) return void this.tokens--;
    const seconds = Math.ceil((1 - this.tokens) / this.limit.perSecond);
    const { retryAfter } = this.limit;
    if (retryAfter === "none") return {};
    if (retryAfter === "seconds") return { "retry-after": String(seconds) };
    // By the same clock as the answer's own date.
    if (retryAfter === "date") return { "retry-after": new Date(Date.now() + seconds * 1000).toUTCString() };
    return { "retry-after": retryAfter };
  }

  private get burst(): number {
    return this.limit?.burst ?? Math.max(1, this.limit?.perSecond ?? 0);
  }

  private fill(perSecond: number): void {
    const now = this.clock.now();
    // The emulator's clock goes back when the state is replaced by one that is less advanced.
    const elapsedMs = Math.max(0, now - this.filledAt);
    this.tokens = Math.min(this.burst, this.tokens + (elapsedMs / 1000) * perSecond);
    this.filledAt = now;
  }
}
