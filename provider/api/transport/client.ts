import type { z } from "zod";
import { findDeadline, type Deadline } from "./deadline";
import { ApiError, describeError } from "../failures/errors";
import { explainFailedCall, readAnswer, type RequestContext } from "../failures/failure";
import { Gate, planRetry, type OnSlowDown } from "./gate";
import type { Proxy } from "./proxy";
import { collectSecretValues } from "../failures/redaction";
import { classify, NoResponse, type Failed, type Outcome } from "./outcome";
import { beforeChange, callsInFlight, stopSignal, systemClock } from "./stop";
import { Transport, type HttpMethod } from "./transport";

/** How to reach the platform. */
export interface ClientOptions {
  baseUrl: string;
  apiKey: string;
  /** Where the key comes from, so that errors can name it: `the environment variable EDGECLOUD_API_KEY`. */
  keySource: string;
  /** Bounds each attempt as a whole, as the remaining time of its operation does. */
  requestTimeoutSeconds: number;
  maxRetries: number;
  proxy?: Proxy;
}

/** One call: what is sent, and what the answer must look like. */
export interface ApiRequest<Answer> {
  method: HttpMethod;
  path: string;
  /**
   * The configuration key that sets where the call goes.
   * @default "edgecloud:baseUrl"
   */
  addressKey?: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: object;
  /** Keys of the body, at any depth, whose values no error may repeat. */
  secretKeys?: readonly string[];
  /**
   * Whether the call may be repeated when its answer is lost.
   * @default by the method: all but POST and PATCH may
   */
  idempotent?: boolean;
  /**
   * Whether the call only reads, whatever its method: it may then be repeated, and fails like a GET.
   * @default by the method
   */
  reads?: boolean;
  /**
   * Whether the call is a poll: polls share a budget, and other calls go before them.
   * @default false
   */
  isPoll?: boolean;
  answer: z.ZodType<Answer>;
  /** What is wrong with an answer of the right form, if anything is. */
  findProblem?(answer: Answer): string | undefined;
}

/** The result of one attempt at a call. */
export interface ProbeResult {
  /** Undefined if nothing answered. */
  status?: number;
  /** Undefined if the platform did what was asked, and its answer has the expected form. */
  error?: ApiError;
}

/**
 * Calls the platform: each attempt passes the gate, failures are retried by the rules of `gate.ts`, and the last one is
 * thrown as an error of `errors.ts`.
 */
export class Client {
  private readonly transport: Transport;
  private readonly gate: Gate;
  /** Whether a kept-alive connection has broken: calls that must not be repeated then get fresh ones. */
  private distrustsReuse = false;

  constructor(
    private readonly options: ClientOptions,
    onSlowDown?: OnSlowDown,
    private readonly clock = systemClock,
  ) {
    const { baseUrl, apiKey, proxy } = options;
    this.transport = new Transport({ baseUrl, proxy, headers: { Authorization: `apikey ${apiKey}` } });
    this.gate = new Gate(clock, onSlowDown);
  }

  async request<Answered>(request: ApiRequest<Answered>): Promise<Answered> {
    const context = this.describeRequest(request);
    const sending = this.send(request, context);
    callsInFlight.add(sending);
    try {
      return readAnswer(request, context, await sending);
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : new ApiError({ message: describeError(error), secrets: context.secrets });
    } finally {
      callsInFlight.delete(sending);
    }
  }

  /** Makes a single attempt, past the gate, to see how the platform answers now. */
  async probe(request: ApiRequest<unknown>, timeoutSeconds: number): Promise<ProbeResult> {
    const outcome = await this.makeAttempt(request, timeoutSeconds);
    let error: ApiError | undefined;
    try {
      readAnswer(request, this.describeRequest(request), outcome);
    } catch (failure) {
      error = failure as ApiError;
    }
    const { response } = outcome;
    return response instanceof NoResponse ? { error } : { status: response.status, error };
  }

  private describeRequest(request: ApiRequest<unknown>): RequestContext {
    const { baseUrl, apiKey, keySource } = this.options;
    const { method, path, addressKey = "edgecloud:baseUrl", body, reads, secretKeys } = request;
    const secrets = [apiKey, ...collectSecretValues(body, new Set(secretKeys))];
    return { method: reads ? "GET" : method, baseUrl, path, addressKey, keySource, secrets };
  }

  /** Makes attempts until one is accepted; throws the error of the last one. */
  private async send(request: ApiRequest<unknown>, context: RequestContext): Promise<Outcome> {
    const { requestTimeoutSeconds, maxRetries } = this.options;
    const { isPoll } = request;
    const deadline = findDeadline();
    let startedAt: number | undefined;
    let last: Failed | undefined;
    for (let retries = 0, throttles = 0; ;) {
      const turn = { isPoll, isRetry: last !== undefined, withinMs: deadline?.computeLeftMs() };
      const outcome = await this.gate.pass(turn, () => {
        startedAt ??= this.clock.now();
        return this.makeAttempt(request, requestTimeoutSeconds, deadline, last);
      });
      if (!outcome) {
        // Only a deadline ends the wait for a turn.
        throw explainFailedCall(last, context, deadline);
      }
      if (outcome.kind === "accepted") {
        return outcome;
      }
      const elapsedMs = this.clock.now() - (startedAt ?? 0);
      const attempt = { isIdempotent: isIdempotent(request), retries, throttles, elapsedMs, outcome };
      const retry = planRetry(attempt, maxRetries, this.clock.random);
      if (!retry) {
        throw explainFailedCall(outcome, context);
      }
      context.mayHaveActed ||= context.method !== "GET" && outcome.mayHaveActed;
      if (deadline && retry.afterMs >= deadline.computeLeftMs()) {
        throw explainFailedCall(outcome, context, deadline);
      }
      retries += retry.countsAgainstLimit ? 1 : 0;
      throttles += outcome.kind === "throttled" ? 1 : 0;
      last = outcome;
      await this.clock.sleep(retry.afterMs);
    }
  }

  /** Opens a fresh connection after a lost one, and for what must not be repeated once a kept-alive one has broken. */
  private async makeAttempt(
    request: ApiRequest<unknown>,
    timeoutSeconds: number,
    deadline?: Deadline,
    last?: Failed,
  ): Promise<Outcome> {
    const { method, path, query, body, reads = method === "GET" } = request;
    stopSignal.throwIfAborted();
    if (!reads) {
      await Promise.all(beforeChange.map((wait) => wait()));
      stopSignal.throwIfAborted();
    }
    const leftSeconds = Math.max((deadline?.computeLeftMs() ?? Infinity) / 1000, 0);
    const time = leftSeconds < timeoutSeconds ? { timeoutSeconds: leftSeconds, deadline } : { timeoutSeconds };
    const onFreshConnection = last?.response instanceof NoResponse || (this.distrustsReuse && !isIdempotent(request));
    const response = await this.transport.send({ method, path, query, body, ...time, onFreshConnection });
    if (response instanceof NoResponse && !response.mayHaveArrived) {
      stopSignal.throwIfAborted();
    }
    const outcome = classify(response);
    this.distrustsReuse ||= outcome.kind === "stale";
    return outcome;
  }
}

/** Whether a call whose answer is lost may simply be sent again. */
function isIdempotent({ method, reads, idempotent = reads }: ApiRequest<unknown>): boolean {
  return idempotent ?? ["GET", "PUT", "DELETE"].includes(method);
}
