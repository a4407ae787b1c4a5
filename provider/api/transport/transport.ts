import { Agent as HttpAgent, request as requestHttp } from "node:http";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import axios, { isAxiosError, type AxiosInstance, type AxiosRequestConfig } from "axios";
import { HttpsProxyAgent } from "https-proxy-agent";
import { maxNesting, tooDeep } from "../../values/json";
import { formatSeconds, type Deadline } from "./deadline";
import type { Proxy } from "../../config/config";
import { stopSignal } from "./stop";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /** From connecting to the last byte of the answer. */
  timeoutSeconds: number;
  /** The operation's deadline, if that is what sets `timeoutSeconds`. */
  deadline?: Deadline;
  onFreshConnection: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Partial<Record<string, string>>;
  /** The parsed JSON, or the text if it is not JSON. */
  body?: unknown;
  /** Why the body was not parsed, as a clause: "it is …". */
  problem?: string;
}

export type Outcome = { kind: "accepted"; response: HttpResponse } | Failed;

export interface Failed {
  /**
   * - `throttled`: the platform asks all calls to slow down, with 429, or with 503 and a `Retry-After`.
   * - `transient`: another attempt may succeed.
   * - `final`: another attempt would end in the same way.
   */
  kind: "throttled" | "transient" | "final";
  response: HttpResponse | NoResponse;
  /** Whether a change may have been carried out despite the failure. */
  mayHaveActed: boolean;
  retryAfterMs?: number;
}

/** Longer than any answer of the platform; a longer one is refused before it fills the memory. */
const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * Sends single requests, through a proxy if there is one, and observes how far each of them gets. Redirects are not
 * followed, so that the key goes nowhere but to the base URL.
 */
export class Transport {
  private readonly http: AxiosInstance;
  private readonly keepAliveAgents: Pick<AxiosRequestConfig, "httpAgent" | "httpsAgent">;
  private readonly freshAgents: Pick<AxiosRequestConfig, "httpAgent" | "httpsAgent">;

  constructor(private readonly options: { baseUrl: string; headers: Record<string, string>; proxy?: Proxy }) {
    this.keepAliveAgents = createAgents(options.proxy, true);
    this.freshAgents = createAgents(options.proxy, false);
    this.http = axios.create({
      baseURL: options.baseUrl,
      headers: { Accept: "application/json", ...options.headers },
      maxRedirects: 0,
      // The agents use the proxy; axios would make a new tunnel for each request.
      proxy: false,
      responseType: "arraybuffer",
      maxContentLength: maxAnswerBytes,
      validateStatus: null,
    });
  }

  /** Makes one attempt. Returns network failures; throws if work is stopped before any of the request was sent. */
  async send(request: HttpRequest): Promise<Outcome> {
    const { method, path, query, body, timeoutSeconds, onFreshConnection } = request;
    const delivery: Delivery = { hasConnection: false, mayHaveArrived: () => false };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutSeconds * 1000);
    // When the host stops, drops a request of which nothing has been sent.
    const stop = () => !delivery.mayHaveArrived() && controller.abort();
    stopSignal.addEventListener("abort", stop);
    try {
      const { status, headers, data } = await this.http.request<Buffer>({
        method,
        url: path,
        params: query,
        // A text, because axios removes `constructor` and `prototype` from objects.
        data: body && JSON.stringify(body),
        headers: body && { "Content-Type": "application/json" },
        ...(onFreshConnection ? this.freshAgents : this.keepAliveAgents),
        transport: observeDelivery(delivery),
        signal: controller.signal,
      });
      return classify(
        (delivery.tunnelStatus ?? 200) === 200
          ? { status, headers: headers as HttpResponse["headers"], ...parseBody(data) }
          : new NoResponse(this.options, delivery, { proxyStatus: delivery.tunnelStatus }),
      );
    } catch (error) {
      if (!isAxiosError(error)) {
        throw error;
      }
      if (!delivery.mayHaveArrived()) {
        stopSignal.throwIfAborted();
      }
      const timedOut = controller.signal.aborted && { timeoutSeconds, deadline: request.deadline };
      return classify(new NoResponse(this.options, delivery, { error: error.cause ?? error, ...timedOut }));
    } finally {
      clearTimeout(timer);
      stopSignal.removeEventListener("abort", stop);
    }
  }
}

/** A proxy tunnels http as well as https. */
function createAgents(proxy: Proxy | undefined, keepAlive: boolean) {
  if (!proxy) {
    return { httpAgent: new HttpAgent({ keepAlive }), httpsAgent: new HttpsAgent({ keepAlive }) };
  }
  const address = new URL(proxy.url);
  const login = [address.username, address.password].map(decodeURIComponent).join(":");
  // If DEBUG is set, libraries print the addresses that they are given.
  address.username = address.password = "";
  const headers = login !== ":" && { "Proxy-Authorization": `Basic ${Buffer.from(login).toString("base64")}` };
  // A copy, because the agent adds to the headers that it gets.
  const agent = new HttpsProxyAgent(address, { keepAlive, headers: () => ({ ...headers }) });
  return { httpAgent: agent, httpsAgent: agent };
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

/** Wraps Node's request, since error codes do not tell how far a request got. */
function observeDelivery(delivery: Delivery) {
  return {
    request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
      const isSecure = options.protocol === "https:";
      const request = isSecure ? requestHttps(options, onAnswer) : requestHttp(options, onAnswer);
      // A proxy's answer to CONNECT: unless it is 200, this socket does not reach the platform.
      request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => (delivery.tunnelStatus = statusCode));
      return request.once("socket", (socket) => {
        if (delivery.tunnelStatus !== undefined && delivery.tunnelStatus !== 200) {
          return;
        }
        const writtenBefore = socket.bytesWritten;
        const markConnected = () => {
          delivery.hasConnection = true;
          delivery.mayHaveArrived = () => socket.bytesWritten > writtenBefore;
        };
        if (!request.reusedSocket && (isSecure || socket.connecting)) {
          socket.once(isSecure ? "secureConnect" : "connect", markConnected);
        } else {
          markConnected();
        }
      });
    },
  };
}

