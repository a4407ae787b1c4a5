import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import axios, { type AxiosError, type AxiosInstance } from "axios";
import axiosRetry, { type IAxiosRetryConfig } from "axios-retry";
import type { z } from "zod";
import { OutcomeUnknownError, UnexpectedAnswerError } from "./errors";
import { answerOf, connectionErrorCode, failureOf, type FailedRequest } from "./failure";
import type { Product } from "./products";
import { secretValues } from "./redaction";
import { isFateUnknown, retryDelayMs } from "./retry";
import { counted, throwIfStopped } from "./stop";
import { tellProxyApart } from "./tunnel";

/** How to reach the platform. */
export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** Where the key comes from, for whoever has to replace it: `the environment variable EDGECLOUD_API_KEY`. */
  keyOrigin: string;
  requestTimeoutSeconds: number;
  maxRetries: number;
}

/** One call: what is sent, and what the answer must look like. */
export interface ApiRequest<Answer> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Whose call it is; each product has error bodies of its own. */
  product: Product;
  path: string;
  /**
   * The configuration key that tells where the call goes.
   * @default "edgecloud:baseUrl"
   */
  addressKey?: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /**
   * Whether the call may be made again when its answer is lost.
   * @default what the method tells: all but POST and PATCH may
   */
  idempotent?: boolean;
  /**
   * Whether the call only asks, whatever its method: then it may be made again, and fails like a GET.
   * @default what the method tells
   */
  reads?: boolean;
  /** Asks once and waits no longer than these seconds, whatever the settings are. */
  onceWithinSeconds?: number;
  answer: z.ZodType<Answer>;
}

/** Keys of request bodies whose values no error may repeat. Dependencies can hold the token of a private source. */
const secretKeys = new Set(["s3_access_key_id", "s3_secret_access_key", "envs", "dependencies"]);

/**
 * Calls the platform over kept-alive connections, with the retries of `retry.ts` and the errors of `errors.ts`.
 * Redirects are not followed, so that the key goes nowhere but to the base URL.
 */
export class Client {
  private readonly http: AxiosInstance;

  constructor(private readonly options: ClientOptions) {
    this.http = axios.create({
      baseURL: options.baseUrl,
      timeout: options.requestTimeoutSeconds * 1000,
      maxRedirects: 0,
      headers: { Authorization: `apikey ${options.apiKey}`, Accept: "application/json" },
      httpAgent: new HttpAgent({ keepAlive: true }),
      httpsAgent: new HttpsAgent({ keepAlive: true }),
    });
    // First, so that retries see what the proxy did.
    tellProxyApart(this.http);
    axiosRetry(this.http);
    // Asked before each attempt, repeats too.
    this.http.interceptors.request.use((config) => (throwIfStopped(), config));
  }

  async request<Answer>(request: ApiRequest<Answer>): Promise<Answer> {
    const { baseUrl, apiKey, keyOrigin } = this.options;
    const failed: FailedRequest = {
      method: request.reads ? "GET" : request.method,
      url: `${baseUrl}${request.path}`,
      product: request.product,
      addressKey: request.addressKey ?? "edgecloud:baseUrl",
      keyOrigin,
      secrets: [apiKey, ...secretValues(request.body, secretKeys)],
    };
    return this.understand(request, failed, await counted(this.send(request, failed)));
  }

  private async send(request: ApiRequest<unknown>, failed: FailedRequest): Promise<unknown> {
    try {
      const response = await this.http.request<unknown>({
        method: request.method,
        url: request.path,
        params: request.query,
        // Text, since axios takes `constructor` and `prototype` out of the objects that it is given.
        data: request.body && JSON.stringify(request.body),
        headers: request.body && { "Content-Type": "application/json" },
        ...(request.onceWithinSeconds === undefined
          ? { "axios-retry": this.retries(failed, request.idempotent) }
          : { "axios-retry": { retries: 0 }, signal: AbortSignal.timeout(request.onceWithinSeconds * 1000) }),
      });
      return response.data;
    } catch (error) {
      throw failureOf(error, failed);
    }
  }

  private retries(failed: FailedRequest, idempotent?: boolean): IAxiosRetryConfig {
    const { method } = failed;
    const { maxRetries } = this.options;
    const startedAt = Date.now();
    let delayMs: number | undefined;
    return {
      retries: maxRetries,
      shouldResetTimeout: true,
      retryCondition: (error) => {
        const facts = factsOf(error);
        failed.mayHaveActed ||= method !== "GET" && isFateUnknown(facts);
        delayMs = retryDelayMs({ method, idempotent, elapsedMs: Date.now() - startedAt, ...facts }, maxRetries);
        return delayMs !== undefined;
      },
      retryDelay: () => delayMs ?? 0,
    };
  }

  private understand<Answer>(request: ApiRequest<Answer>, failed: FailedRequest, data: unknown): Answer {
    const parsed = request.answer.safeParse(data);
    if (parsed.success) {
      return parsed.data;
    }
    const message = `the answer of ${failed.url} cannot be understood: ${problemsOf(parsed.error)}`;
    const facts = { message, secrets: failed.secrets };
    throw failed.method === "GET" ? new UnexpectedAnswerError(facts) : new OutcomeUnknownError(facts, data);
  }
}

/** The first problems of an answer; a long list can have the same one in every entry. */
function problemsOf({ issues }: z.ZodError): string {
  const problems = issues.slice(0, 5).map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  return [...problems, ...(issues.length > 5 ? [`${issues.length - 5} more`] : [])].join("; ");
}

function factsOf(error: AxiosError) {
  const answer = answerOf(error);
  const retryAfter: unknown = answer?.headers["retry-after"];
  return {
    retries: error.config?.["axios-retry"]?.retryCount ?? 0,
    status: answer?.status,
    code: connectionErrorCode(error),
    retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
  };
}
