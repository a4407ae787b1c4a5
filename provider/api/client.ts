import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import axios, { type AxiosError, type AxiosInstance } from "axios";
import axiosRetry, { type IAxiosRetryConfig } from "axios-retry";
import type { z } from "zod";
import { OutcomeUnknownError, UnexpectedAnswerError } from "./errors";
import { answerOf, connectionErrorCode, failureOf, type FailedRequest } from "./failure";
import { secretValues } from "./redaction";
import { isFateUnknown, retryDelayMs } from "./retry";
import { counted, throwIfStopped } from "./stop";

/** How to reach the platform. */
export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  requestTimeoutSeconds: number;
  maxRetries: number;
}

/** One call: what is sent, and what the answer must look like. */
export interface ApiRequest<Answer> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
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
  answer: z.ZodType<Answer>;
}

/** Keys of request bodies whose values, whole as they are, no error may repeat. */
const secretKeys = new Set(["s3_access_key_id", "s3_secret_access_key", "envs"]);

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
    axiosRetry(this.http);
    // Asked before each attempt, repeats too.
    this.http.interceptors.request.use((config) => (throwIfStopped(), config));
  }

  async request<Answer>(request: ApiRequest<Answer>): Promise<Answer> {
    const failed: FailedRequest = {
      method: request.reads ? "GET" : request.method,
      url: `${this.options.baseUrl}${request.path}`,
      secrets: [this.options.apiKey, ...secretValues(request.body, secretKeys)],
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
        "axios-retry": this.retries(failed, request.idempotent),
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
