import { isTransientStatus, NoAnswer } from "./no-answer";
import type { Answer } from "./transport";

/** How one attempt at a call ended. What that means is decided here, for the gate, the retries and the errors. */
export type Outcome = Accepted | Failed;

/** The platform did what was asked. */
export interface Accepted {
  kind: "accepted";
  reply: Answer;
}

/** The platform did not do what was asked, or is not known to have done it. */
export interface Failed {
  /**
   * - `throttled`: the platform asks all calls to slow down, with 429, or with 503 and a `Retry-After`.
   * - `stale`: a kept-alive connection broke; the server may have closed it in the meantime.
   * - `transient`: another attempt may do better.
   * - `final`: another attempt would end in the same way.
   */
  kind: "throttled" | "stale" | "transient" | "final";
  reply: Answer | NoAnswer;
  /** Whether a change may have been carried out all the same. */
  mayHaveActed: boolean;
  /** For how long the platform asks all calls to wait, if it says so. */
  retryAfterMs?: number;
}

/** Decides what an answer, or the lack of one, means. */
export function classify(reply: Answer | NoAnswer): Outcome {
  if (reply instanceof NoAnswer) {
    const kind = reply.wasReused ? "stale" : reply.isTransient ? "transient" : "final";
    return { kind, reply, mayHaveActed: reply.mayHaveArrived };
  }
  const { status } = reply;
  if (status < 300) {
    return { kind: "accepted", reply };
  }
  const mayHaveActed = status === 408 || status >= 500;
  const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(reply.headers) : undefined;
  if (status === 429 || retryAfterMs !== undefined) {
    return { kind: "throttled", reply, mayHaveActed, retryAfterMs };
  }
  return { kind: isTransientStatus(status) ? "transient" : "final", reply, mayHaveActed };
}

/** Milliseconds, from seconds or from a date by the clock of the sender, if the answer has a `Date`. */
function readRetryAfter({ "retry-after": value = "", date }: Answer["headers"]): number | undefined {
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
