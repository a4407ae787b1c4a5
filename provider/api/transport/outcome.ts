import { isTransientStatus, NoResponse } from "./no-response";
import type { HttpResponse } from "./transport";

/** How one attempt at a call ended. What that means is decided here, for the gate, the retries and the errors. */
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
