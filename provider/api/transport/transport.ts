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
  /** The time limit from connecting to the last byte of the answer. */
  timeoutSeconds: number;
  /** The operation's deadline, if `timeoutSeconds` is the time that is left until then. */
  deadline?: Deadline;
  onFreshConnection: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Partial<Record<string, string>>;
  /** The parsed JSON, or the text of an answer that is not JSON; undefined if there is a `problem`. */
  body?: unknown;
  /** Why the body was not parsed, as a clause: "it is nested more than 100 levels deep". */
  problem?: string;
}

export type Outcome = { kind: "accepted"; response: HttpResponse } | Failed;

export interface Failed {
  /** `throttled`: the platform asks all calls to slow down, by a 429 or by a 503 with a valid `Retry-After`. */
  kind: "throttled" | "transient" | "final";
  response: HttpResponse | NoResponse;
  /** Whether the platform may have carried out a change despite the failure. For a read, the value means nothing. */
  mayHaveActed: boolean;
  retryAfterMs?: number;
}

/** No answer of the platform is this long, and a longer one could fill the memory. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Follows no redirects, because only the base URL may get the API key. */
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
      // The agents already use the proxy. With axios's own proxy support, each request would open a new tunnel.
      proxy: false,
      responseType: "arraybuffer",
      maxContentLength: maxAnswerBytes,
      validateStatus: null,
    });
  }

  /** Returns network failures instead of throwing them. Throws if work is stopped before a byte was sent. */
  async send(request: HttpRequest): Promise<Outcome> {
    const { method, path, query, body, timeoutSeconds, onFreshConnection } = request;
    const delivery: Delivery = { hasConnection: false, mayHaveArrived: () => false };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutSeconds * 1000);
    const stop = () => !delivery.mayHaveArrived() && controller.abort();
    stopSignal.addEventListener("abort", stop);
    try {
      const { status, headers, data } = await this.http.request<Buffer>({
        method,
        url: path,
        params: query,
        // Axios would drop the keys `constructor` and `prototype` of an object.
        data: body && JSON.stringify(body),
        headers: body && { "Content-Type": "application/json" },
        ...(onFreshConnection ? this.freshAgents : this.keepAliveAgents),
        transport: observeDelivery(delivery, controller.signal),
        signal: controller.signal,
      });
      // If the proxy has refused the tunnel, this answer is the proxy's.
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
      // Only the timer can have aborted: a stop aborts only unsent requests, and those have thrown above.
      const timedOut = controller.signal.aborted && { timeoutSeconds, deadline: request.deadline };
      return classify(new NoResponse(this.options, delivery, { error: error.cause ?? error, ...timedOut }));
    } finally {
      clearTimeout(timer);
      stopSignal.removeEventListener("abort", stop);
    }
  }
}

/**
 * Node cannot end a request that has no socket yet. So the signal of the request ends the connection to a proxy that does
 * not answer, which would otherwise keep the process alive.
 */
class TunnelAgent extends HttpsProxyAgent<string> {
  override connect(...[request, options]: Parameters<HttpsProxyAgent<string>["connect"]>) {
    const { tunnelSignal: signal } = options as { tunnelSignal?: AbortSignal };
    this.connectOpts = { ...this.connectOpts, signal };
    return super.connect(request, options);
  }
}

function createAgents(proxy: Proxy | undefined, keepAlive: boolean) {
  if (!proxy) {
    return { httpAgent: new HttpAgent({ keepAlive }), httpsAgent: new HttpsAgent({ keepAlive }) };
  }
  const address = new URL(proxy.url);
  const login = [address.username, address.password].map(decodeURIComponent).join(":");
  // Take the login out of the address, because libraries print addresses if the environment variable DEBUG is set.
  address.username = address.password = "";
  const headers = login !== ":" && { "Proxy-Authorization": `Basic ${Buffer.from(login).toString("base64")}` };
  // Return a new object each time, because the agent adds headers to it.
  const agent = new TunnelAgent(address, { keepAlive, headers: () => ({ ...headers }) });
  return { httpAgent: agent, httpsAgent: agent };
}

