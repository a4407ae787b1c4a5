import type { z } from "zod";
import type { Config } from "../../config/config";
import { ApiError, describeError, OutcomeUnknownError, UnexpectedAnswerError } from "../failures/errors";
import { explainFailedCall, type RequestContext } from "../failures/failure";
import { collectSecretValues } from "../failures/redaction";
import { deadlines, type Deadline } from "./deadline";
import { Gate, planRetry, type OnSlowDown } from "./gate";
import { beforeChange, callsInFlight, stopSignal, systemClock } from "./stop";
import { NoResponse, Transport, type Failed, type HttpRequest, type HttpResponse } from "./transport";

export type ClientOptions = Pick<
  Config,
  "baseUrl" | "apiKey" | "keySource" | "requestTimeoutSeconds" | "maxRetries" | "proxy"
>;

export interface ApiRequest<Answer> extends Pick<HttpRequest, "method" | "path" | "query" | "body"> {
  /** The keys of the body, at any depth, whose values must not appear in errors. */
  secretKeys?: readonly string[];
  /** Whether the call may be repeated after a lost answer. By default, reads, PUT and DELETE may. */
  idempotent?: boolean;
  /** Set for a query that is sent with POST, so that it is queued, retried and reported like a GET. */
  reads?: boolean;
  answer: z.ZodType<Answer>;
  /** The ID or the name that the object in the answer must have. */
  about?: { id?: string; name?: string };
}

/** Throws only `ApiError`s. */
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
    const { baseUrl, apiKey, keySource } = this.options;
    const { method, path, body, reads: isRead = method === "GET" } = request;
    const secrets = [apiKey, ...collectSecretValues(body, new Set(request.secretKeys))];
    const context: RequestContext = { isRead, baseUrl, path, keySource, secrets };
    const sending = this.send(request, context);
    callsInFlight.add(sending);
    try {
      return readAnswer(request, context, await sending);
    } catch (error) {
      const isTold = error instanceof OutcomeUnknownError || (error instanceof ApiError && error.mayHaveActed);
      if (context.mayHaveActed && !isTold) {
        // The call was stopped between two attempts, and the platform may have carried out the first one.
        throw new OutcomeUnknownError({ message: describeError(error), secrets });
      }
      throw error instanceof ApiError ? error : new ApiError({ message: describeError(error), secrets });
    } finally {
      callsInFlight.delete(sending);
    }
  }

  private async send(request: ApiRequest<unknown>, context: RequestContext): Promise<HttpResponse> {
    const { maxRetries } = this.options;
    const { isRead } = context;
    const isIdempotent = request.idempotent ?? (isRead || ["PUT", "DELETE"].includes(request.method));
    const deadline = deadlines.getStore();
    let startedAt: number | undefined;
    let last: Failed | undefined;
    for (let retries = 0, throttles = 0; ;) {
      const turn = { isRead, isRetry: last !== undefined, withinMs: deadline?.computeLeftMs() };
      // A kept-alive connection may be broken, so non-idempotent calls, and retries after no answer, use a new one.
      const onFreshConnection = last?.response instanceof NoResponse || !isIdempotent;
      const outcome = await this.gate.pass(turn, () => {
        startedAt ??= systemClock.now();
        return this.makeAttempt(request, { isRead, onFreshConnection, deadline });
      });
      if (!outcome) {
        throw explainFailedCall(last, context, deadline);
      }
      if (outcome.kind === "accepted") {
        return outcome.response;
      }
      const elapsedMs = systemClock.now() - (startedAt ?? 0);
      const pauseMs = planRetry(
        { isIdempotent, retries, throttles, elapsedMs, outcome },
        maxRetries,
        systemClock.random,
      );
      if (pauseMs === undefined) {
        throw explainFailedCall(outcome, context);
      }
      context.mayHaveActed ||= !isRead && outcome.mayHaveActed;
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

  private async makeAttempt(
    { method, path, query, body }: ApiRequest<unknown>,
    how: { isRead: boolean; onFreshConnection: boolean; deadline?: Deadline },
  ) {
    const { isRead, onFreshConnection, deadline } = how;
    stopSignal.throwIfAborted();
    if (!isRead) {
      await Promise.all(beforeChange.map((wait) => wait()));
      stopSignal.throwIfAborted();
    }
    const timeoutSeconds = this.options.requestTimeoutSeconds;
    const leftSeconds = Math.max((deadline?.computeLeftMs() ?? Infinity) / 1000, 0);
    const time = leftSeconds < timeoutSeconds ? { timeoutSeconds: leftSeconds, deadline } : { timeoutSeconds };
    return this.transport.send({ method, path, query, body, ...time, onFreshConnection });
  }
}

function readAnswer<Answered>(
  { answer, about = {} }: ApiRequest<Answered>,
  { isRead, baseUrl, path, secrets }: RequestContext,
  { body, problem }: HttpResponse,
): Answered {
  const { success, data, error } = answer.safeParse(body);
  // Five issues are enough, because a long list can have the same issue in every entry.
  const issues = error?.issues.slice(0, 5).map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  // A broken cache or gateway can send another object, which the provider would then change or delete.
  const mismatches = Object.entries(about).flatMap(([key, expected]) => {
    const found = String((data as Record<string, unknown> | undefined)?.[key]);
    // The platform ignores white space around a name and the case of a UUID. This check ignores the case of names, too.
    const isSame = found.trim().toLowerCase() === expected.trim().toLowerCase();
    return isSame ? [] : [`${key}: is ${JSON.stringify(found)}, not the requested one`];
  });
  const why = problem ?? (issues ?? mismatches).join("; ");
  if (success && why === "") {
    return data;
  }
  const facts = { message: `the answer from ${baseUrl}${path} cannot be understood: ${why}`, secrets };
  throw new (isRead ? UnexpectedAnswerError : OutcomeUnknownError)(facts);
}
