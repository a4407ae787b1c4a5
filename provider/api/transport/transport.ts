import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { TLSSocket } from "node:tls";
import axios, { isAxiosError, type AxiosInstance } from "axios";
import { HttpsProxyAgent } from "https-proxy-agent";
import { decoded } from "./decoding";
import { NoAnswer, type Delivery, type Ending } from "./no-answer";
import { withoutLogin, type Proxy } from "./proxy";
import { onceStopped } from "./stop";

/** Where requests go, and by which way. */
export interface TransportOptions {
  baseUrl: string;
  /** Sent with each request. */
  headers: Record<string, string>;
  proxy?: Proxy;
}

/** One request as it goes over the wire. */
export interface Sending {
  method: string;
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /** Seconds from the first step, the connection, to the last byte of the answer. */
  timeoutSeconds: number;
  /** The time of the whole operation, if no more than `timeoutSeconds` are left of it. */
  operationSeconds?: number;
  /** Whether no connection may be used again that was used before. */
  onFreshConnection: boolean;
}

/** What came back, whatever its status. */
export interface Answer {
  status: number;
  headers: Partial<Record<string, string>>;
  /** JSON if it is that, and an `UnreadBody` if it is too much of it; else the text. */
  body: unknown;
}

/** More than any answer of the platform; what is longer is refused before it fills the memory. */
export const longestAnswerBytes = 32 * 1024 * 1024;

/**
 * Sends single requests over kept-alive connections, through a proxy where there is one, and observes how far each of
 * them gets. Redirects are not followed, so that the key goes nowhere but to the base URL.
 */
export class Transport {
  private readonly http: AxiosInstance;
  private readonly kept: Agents;
  private readonly fresh: Agents;

  constructor(private readonly options: TransportOptions) {
    this.kept = agents(options.proxy, true);
    this.fresh = agents(options.proxy, false);
    this.http = axios.create({
      baseURL: options.baseUrl,
      headers: { Accept: "application/json", ...options.headers },
      maxRedirects: 0,
      // The agents know the proxy; axios makes a new tunnel for each request.
      proxy: false,
      responseType: "arraybuffer",
      maxContentLength: longestAnswerBytes,
      validateStatus: () => true,
    });
  }

  /** The answer, or how far the request got without one. Throws nothing that has to do with the network. */
  async send(sending: Sending): Promise<Answer | NoAnswer> {
    const { method, path, query, body, timeoutSeconds, operationSeconds, onFreshConnection } = sending;
    const delivery: Delivery = { hasConnection: false, isReused: false, mayHaveArrived: () => false };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutSeconds * 1000);
    // What has not left yet, because there is no connection so far, does not leave any more.
    const forget = onceStopped(() => !delivery.mayHaveArrived() && deadline.abort());
    try {
      const response = await this.http.request<Buffer>({
        method,
        url: path,
        params: query,
        // Text, since axios takes `constructor` and `prototype` out of the objects that it is given.
        data: body && JSON.stringify(body),
        headers: body && { "Content-Type": "application/json" },
        ...(onFreshConnection ? this.fresh : this.kept),
        transport: observed(delivery, this.options.proxy),
        signal: deadline.signal,
      });
      const { status, data } = response;
      if (isRefusedByProxy(status, delivery, this.options)) {
        return this.noAnswer(delivery, { refusal: delivery.tunnelStatus ?? status });
      }
      const headers = response.headers as Answer["headers"];
      return { status, headers, body: decoded(data, headers["content-type"]) };
    } catch (error) {
      if (!isAxiosError(error)) {
        throw error;
      }
      const isTooLong = error.message.startsWith("maxContentLength");
      return this.noAnswer(delivery, {
        error: error.cause ?? error,
        ...(deadline.signal.aborted && { timeoutSeconds, operationSeconds }),
        isTooLong,
        hasBegun: error.response !== undefined,
      });
    } finally {
      clearTimeout(timer);
      forget();
    }
  }

  private noAnswer(delivery: Delivery, ending: Ending): NoAnswer {
    return new NoAnswer(this.options, delivery, ending);
  }
}

interface Agents {
  httpAgent: HttpAgent;
  httpsAgent: HttpAgent;
}

function agents(proxy: Proxy | undefined, keepAlive: boolean): Agents {
  if (!proxy) {
    return { httpAgent: new HttpAgent({ keepAlive }), httpsAgent: new HttpsAgent({ keepAlive }) };
  }
  const { address, headers } = withoutLogin(proxy);
  return {
    // In plain http the proxy is the server that is spoken to.
    httpAgent: address.protocol === "https:" ? new HttpsAgent({ keepAlive }) : new HttpAgent({ keepAlive }),
    // Which adds to the headers that it gets.
    httpsAgent: new HttpsProxyAgent(address, { keepAlive, headers: () => ({ ...headers }) }),
  };
}

/** A request in plain http as it goes to a proxy: to its address, for the full URL. */
function toProxy(options: RequestOptions, proxy: Proxy): RequestOptions {
  const { address, headers } = withoutLogin(proxy);
  const { protocol, port } = address;
  const hostname = address.hostname.replace(/^\[(.*)\]$/, "$1");
  const host = [options.hostname?.includes(":") ? `[${options.hostname}]` : options.hostname, options.port || undefined]
    .filter((part) => part !== undefined)
    .join(":");
  return {
    ...options,
    protocol,
    hostname,
    port: port || (protocol === "https:" ? 443 : 80),
    // Node would take the name for the certificate from the header.
    ...(protocol === "https:" && { servername: isIP(hostname) ? "" : hostname }),
    path: `http://${host}${options.path}`,
    headers: { ...options.headers, ...headers, Host: host, "Proxy-Connection": "Keep-Alive" },
  };
}

/**
 * Node's own request, watched for whether a connection was established and whether a byte was written to it: codes
 * of errors do not show it.
 */
function observed(delivery: Delivery, proxy: Proxy | undefined) {
  return {
    request(target: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
      const options = proxy && target.protocol === "http:" ? toProxy(target, proxy) : target;
      const isSecure = options.protocol === "https:";
      const request = isSecure ? requestHttps(options, onAnswer) : requestHttp(options, onAnswer);
      // What a proxy says to CONNECT; without its consent the socket is none of the platform's.
      request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => (delivery.tunnelStatus = statusCode));
      return request.once("socket", (socket) => {
        if (delivery.tunnelStatus !== undefined && delivery.tunnelStatus !== 200) {
          return;
        }
        const writtenBefore = socket.bytesWritten;
        const stands = () => {
          delivery.hasConnection = true;
          delivery.mayHaveArrived = () => socket.bytesWritten > writtenBefore;
        };
        delivery.isReused = request.reusedSocket;
        if (request.reusedSocket) {
          stands();
        } else if (socket instanceof TLSSocket) {
          socket.once("secureConnect", stands);
        } else if (socket.connecting) {
          socket.once("connect", stands);
        } else {
          stands();
        }
      });
    },
  };
}

/** Of a tunnel the proxy's answer is known by itself; in plain http, whoever asks for the login of a proxy is one. */
function isRefusedByProxy(
  status: number,
  { tunnelStatus = 200 }: Delivery,
  { baseUrl, proxy }: TransportOptions,
): boolean {
  return tunnelStatus !== 200 || (proxy !== undefined && baseUrl.startsWith("http:") && status === 407);
}