/**
 * The most arrays, objects and entries that one answer may have. A page of a thousand long groups has a tenth of that;
 * to parse and check a few megabytes of `{},{},` can take more than a gigabyte of memory.
 */
const maxValues = 1_000_000;

/** Parses JSON, unless a scan of the text finds it too large or too deep. */
function parseBody(body: Uint8Array): Pick<HttpResponse, "body" | "problem"> {
  // Removes a byte order mark, too.
  const text = new TextDecoder().decode(body);
  const json = /^\s*[[{]/.test(text) ? text : "";
  let values = 0;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at] ?? "";
    if (char === '"') {
      isInString = !isInString;
    } else if (isInString) {
      // Skips what a backslash escapes.
      at += char === "\\" ? 1 : 0;
    } else if ("[{,".includes(char)) {
      values += 1;
      depth += char === "," ? 0 : 1;
    } else if ("]}".includes(char)) {
      depth -= 1;
    }
    if (depth > maxNesting || values > maxValues) {
      return { problem: `it ${depth > maxNesting ? `is ${tooDeep}` : `has more than ${maxValues} values`}` };
    }
  }
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { body: text };
  }
}

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

function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** `Retry-After` in milliseconds. A date in it counts from the `Date` of the answer, if that has one. */
function readRetryAfter({ "retry-after": value = "", date = "" }: HttpResponse["headers"]): number | undefined {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  // HTTP dates end in GMT; `Date.parse` alone would accept nearly anything with a digit in it.
  const [then = NaN, now = NaN] = [value, date].map((text) => (text.endsWith("GMT") ? Date.parse(text) : NaN));
  return Number.isNaN(then) ? undefined : Math.max(then - (Number.isNaN(now) ? Date.now() : now), 0);
}

export interface Ending {
  error?: NodeJS.ErrnoException;
  timeoutSeconds?: number;
  deadline?: Deadline;
  proxyStatus?: number;
}

/** Connection errors after which another attempt may succeed. */
const transientCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH"],
  ...["ENETDOWN", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EMFILE", "ENFILE"],
]);

/** A request without an answer: how far it got, and how to describe that. */
export class NoResponse {
  /** False only where that is certain. */
  readonly mayHaveArrived: boolean;
  readonly isTransient: boolean;
  /** Whether the connection to the platform failed for a reason other than a time-out or a proxy. */
  readonly isUnreached: boolean;
  readonly isOutOfTime: boolean;
  /** What happened, as a clause: "no connection to https://…: …". */
  readonly text: string;

  constructor(route: { baseUrl: string; proxy?: Proxy }, delivery: Delivery, ending: Ending) {
    const { error, timeoutSeconds, deadline, proxyStatus } = ending;
    const { hasConnection, tunnelStatus } = delivery;
    // One error for each address that was tried, or a single error.
    const errors = (error instanceof AggregateError ? error.errors : [error ?? {}]) as Partial<NodeJS.ErrnoException>[];
    const isProxyFailure = proxyStatus !== undefined || (!!route.proxy && !hasConnection && tunnelStatus !== 200);
    const isBroken = proxyStatus === undefined && timeoutSeconds === undefined;
    const mayRecover = !isBroken || errors.some(({ code = "" }) => transientCodes.has(code));
    this.isUnreached = isBroken && !hasConnection && !isProxyFailure;
    this.isOutOfTime = deadline !== undefined;
    this.mayHaveArrived = proxyStatus === undefined && delivery.mayHaveArrived();
    // Axios gives up on an answer that is too long to be the platform's.
    const isTooLong = error?.message.startsWith("maxContentLength");
    this.isTransient =
      proxyStatus === undefined ? !isTooLong && (hasConnection || mayRecover) : isTransientStatus(proxyStatus);
    const limit = deadline?.description ?? `${formatSeconds(timeoutSeconds ?? 0)} (edgecloud:requestTimeoutSeconds)`;
    const proxy = isProxyFailure ? route.proxy : undefined;
    const reason = describeReason(errors, proxy?.variable ?? "edgecloud:baseUrl");
    const end = timeoutSeconds === undefined ? `: ${reason}` : ` within ${limit}`;
    if (proxy) {
      const refusal = proxyStatus === undefined ? undefined : `refused the connection with ${proxyStatus}`;
      const problem = `${refusal ?? `could not be used${end}`}; check ${proxy.variable}, a login in it, and NO_PROXY`;
      this.text = `the proxy ${new URL(proxy.url).host} ${problem}`;
    } else {
      this.text = `no ${hasConnection ? "complete answer from" : "connection to"} ${new URL(route.baseUrl).origin}${end}`;
    }
  }
}

/** Why a connection failed, and what to do if TLS was the reason; `addressKey` names where the address is set. */
function describeReason(errors: readonly Partial<NodeJS.ErrnoException>[], addressKey: string): string {
  const texts = errors.map(({ code, message }) => [code, message].filter(Boolean).join(", "));
  const reason = [...new Set(texts)].join("; ") || "the connection ended";
  if (/wrong version number|packet length too long/i.test(reason)) {
    return `it answers in http, not in https; correct the scheme or the port in ${addressKey}`;
  }
  return /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(reason)
    ? `Node.js does not trust the certificate authority that signed its certificate (${reason}); put that CA's ` +
        "certificate into a file, and the path of the file into the environment variable NODE_EXTRA_CA_CERTS"
    : reason;
}
