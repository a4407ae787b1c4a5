/** What a failed attempt tells the retry policy. */
export interface Attempt {
  method: string;
  /** Whether the call may be repeated after its answer was lost; said only where the method does not tell. */
  idempotent?: boolean;
  /** How many times the call was repeated already. */
  retries: number;
  elapsedMs: number;
  /** Status of the answer, if one came. */
  status?: number;
  /** Node's error code, if none came. */
  code?: string;
  /** Value of `Retry-After`: seconds or an HTTP date. */
  retryAfter?: string;
}

interface Rule {
  when: string;
  statuses?: (status: number) => boolean;
  codes?: ReadonlySet<string>;
  /** Whether a call that is not idempotent may be repeated too. */
  repeatsAnyCall: boolean;
}

/** Code of a call that got no further than the proxy, which may do better in a moment. */
export const proxyUnavailable = "EPROXYUNAVAILABLE";

/** Code of a call that the proxy will not let through. */
export const proxyRefused = "EPROXYREFUSED";

const notConnected = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ECONNECTTIMEOUT"],
  proxyUnavailable,
];
const connectionLost = ["ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EPIPE"];

/** Every case in which a call is made again; the first that matches decides. */
export const retryRules: readonly Rule[] = [
  { when: "no connection was made", codes: new Set(notConnected), repeatsAnyCall: true },
  { when: "asked to slow down", statuses: (status) => status === 429, repeatsAnyCall: true },
  { when: "timed out at the platform", statuses: (status) => status === 408, repeatsAnyCall: false },
  { when: "passing fault of the platform", statuses: (status) => status >= 500, repeatsAnyCall: false },
  { when: "connection lost", codes: new Set(connectionLost), repeatsAnyCall: false },
];

export const retryLimits = {
  firstDelayMs: 250,
  longestDelayMs: 8_000,
  longestRetryAfterMs: 60_000,
  longestTotalMs: 300_000,
} as const;

const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/** Whether a call whose answer is lost may simply be sent again, as far as its method tells. */
export function isIdempotent(method: string): boolean {
  return idempotentMethods.has(method.toUpperCase());
}

/** Whether an error code means that the request certainly did not arrive. */
export function neverArrived(code: string | undefined): boolean {
  return code === proxyRefused || notConnected.includes(code ?? "");
}

/** Whether a call that failed like this may have been carried out all the same. */
export function isFateUnknown({ status, code }: Pick<Attempt, "status" | "code">): boolean {
  return status === undefined ? !neverArrived(code) : status === 408 || status >= 500;
}

/** Milliseconds to wait before the call is made again, or undefined to give up. */
export function retryDelayMs(attempt: Attempt, maxRetries: number, random = Math.random): number | undefined {
  const rule = retryRules.find((candidate) => matches(candidate, attempt));
  const idempotent = attempt.idempotent ?? isIdempotent(attempt.method);
  if (!rule || attempt.retries >= maxRetries || !(rule.repeatsAnyCall || idempotent)) {
    return undefined;
  }
  const delayMs = retryAfterMs(attempt.retryAfter) ?? backoffMs(attempt.retries, random);
  return attempt.elapsedMs + delayMs > retryLimits.longestTotalMs ? undefined : delayMs;
}

function matches(rule: Rule, attempt: Attempt): boolean {
  return attempt.status === undefined
    ? (rule.codes?.has(attempt.code ?? "") ?? false)
    : (rule.statuses?.(attempt.status) ?? false);
}

function retryAfterMs(value: string | undefined): number | undefined {
  if (!value) {
    return undefined;
  }
  // Date.parse takes nearly everything with a digit in it for a date; the dates of HTTP end in GMT.
  const date = value.endsWith("GMT") ? Date.parse(value) : NaN;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : date - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryLimits.longestRetryAfterMs);
}

/** Exponential with full jitter over the upper half, so that many callers do not come back at the same moment. */
function backoffMs(retries: number, random: () => number): number {
  const ceiling = Math.min(retryLimits.firstDelayMs * 2 ** retries, retryLimits.longestDelayMs);
  return ceiling / 2 + (ceiling / 2) * random();
}
