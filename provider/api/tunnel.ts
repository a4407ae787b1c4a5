import { AxiosError, isAxiosError, type AxiosInstance, type InternalAxiosRequestConfig } from "axios";
import { proxyRefused, proxyUnavailable } from "./retry";

/** What Node and axios's agent for proxies tell of a request. */
interface SentRequest {
  protocol?: string;
  socket?: { encrypted?: boolean } | null;
  agent?: { proxy?: { host?: string; port?: number } };
}

/** A call as it ended, well or not. */
interface Ending {
  request?: unknown;
  config?: InternalAxiosRequestConfig;
  status?: number;
  /** What axios says where there is no status. */
  message?: string;
}

/**
 * Tells the answers of a proxy from those of the platform: axios passes on what the proxy in `HTTPS_PROXY` answers to
 * CONNECT as if the platform had said it. What is asked of an https address is answered over TLS, so whatever came over
 * a plain socket is the proxy's, a good status too; and without a tunnel the request was never sent.
 */
export function tellProxyApart(http: AxiosInstance): void {
  http.interceptors.response.use(
    (response) => {
      const failure = tunnelFailure(response);
      if (failure) {
        throw failure;
      }
      return response;
    },
    (error: unknown) => {
      throw (isAxiosError(error) && tunnelFailure(endingOf(error))) || error;
    },
  );
}

function endingOf({ request, config, response, message }: AxiosError): Ending {
  const sent: unknown = response?.request ?? request;
  return { request: sent, config, status: response?.status, message };
}

function tunnelFailure({ request, config, status, message }: Ending): AxiosError | undefined {
  const { protocol, socket, agent } = (request ?? {}) as SentRequest;
  if (protocol !== "https:" || socket?.encrypted) {
    return undefined;
  }
  if (status === undefined && agent?.proxy === undefined) {
    return undefined;
  }
  const { host, port } = agent?.proxy ?? {};
  const proxy = ["the proxy", host && `${host}:${port}`].filter(Boolean).join(" ");
  const problem =
    status === undefined
      ? `${proxy} gave no connection (${message})`
      : `${proxy} refused the connection with ${status}`;
  const code = status === undefined || isPassing(status) ? proxyUnavailable : proxyRefused;
  return new AxiosError(`${problem}; check HTTPS_PROXY and NO_PROXY`, code, config, request);
}

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
