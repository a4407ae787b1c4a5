import { formatSeconds, type Deadline } from "./deadline";
import type { Proxy } from "./proxy";

/** How far a request got, as its socket showed it. */
export interface Delivery {
  /** Whether a connection to the platform was established, TLS included. */
  hasConnection: boolean;
  /** Whether the connection had carried an earlier request. */
  isReused: boolean;
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
  isTooLong?: boolean;
  /** Whether an answer had begun. */
  hasBegun?: boolean;
  /** The status with which a proxy refused. */
  proxyStatus?: number;
}

interface Route {
  baseUrl: string;
  proxy?: Proxy;
}

/** The code of axios for an answer that was cut off. */
const cutOffCode = "ERR_BAD_RESPONSE";

/** Connection errors that may not occur again. */
const transientCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH"],
  ...["ENETDOWN", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EMFILE", "ENFILE"],
]);

const unknownAuthority = new Set([
  ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
  ...["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT"],
]);

/** A request without an answer: how far it got, and how to describe that. */
export class NoResponse {
  /** Whether the platform may have received the request; false only where that is certain. */
  readonly mayHaveArrived: boolean;
  /** Whether a kept-alive connection broke before any answer: the server may already have closed it. */
  readonly isStale: boolean;
  /** Whether another attempt may do better. */
  readonly isTransient: boolean;
  /** Whether the connection failed for a reason other than a time-out. */
  readonly isUnreached: boolean;
  /** Whether it got no further than a proxy. */
  readonly isByProxy: boolean;
  readonly isTooLong: boolean;
  /** Whether the time of the whole operation was over. */
  readonly isOutOfTime: boolean;
  /** What happened, as a clause: "no connection to https://…: …". */
  readonly text: string;

  constructor(route: Route, delivery: Delivery, ending: Ending) {
    const { error, timeoutSeconds, deadline, proxyStatus, isTooLong = false, hasBegun = false } = ending;
    const { hasConnection, isReused, tunnelStatus } = delivery;
    const isUsual = timeoutSeconds !== undefined || listErrors(error).some(({ code = "" }) => transientCodes.has(code));
    this.isTooLong = isTooLong;
    this.isUnreached = !hasConnection && timeoutSeconds === undefined && proxyStatus === undefined;
    this.isOutOfTime = deadline !== undefined;
    this.mayHaveArrived = proxyStatus === undefined && delivery.mayHaveArrived();
    this.isStale = isReused && proxyStatus === undefined && timeoutSeconds === undefined && !hasBegun && !isTooLong;
    this.isByProxy = proxyStatus !== undefined || (route.proxy !== undefined && !hasConnection && tunnelStatus !== 200);
    this.isTransient =
      proxyStatus === undefined ? !isTooLong && (hasConnection || isUsual) : isTransientStatus(proxyStatus);
    this.text = this.isByProxy ? describeProxyFailure(route, ending) : describePlatformFailure(route, delivery, ending);
  }
}

function describeProxyFailure({ proxy }: Route, ending: Ending): string {
  const { error, timeoutSeconds, proxyStatus } = ending;
  const name = ["the proxy", proxy && new URL(proxy.url).host].filter(Boolean).join(" ");
  const variable = proxy?.variable ?? "HTTPS_PROXY";
  if (proxyStatus === 407) {
    return `${name} requires authentication (407); check the user name and the password in ${variable}`;
  }
  const reason = timeoutSeconds === undefined ? describeReason(error, variable) : describeLimit(timeoutSeconds, ending);
  const problem =
    proxyStatus === undefined ? `could not be used: ${reason}` : `refused the connection with ${proxyStatus}`;
  return `${name} ${problem}; check ${variable} and NO_PROXY`;
}

function describePlatformFailure(route: Route, delivery: Delivery, ending: Ending): string {
  const { error, timeoutSeconds, isTooLong } = ending;
  const { origin } = new URL(route.baseUrl);
  if (isTooLong) {
    return `the answer from ${origin} is longer than 32 MiB, so it is not the platform's`;
  }
  if (timeoutSeconds !== undefined) {
    return `no ${delivery.hasConnection ? "complete answer from" : "connection to"} ${origin} ${describeLimit(timeoutSeconds, ending)}`;
  }
  const problem = `no ${delivery.hasConnection ? "answer from" : "connection to"} ${origin}: ${describeReason(error)}`;
  // Servers that expect TLS answer plain http with an alert, or hang up.
  const isUnintelligible = error?.code === "HPE_INVALID_CONSTANT" || error?.message === "socket hang up";
  const isFirst = delivery.hasConnection && !delivery.isReused;
  return route.baseUrl.startsWith("http:") && !route.proxy && isFirst && isUnintelligible
    ? `${problem}; if it speaks https at that port, correct the scheme in edgecloud:baseUrl`
    : problem;
}

function describeLimit(seconds: number, { deadline }: Ending): string {
  return `within ${deadline?.description ?? `${formatSeconds(seconds)} (edgecloud:requestTimeoutSeconds)`}`;
}

/** Explains why TLS failed and what to do; the address is set in `addressKey`. */
function explainTlsFailure(error: NodeJS.ErrnoException | undefined, addressKey: string): string | undefined {
  const { code = "", message = "" } = error ?? {};
  if (unknownAuthority.has(code)) {
    return (
      `Node.js does not trust the certificate authority that signed its certificate (${code}); put that CA's ` +
      "certificate into a file, and the path of the file into the environment variable NODE_EXTRA_CA_CERTS"
    );
  }
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return `its certificate has expired (${code})`;
    case "CERT_NOT_YET_VALID":
      return `its certificate is not valid yet (${code}); check the clock of this machine`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `its certificate is for another name (${code}); check the host in ${addressKey}`;
  }
  return /wrong version number|packet length too long/i.test(message)
    ? `it answers in http, not in https; correct the scheme or the port in ${addressKey}`
    : undefined;
}

/** An error of each address that was tried, or the one that there is. */
function listErrors(error: NodeJS.ErrnoException | undefined): NodeJS.ErrnoException[] {
  if (error instanceof AggregateError) {
    return error.errors as NodeJS.ErrnoException[];
  }
  return error ? [error] : [];
}

/** Node's codes and messages, one for each address that was tried. */
function describeReason(error: NodeJS.ErrnoException | undefined, addressKey = "edgecloud:baseUrl"): string {
  if (error?.code === cutOffCode) {
    return "the answer was cut off";
  }
  const texts = listErrors(error).map(({ code, message }) => [code, message].filter(Boolean).join(", "));
  return explainTlsFailure(error, addressKey) ?? ([...new Set(texts)].join("; ") || "the connection ended");
}

/** Whether another attempt may do better after this status of the platform or of a proxy. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
