import type { z } from "zod";
import type { Config } from "../../config/config";
import { findDeadline, type Deadline } from "./deadline";
import { ApiError, describeError } from "../failures/errors";
import { explainFailedCall, readAnswer, type RequestContext } from "../failures/failure";
import { Gate, planRetry, type OnSlowDown } from "./gate";
import { collectSecretValues } from "../failures/redaction";
import { classify, NoResponse, type Failed, type Outcome } from "./outcome";
import { beforeChange, callsInFlight, stopSignal, systemClock } from "./stop";
import { Transport, type HttpRequest } from "./transport";

/** How to reach the platform. */
export type ClientOptions = Pick<
  Config,
  "baseUrl" | "apiKey" | "keySource" | "requestTimeoutSeconds" | "maxRetries" | "proxy"
>;

/** One call: what is sent, and what the answer must look like. */
export interface ApiRequest<Answer> extends Pick<HttpRequest, "method" | "path" | "query" | "body"> {
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
  answer: z.ZodType<Answer>;
  /** What is wrong with an answer of the right form, if anything is. */
  findProblem?(answer: Answer): string | undefined;
}

/**
 * Calls the platform: each attempt passes the gate, failures are retried by the rules of `gate.ts`, and the last one is
 * thrown as an error of `errors.ts`.
 */
export class Client {
  private readonly transport: Transport;
  private readonly gate: Gate;

  constructor(
    private readonly options: ClientOptions,
    onSlowDown?: OnSlowDown,
  ) {
    const { baseUrl, apiKey, proxy } = options;
    this.transport = new Transport({ baseUrl, proxy, headers: { Authorization: `apikey ${apiKey}` } });
    this.gate = new Gate(systemClock, onSlowDown);
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

  private describeRequest(request: ApiRequest<unknown>): RequestContext {
    const { baseUrl, apiKey, keySource } = this.options;
    const secrets = [apiKey, ...collectSecretValues(request.body, new Set(request.secretKeys))];
    return { isRead: isRead(request), baseUrl, path: request.path, keySource, secrets };
  }

  /** Makes attempts until one is accepted; throws the error of the last one. */
  private async send(request: ApiRequest<unknown>, context: RequestContext): Promise<Outcome> {
    const { requestTimeoutSeconds, maxRetries } = this.options;
    const deadline = findDeadline();
    let startedAt: number | undefined;
    let last: Failed | undefined;
    for (let retries = 0, throttles = 0; ;) {
      const turn = { isRead: context.isRead, isRetry: last !== undefined, withinMs: deadline?.computeLeftMs() };
      const outcome = await this.gate.pass(turn, () => {
        startedAt ??= systemClock.now();
        return this.makeAttempt(request, requestTimeoutSeconds, deadline, last);
      });
      if (!outcome) {
        // Only a deadline ends the wait for a turn.
        throw explainFailedCall(last, context, deadline);
      }
      if (outcome.kind === "accepted") {
        return outcome;
      }
      const elapsedMs = systemClock.now() - (startedAt ?? 0);
      const attempt = { isIdempotent: isIdempotent(request), retries, throttles, elapsedMs, outcome };
      const pauseMs = planRetry(attempt, maxRetries, systemClock.random);
      if (pauseMs === undefined) {
        throw explainFailedCall(outcome, context);
      }
      context.mayHaveActed ||= !context.isRead && outcome.mayHaveActed;
      if (deadline && pauseMs >= deadline.computeLeftMs()) {
        throw explainFailedCall(outcome, context, deadline);
      }
      if (outcome.kind === "throttled") {
        throttles += 1;
      } else {
        retries += 1;
      }
      last = outcome;
      await systemClock.sleep(pauseMs);
    }
  }

  /** Opens a fresh connection after a lost one, and for what must not be repeated: a kept-alive one may break. */
  private async makeAttempt(
    request: ApiRequest<unknown>,
    timeoutSeconds: number,
    deadline?: Deadline,
    last?: Failed,
  ): Promise<Outcome> {
    const { method, path, query, body } = request;
    stopSignal.throwIfAborted();
    if (!isRead(request)) {
      await Promise.all(beforeChange.map((wait) => wait()));
      stopSignal.throwIfAborted();
    }
    const leftSeconds = Math.max((deadline?.computeLeftMs() ?? Infinity) / 1000, 0);
    const time = leftSeconds < timeoutSeconds ? { timeoutSeconds: leftSeconds, deadline } : { timeoutSeconds };
    const onFreshConnection = last?.response instanceof NoResponse || !isIdempotent(request);
    const response = await this.transport.send({ method, path, query, body, ...time, onFreshConnection });
    if (response instanceof NoResponse && !response.mayHaveArrived) {
      stopSignal.throwIfAborted();
    }
    return classify(response);
  }
}

function isRead({ method, reads = method === "GET" }: ApiRequest<unknown>): boolean {
  return reads;
}

/** Whether a call whose answer is lost may simply be sent again. */
function isIdempotent({ method, reads, idempotent = reads }: ApiRequest<unknown>): boolean {
  return idempotent ?? ["GET", "PUT", "DELETE"].includes(method);
}
