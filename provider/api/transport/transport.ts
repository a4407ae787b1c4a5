import { Agent as HttpAgent, request as requestHttp } from "node:http";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import axios, { isAxiosError, type AxiosInstance, type AxiosRequestConfig } from "axios";
import { HttpsProxyAgent } from "https-proxy-agent";
import type { Deadline } from "./deadline";
import { NoResponse, type Delivery, type HttpResponse } from "./outcome";
import type { Proxy } from "./proxy";
import { stopSignal } from "./stop";

/** One request as it goes over the wire. */
export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /** Seconds from connecting to the last byte of the answer. */
  timeoutSeconds: number;
  /** The operation's deadline, if that is what sets `timeoutSeconds`. */
  deadline?: Deadline;
  /** Whether to open a new connection. */
  onFreshConnection: boolean;
}

/** Longer than any answer of the platform; a longer one is refused before it fills the memory. */
const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * Sends single requests over kept-alive connections, through a proxy where there is one, and observes how far each of
 * them gets. Redirects are not followed, so that the key goes nowhere but to the base URL.
 */
export class Transport {
  private readonly http: AxiosInstance;
  private readonly kept: Pick<AxiosRequestConfig, "httpAgent" | "httpsAgent">;
  private readonly fresh: Pick<AxiosRequestConfig, "httpAgent" | "httpsAgent">;

  constructor(private readonly options: { baseUrl: string; headers: Record<string, string>; proxy?: Proxy }) {
    this.kept = createAgents(options.proxy, true);
    this.fresh = createAgents(options.proxy, false);
    this.http = axios.create({
      baseURL: options.baseUrl,
      headers: { Accept: "application/json", ...options.headers },
      maxRedirects: 0,
      // The agents know the proxy; axios makes a new tunnel for each request.
      proxy: false,
      responseType: "arraybuffer",
      maxContentLength: maxAnswerBytes,
      validateStatus: () => true,
    });
  }

  /** Returns the answer, or how far the request got without one. Network failures are not thrown. */
  async send(request: HttpRequest): Promise<HttpResponse | NoResponse> {
    const { method, path, query, body, timeoutSeconds, onFreshConnection } = request;
    const delivery: Delivery = { hasConnection: false, mayHaveArrived: () => false };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutSeconds * 1000);
    // Drops a request that is still waiting for a connection.
    const stop = () => !delivery.mayHaveArrived() && deadline.abort();
    stopSignal.addEventListener("abort", stop);
    try {
      const response = await this.http.request<Buffer>({
        method,
        url: path,
        params: query,
        // Text, since axios takes `constructor` and `prototype` out of the objects that it is given.
        data: body && JSON.stringify(body),
        headers: body && { "Content-Type": "application/json" },
        ...(onFreshConnection ? this.fresh : this.kept),
        transport: observeDelivery(delivery),
        signal: deadline.signal,
      });
      const { status, data } = response;
      if ((delivery.tunnelStatus ?? 200) !== 200) {
        return new NoResponse(this.options, delivery, { proxyStatus: delivery.tunnelStatus });
      }
      return { status, headers: response.headers as HttpResponse["headers"], body: parseBody(data) };
    } catch (error) {
      if (!isAxiosError(error)) {
        throw error;
      }
      return new NoResponse(this.options, delivery, {
        error: error.cause ?? error,
        ...(deadline.signal.aborted && { timeoutSeconds, deadline: request.deadline }),
      });
    } finally {
      clearTimeout(timer);
      stopSignal.removeEventListener("abort", stop);
    }
  }
}

/** Through a proxy, http goes through a tunnel as https does. */
function createAgents(proxy: Proxy | undefined, keepAlive: boolean) {
  if (!proxy) {
    return { httpAgent: new HttpAgent({ keepAlive }), httpsAgent: new HttpsAgent({ keepAlive }) };
  }
  const address = new URL(proxy.url);
  const login = [address.username, address.password].map(decodeURIComponent).join(":");
  // Libraries print the addresses that they are given where DEBUG is set.
  address.username = address.password = "";
  const headers = login !== ":" && { "Proxy-Authorization": `Basic ${Buffer.from(login).toString("base64")}` };
  // A copy, because the agent adds to the headers that it gets.
  const agent = new HttpsProxyAgent(address, { keepAlive, headers: () => ({ ...headers }) });
  return { httpAgent: agent, httpsAgent: agent };
}

/**
 * Wraps Node's request, to observe whether a connection was established and whether a byte was written to it: error
 * codes do not tell.
 */
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
 * The most arrays, objects and entries that are read from one answer. A page of a thousand long groups has a tenth of
 * them; a few megabytes of `[[[[` or `{},{},` become as many gigabytes.
 */
const maxValues = 1_000_000;

function parseBody(body: Uint8Array): unknown {
  // Without a byte order mark.
  const text = new TextDecoder().decode(body);
  try {
    return hasTooManyValues(text) ? text : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

function hasTooManyValues(json: string): boolean {
  let values = 0;
  let isInString = false;
  for (let at = 0; at < json.length && values <= maxValues; at += 1) {
    const sign = json[at] ?? "";
    if (sign === '"') {
      isInString = !isInString;
    } else if (isInString) {
      // Skips what a backslash escapes.
      at += sign === "\\" ? 1 : 0;
    } else if ("[{,".includes(sign)) {
      values += 1;
    }
  }
  return values > maxValues;
}
