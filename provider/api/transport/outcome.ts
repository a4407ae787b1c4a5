import { formatSeconds, type Deadline } from "./deadline";
import type { Proxy } from "./proxy";

/** What came back, whatever its status. */
export interface HttpResponse {
  status: number;
  headers: Partial<Record<string, string>>;
  /** The parsed JSON, or the text if it is none. */
  body: unknown;
}

/** How an attempt ended, for the gate, the retries and the errors. */
export type Outcome = { kind: "accepted"; response: HttpResponse } | Failed;

/** The platform did not do what was asked, or is not known to have done it. */
export interface Failed {
  /**
   * - `throttled`: the platform asks all calls to slow down, with 429, or with 503 and a `Retry-After`.
   * - `transient`: another attempt may do better.
   * - `final`: another attempt would end in the same way.
   */
  kind: "throttled" | "transient" | "final";
  response: HttpResponse | NoResponse;
  /** Whether a change may have been carried out all the same. */
  mayHaveActed: boolean;
  /** For how long the platform asks all calls to wait, if it says so. */
  retryAfterMs?: number;
}

/** Decides what an answer, or the lack of one, means. */
export function classify(response: HttpResponse | NoResponse): Outcome {
  if (response instanceof NoResponse) {
    return { kind: response.isTransient ? "transient" : "final", response, mayHaveActed: response.mayHaveArrived };
  }
  const { status, headers } = response;
  if (status < 300) {
    return { kind: "accepted", response };
  }
  const mayHaveActed = status === 408 || status >= 500;
  const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(headers) : undefined;
  if (status === 429 || retryAfterMs !== undefined) {
    return { kind: "throttled", response, mayHaveActed, retryAfterMs };
  }
  return { kind: isTransientStatus(status) ? "transient" : "final", response, mayHaveActed };
}

/** Whether another attempt may do better after this status of the platform or of a proxy. */
function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Milliseconds, from seconds or from a date by the clock of the sender, if the answer has a `Date`. */
function readRetryAfter({ "retry-after": value = "", date = "" }: HttpResponse["headers"]): number | undefined {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  // HTTP dates end in GMT; `Date.parse` alone would accept nearly anything with a digit in it.
  const [then = NaN, now = NaN] = [value, date].map((text) => (text.endsWith("GMT") ? Date.parse(text) : NaN));
  return Number.isNaN(then) ? undefined : Math.max(then - (Number.isNaN(now) ? Date.now() : now), 0);
}

/** How far a request got, as its socket showed it. */
export interface Delivery {
  /** Whether a connection to the platform was established, TLS included. */
  hasConnection: boolean;
  /** What a proxy answered to CONNECT. */
  tunnelStatus?: number;
  /** Whether a part of the request was written to an established connection. */
  mayHaveArrived: () => boolean;
}

/** What ended a request. */
export interface Ending {
  /** The error of Node, or of axios. */
  error?: NodeJS.ErrnoException;
  /** The time limit, if it was exceeded. */
  timeoutSeconds?: number;
  /** The operation's deadline, if that was exceeded. */
  deadline?: Deadline;
  /** The status with which a proxy refused. */
  proxyStatus?: number;
}

/** Connection errors that may not occur again. */
const transientCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH"],
  ...["ENETDOWN", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EMFILE", "ENFILE"],
]);

/** A request without an answer: how far it got, and how to describe that. */
export class NoResponse {
  /** Whether the platform may have received the request; false only where that is certain. */
  readonly mayHaveArrived: boolean;
  /** Whether another attempt may do better. */
  readonly isTransient: boolean;
  /** Whether the connection to the platform failed, for another reason than a time-out or a proxy. */
  readonly isUnreached: boolean;
  /** Whether the time of the whole operation was over. */
  readonly isOutOfTime: boolean;
  /** What happened, as a clause: "no connection to https://…: …". */
  readonly text: string;

  constructor(route: { baseUrl: string; proxy?: Proxy }, delivery: Delivery, ending: Ending) {
    const { error, timeoutSeconds, deadline, proxyStatus } = ending;
    const { hasConnection, tunnelStatus } = delivery;
    const isByProxy = proxyStatus !== undefined || (!!route.proxy && !hasConnection && tunnelStatus !== 200);
    const isBroken = proxyStatus === undefined && timeoutSeconds === undefined;
    const mayRecover = !isBroken || listErrors(error).some(({ code = "" }) => transientCodes.has(code));
    this.isUnreached = isBroken && !hasConnection && !isByProxy;
    this.isOutOfTime = deadline !== undefined;
    this.mayHaveArrived = proxyStatus === undefined && delivery.mayHaveArrived();
    // Axios gives up on an answer that is too long to be the platform's.
    const isTooLong = error?.message.startsWith("maxContentLength");
    this.isTransient =
      proxyStatus === undefined ? !isTooLong && (hasConnection || mayRecover) : isTransientStatus(proxyStatus);
    const limit = deadline?.description ?? `${formatSeconds(timeoutSeconds ?? 0)} (edgecloud:requestTimeoutSeconds)`;
    const within = timeoutSeconds === undefined ? undefined : `within ${limit}`;
    if (isByProxy && route.proxy) {
      const { url, variable } = route.proxy;
      const failure = `could not be used: ${within ?? describeReason(error, variable)}`;
      const problem = proxyStatus === undefined ? failure : `refused the connection with ${proxyStatus}`;
      this.text = `the proxy ${new URL(url).host} ${problem}; check ${variable}, a login in it, and NO_PROXY`;
    } else {
      const end = within === undefined ? `: ${describeReason(error, "edgecloud:baseUrl")}` : ` ${within}`;
      this.text = `no ${hasConnection ? "complete answer from" : "connection to"} ${new URL(route.baseUrl).origin}${end}`;
    }
  }
}

/** Why a connection failed, and what to do if it was TLS; the address is set in `addressKey`. */
function describeReason(error: Ending["error"], addressKey: string): string {
  const { code = "", message = "" } = error ?? {};
  if (/wrong version number|packet length too long/i.test(message)) {
    return `it answers in http, not in https; correct the scheme or the port in ${addressKey}`;
  }
  const texts = listErrors(error).map((each) => [each.code, each.message].filter(Boolean).join(", "));
  const reason = [...new Set(texts)].join("; ") || "the connection ended";
  return /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)
    ? `Node.js does not trust the certificate authority that signed its certificate (${reason}); put that CA's ` +
        "certificate into a file, and the path of the file into the environment variable NODE_EXTRA_CA_CERTS"
    : reason;
}

/** An error of each address that was tried, or the one that there is. */
function listErrors(error: Ending["error"]): NodeJS.ErrnoException[] {
  return error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : error ? [error] : [];
}
