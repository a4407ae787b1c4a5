import { NoAnswer } from "./no-answer";
import type { Answer } from "./transport";

/** What the retry policy knows of a failed attempt. */
export interface Attempt {
  method: string;
  /** Whether the call may be repeated after its answer was lost; set only where the method does not decide it. */
  idempotent?: boolean;
  /** How many times the call was repeated already; repeats that `maxRetries` does not count are not among them. */
  retries: number;
  /** How many times the platform has asked this very call to slow down before. */
  refusals?: number;
  /** Milliseconds since the call was made, without the time that it waited in the gate. */
  elapsedMs: number;
  outcome: Answer | NoAnswer;
}

/** How a call is made again. */
export interface Repeat {
  afterMs: number;
  /** Whether it takes one of the `maxRetries`. */
  counts: boolean;
}

interface Rule {
  when: string;
  matches: (outcome: Answer | NoAnswer) => boolean;
  /** Whether a call that is not idempotent may be repeated too. */
  repeatsAnyCall: boolean;
  /** Made again as soon as the gate lets it, which takes none of the `maxRetries`. */
  isFree?: boolean;
}

/** Every case in which a call is made again; the first that matches decides. */
export const retryRules: readonly Rule[] = [
  {
    when: "a connection broke that was used before, with nothing sent over it",
    matches: unanswered(({ wasReused, mayHaveArrived }) => wasReused && !mayHaveArrived),
    repeatsAnyCall: true,
    isFree: true,
  },
  {
    when: "a connection broke that was used before",
    matches: unanswered(({ wasReused }) => wasReused),
    repeatsAnyCall: false,
    isFree: true,
  },
  {
    when: "the request did not arrive",
    matches: unanswered(({ mayHaveArrived, mayPass }) => mayPass && !mayHaveArrived),
    repeatsAnyCall: true,
  },
  {
    when: "the answer was lost",
    matches: unanswered(({ mayPass }) => mayPass),
    repeatsAnyCall: false,
  },
  { when: "asked to slow down", matches: answered((status) => status === 429), repeatsAnyCall: true, isFree: true },
  {
    when: "asked to come back later",
    matches: (outcome) => slowDownOf(outcome) !== undefined,
    repeatsAnyCall: false,
    isFree: true,
  },
  { when: "timed out at the platform", matches: answered((status) => status === 408), repeatsAnyCall: false },
  { when: "passing fault of the platform", matches: answered((status) => status >= 500), repeatsAnyCall: false },
];

export const retryLimits = {
  firstDelayMs: 250,
  longestDelayMs: 8_000,
  longestRefusedMs: 60_000,
  longestTotalMs: 300_000,
} as const;

const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/** Whether a call whose answer is lost may simply be sent again. */
export function isRepeatable({ method, idempotent }: Pick<Attempt, "method" | "idempotent">): boolean {
  return idempotent ?? idempotentMethods.has(method.toUpperCase());
}

/** Whether a call that ended like this may have been carried out all the same. */
export function isFateUnknown(outcome: Answer | NoAnswer): boolean {
  return outcome instanceof NoAnswer ? outcome.mayHaveArrived : outcome.status === 408 || outcome.status >= 500;
}

/** How a call is made again that ended like this; undefined to give up. */
export function repeatOf(attempt: Attempt, maxRetries: number, random = Math.random): Repeat | undefined {
  const { outcome, retries, refusals = 0, elapsedMs } = attempt;
  const rule = retryRules.find(({ matches }) => matches(outcome));
  if (!rule || !(rule.repeatsAnyCall || isRepeatable(attempt)) || elapsedMs >= retryLimits.longestTotalMs) {
    return undefined;
  }
  if (rule.isFree) {
    // The gate has all calls wait. One that is refused repeatedly waits longer, so that others get their turn.
    return { afterMs: refusals > 0 ? backoffMs(refusals, random, retryLimits.longestRefusedMs) : 0, counts: false };
  }
  const afterMs = backoffMs(retries, random);
  return retries >= maxRetries || elapsedMs + afterMs > retryLimits.longestTotalMs
    ? undefined
    : { afterMs, counts: true };
}

/** What the platform asks of all calls when it answers one of them like this. */
export interface SlowDown {
  /** For how long, if it says so. */
  afterMs?: number;
}

/** Whether an answer asks to slow down: 429, or 503 that says when to come back. */
export function slowDownOf(outcome: Answer | NoAnswer): SlowDown | undefined {
  if (outcome instanceof NoAnswer || (outcome.status !== 429 && outcome.status !== 503)) {
    return undefined;
  }
  const afterMs = retryAfterMs(outcome.headers);
  return outcome.status === 429 || afterMs !== undefined ? { afterMs } : undefined;
}

/** Seconds, or a date by the clock of the sender, if the answer has a `Date`. */
function retryAfterMs({ "retry-after": value = "", date }: Answer["headers"]): number | undefined {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  const then = httpDate(value);
  return then === undefined ? undefined : Math.max(then - (httpDate(date) ?? Date.now()), 0);
}

/** `Date.parse` takes nearly everything with a digit in it for a date; the dates of HTTP end in GMT. */
function httpDate(text = ""): number | undefined {
  const moment = text.endsWith("GMT") ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Exponential with full jitter over the upper half, so that many callers do not come back at the same moment. */
export function backoffMs(
  retries: number,
  random: () => number,
  longestMs: number = retryLimits.longestDelayMs,
): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, longestMs);
  return ceiling / 2 + (ceiling / 2) * random();
}

function answered(matches: (status: number) => boolean): Rule["matches"] {
  return (outcome) => !(outcome instanceof NoAnswer) && matches(outcome.status);
}

function unanswered(matches: (ending: NoAnswer) => boolean): Rule["matches"] {
  return (outcome) => outcome instanceof NoAnswer && matches(outcome);
}
