import { isTransientStatus, NoResponse } from "./no-response";
import type { HttpResponse, HttpMethod } from "./transport";

/** How an attempt ended, for the gate, the retries and the errors. */
export type Outcome = Accepted | Failed;

/** The platform did what was asked. */
export interface Accepted {
  kind: "accepted";
  response: HttpResponse;
}

/** The platform did not do what was asked, or is not known to have done it. */
export interface Failed {
  /**
   * - `throttled`: the platform asks all calls to slow down, with 429, or with 503 and a `Retry-After`.
   * - `stale`: a kept-alive connection broke before any answer: the server may already have closed it.
   * - `transient`: another attempt may do better.
   * - `final`: another attempt would end in the same way.
   */
  kind: "throttled" | "stale" | "transient" | "final";
  response: HttpResponse | NoResponse;
  /** Whether a change may have been carried out all the same. */
  mayHaveActed: boolean;
  /** For how long the platform asks all calls to wait, if it says so. */
  retryAfterMs?: number;
}

/** Decides what an answer, or the lack of one, means. */
export function classify(response: HttpResponse | NoResponse): Outcome {
  if (response instanceof NoResponse) {
    const kind = response.isStale ? "stale" : response.isTransient ? "transient" : "final";
    return { kind, response, mayHaveActed: response.mayHaveArrived };
  }
  const { status } = response;
  if (status < 300) {
    return { kind: "accepted", response };
  }
  const mayHaveActed = status === 408 || status >= 500;
  const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(response.headers) : undefined;
  if (status === 429 || retryAfterMs !== undefined) {
    return { kind: "throttled", response, mayHaveActed, retryAfterMs };
  }
  return { kind: isTransientStatus(status) ? "transient" : "final", response, mayHaveActed };
}

/** Milliseconds, from seconds or from a date by the clock of the sender, if the answer has a `Date`. */
function readRetryAfter({ "retry-after": value = "", date }: HttpResponse["headers"]): number | undefined {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  const then = parseHttpDate(value);
  return then === undefined ? undefined : Math.max(then - (parseHttpDate(date) ?? Date.now()), 0);
}

/** HTTP dates end in GMT; `Date.parse` alone would accept nearly anything with a digit in it. */
function parseHttpDate(text = ""): number | undefined {
  const moment = text.endsWith("GMT") ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** What the retry policy knows about a failed attempt. */
export interface Attempt {
  method: HttpMethod;
  /** Whether a lost answer may be followed by another attempt; by default the method decides. */
  idempotent?: boolean;
  /** Retries so far that count against `maxRetries`. */
  retries: number;
  /** 429s this call has had. */
  throttles?: number;
  /** Milliseconds since the first attempt, pauses included. */
  elapsedMs: number;
  outcome: Failed;
}

/** When a call is made again. */
export interface Retry {
  afterMs: number;
  /** Whether it is one of the `maxRetries`. */
  countsAgainstLimit: boolean;
}

/** The limits of pauses and attempts, for single calls and for the gate. */
export const retryLimits = {
  firstDelayMs: 250,
  maxDelayMs: 8_000,
  /** No pause after a throttle is longer, whatever `Retry-After` says. */
  maxThrottledDelayMs: 60_000,
  /** A call is given up after this long, and so are all while the platform throttles every one of them. */
  maxTotalMs: 300_000,
} as const;

const idempotentMethods: ReadonlySet<HttpMethod> = new Set(["GET", "PUT", "DELETE"]);

/** Whether a call whose answer is lost may simply be sent again. */
export function isIdempotent({ method, idempotent }: Pick<Attempt, "method" | "idempotent">): boolean {
  return idempotent ?? idempotentMethods.has(method);
}

/** When to make another attempt; undefined to give up. */
export function planRetry(attempt: Attempt, maxRetries: number, random = Math.random): Retry | undefined {
  const { outcome, retries, throttles = 0, elapsedMs } = attempt;
  if (elapsedMs >= retryLimits.maxTotalMs || (outcome.mayHaveActed && !isIdempotent(attempt))) {
    return undefined;
  }
  switch (outcome.kind) {
    case "final":
      return undefined;
    case "stale":
    case "throttled": {
      // The gate holds back all calls. One that is throttled again waits longer, so that others get their turn.
      const afterMs = throttles > 0 ? computeBackoffMs(throttles, random, retryLimits.maxThrottledDelayMs) : 0;
      return { afterMs, countsAgainstLimit: false };
    }
    case "transient": {
      const afterMs = computeBackoffMs(retries, random);
      const isOver = retries >= maxRetries || elapsedMs + afterMs > retryLimits.maxTotalMs;
      return isOver ? undefined : { afterMs, countsAgainstLimit: true };
    }
  }
}

/** Exponential backoff, with jitter over the upper half. */
export function computeBackoffMs(
  retries: number,
  random: () => number,
  maxMs: number = retryLimits.maxDelayMs,
): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, maxMs);
  return ceiling / 2 + (ceiling / 2) * random();
}