export interface Delivery {
  /** Whether a connection to the platform was established, TLS included. */
  hasConnection: boolean;
  /** The status with which a proxy answered CONNECT; undefined if there was no such answer. */
  tunnelStatus?: number;
  /** Whether any byte of the request was written to an established connection. */
  mayHaveArrived: () => boolean;
}

/** Axios uses the result in place of `http`. It watches the socket, because no error code says what was sent. */
function observeDelivery(delivery: Delivery, tunnelSignal: AbortSignal) {
  return {
    request(given: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
      const isSecure = given.protocol === "https:";
      const options = { ...given, tunnelSignal };
      const request = isSecure ? requestHttps(options, onAnswer) : requestHttp(options, onAnswer);
      // This is the proxy's answer to CONNECT. Unless it is 200, the socket does not reach the platform.
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
        // The tunnel through a proxy already exists here, but the TLS handshake inside it may still be to come.
        if (!request.reusedSocket && (isSecure || socket.connecting)) {
          socket.once(isSecure ? "secureConnect" : "connect", markConnected);
        } else {
          markConnected();
        }
      });
    },
  };
}

/** A thousand large origin groups have a tenth of this. Parsing a few MB of `{},{},` can take over 1 GB. */
const maxValues = 1_000_000;

function parseBody(body: Uint8Array): Pick<HttpResponse, "body" | "problem"> {
  // `TextDecoder` also removes a byte order mark.
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

/** Returns a valid `Retry-After` in milliseconds. A date is compared with the answer's `Date`, or the local clock. */
function readRetryAfter({ "retry-after": value = "", date = "" }: HttpResponse["headers"]): number | undefined {
  if (/^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  // HTTP dates end in GMT. `Date.parse` alone would accept nearly any text with a digit in it.
  const [then = NaN, now = NaN] = [value, date].map((text) => (text.endsWith("GMT") ? Date.parse(text) : NaN));
  return Number.isNaN(then) ? undefined : Math.max(then - (Number.isNaN(now) ? Date.now() : now), 0);
}

/** Why there is no response. `timeoutSeconds` is set only after a time-out, `proxyStatus` only if the proxy refused. */
export interface Ending {
  error?: NodeJS.ErrnoException;
  timeoutSeconds?: number;
  deadline?: Deadline;
  proxyStatus?: number;
}

const transientCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH"],
  ...["ENETDOWN", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EMFILE", "ENFILE"],
]);

export class NoResponse {
  /** False only if the request certainly did not arrive. */
  readonly mayHaveArrived: boolean;
  readonly isTransient: boolean;
  /** Whether the connection to the platform failed for a reason other than a time-out or a proxy. */
  readonly isUnreached: boolean;
  /** Whether the attempt ended at the operation's deadline, not after `requestTimeoutSeconds`. */
  readonly isOutOfTime: boolean;
  /** What happened, as a clause: "no connection to https://…: …". */
  readonly text: string;

  constructor(route: { baseUrl: string; proxy?: Proxy }, delivery: Delivery, ending: Ending) {
    const { error, timeoutSeconds, deadline, proxyStatus } = ending;
    const { hasConnection, tunnelStatus } = delivery;
    // If a host has several addresses, Node reports an `AggregateError` with one error for each that it tried.
    const errors = (error instanceof AggregateError ? error.errors : [error ?? {}]) as Partial<NodeJS.ErrnoException>[];
    // A proxy that answered CONNECT with 200 has done its part: what fails then is the connection to the platform.
    const isProxyFailure = proxyStatus !== undefined || (!!route.proxy && !hasConnection && tunnelStatus !== 200);
    const isBroken = proxyStatus === undefined && timeoutSeconds === undefined;
    // The library gives no code if the proxy closes the connection without an answer.
    const hasProxyEnded = isProxyFailure && error?.message.startsWith("Proxy connection ended");
    const mayRecover = !isBroken || hasProxyEnded || errors.some(({ code = "" }) => transientCodes.has(code));
    this.isUnreached = isBroken && !hasConnection && !isProxyFailure;
    this.isOutOfTime = deadline !== undefined;
    this.mayHaveArrived = proxyStatus === undefined && delivery.mayHaveArrived();
    // Axios begins its message like this if an answer is longer than `maxAnswerBytes`.
    const isTooLong = error?.message.startsWith("maxContentLength");
    // A connection that broke after it was established may hold the next time, so its error code does not matter.
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
