import type { z } from "zod";
import type { Config } from "../../config/config";
import { ApiError, describeError, OutcomeUnknownError, UnexpectedAnswerError } from "../failures/errors";
import { explainFailedCall, type RequestContext } from "../failures/failure";
import { collectSecretValues } from "../failures/redaction";
import { findDeadline, type Deadline } from "./deadline";
import { Gate, planRetry, type OnSlowDown } from "./gate";
import { beforeChange, callsInFlight, stopSignal, systemClock } from "./stop";
import { NoResponse, Transport, type Failed, type HttpRequest, type HttpResponse } from "./transport";

export type ClientOptions = Pick<
  Config,
  "baseUrl" | "apiKey" | "keySource" | "requestTimeoutSeconds" | "maxRetries" | "proxy"
>;

export interface ApiRequest<Answer> extends Pick<HttpRequest, "method" | "path" | "query" | "body"> {
  /** Keys of the body, at any depth, whose values no error may repeat. */
  secretKeys?: readonly string[];
  /** Whether the call may be repeated when its answer is lost; by default all but POST and PATCH may. */
  idempotent?: boolean;
  /** Whether the call only reads, whatever its method: it may then be repeated, and fails like a GET. */
  reads?: boolean;
  answer: z.ZodType<Answer>;
  /** What the answer must have: the ID or the name of the object that the call is about. */
  about?: { id?: string; name?: string };
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
    const { baseUrl, apiKey, keySource } = this.options;
    const { method, path, body, reads: isRead = method === "GET" } = request;
    const secrets = [apiKey, ...collectSecretValues(body, new Set(request.secretKeys))];
    const context: RequestContext = { isRead, baseUrl, path, keySource, secrets };
    const sending = this.send(request, context);
    callsInFlight.add(sending);
    try {
      return readAnswer(request, context, await sending);
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError({ message: describeError(error), secrets });
    } finally {
      callsInFlight.delete(sending);
    }
  }

  private async send(request: ApiRequest<unknown>, context: RequestContext): Promise<HttpResponse> {
    const { maxRetries } = this.options;
    const { isRead } = context;
    const isIdempotent = request.idempotent ?? (isRead || ["PUT", "DELETE"].includes(request.method));
    const deadline = findDeadline();
    let startedAt: number | undefined;
    let last: Failed | undefined;
    for (let retries = 0, throttles = 0; ;) {
      const turn = { isRead, isRetry: last !== undefined, withinMs: deadline?.computeLeftMs() };
      // A kept-alive connection may be broken: what must not be repeated, or got no answer, uses a new one.
      const onFreshConnection = last?.response instanceof NoResponse || !isIdempotent;
      const outcome = await this.gate.pass(turn, () => {
        startedAt ??= systemClock.now();
        return this.makeAttempt(request, { isRead, onFreshConnection, deadline });
      });
      if (!outcome) {
        // Only a deadline makes the gate return without an outcome.
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

/**
 * Throws if an answer cannot be understood, or is about another object, as from a bad cache or gateway: otherwise we
 * would change or delete somebody else's object.
 */
function readAnswer<Answered>(
  { answer, about = {} }: ApiRequest<Answered>,
  { isRead, baseUrl, path, secrets }: RequestContext,
  { body, problem }: HttpResponse,
): Answered {
  const { success, data, error } = answer.safeParse(body);
  // A long list can have the same problem in every entry.
  const issues = error?.issues.slice(0, 5).map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  const mismatches = Object.entries(about).flatMap(([key, expected]) => {
    const found = String((data as Record<string, unknown> | undefined)?.[key]);
    // The platform ignores the case of a UUID, and the blanks around a name.
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
