import type { z } from "zod";
import { findDeadline, type Deadline } from "./deadline";
import { UnreadBody } from "./decoding";
import { ApiError, describeError, OutcomeUnknownError, UnexpectedAnswerError } from "../failures/errors";
import { adviseOnProductPath, explainFailedCall, explainOutOfTime, type RequestContext } from "../failures/failure";
import { Gate, type OnSlowDown } from "./gate";
import { NoResponse } from "./no-response";
import type { Proxy } from "./proxy";
import { collectSecretValues } from "../failures/redaction";
import { classify, type Failed, type Outcome, isIdempotent, planRetry } from "./outcome";
import { trackCall, passGuards, throwIfStopped, systemClock } from "./stop";
import { Transport, type HttpMethod, type HttpRequest } from "./transport";

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
  /** Makes a single attempt, past the gate, that takes at most this long whatever the settings are. */
  onceWithinSeconds?: number;
  answer: z.ZodType<Answer>;
  /** What is wrong with an answer of the right form, if anything is. */
  findProblem?(answer: Answer): string | undefined;
}

/** A call that only shows how the platform answers. */
export type ProbeRequest = Omit<ApiRequest<unknown>, "onceWithinSeconds">;

/** The result of one attempt at a call. */
export interface ProbeResult {
  /** Undefined if nothing answered. */
  status?: number;
  /** Undefined if the platform did what was asked, and its answer has the expected form. */
  error?: ApiError;
  /** How far the server's clock is ahead, if the answer has a date. */
  clockAheadMs?: number;
}

/**
 * Calls the platform: each attempt passes the gate, failures are retried by the rules of `outcome.ts`,
 * and the last one is thrown as an error of `errors.ts`.
 */
export class Client {
  private readonly transport: Transport;
  private readonly gate: Gate;
  private readonly addressHint: string | undefined;
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
    this.addressHint = adviseOnProductPath(baseUrl);
  }

  async request<Answered>(request: ApiRequest<Answered>): Promise<Answered> {
    const context = this.describeRequest(request);
    try {
      return readAnswer(request, context, await trackCall(this.send(request, context)));
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : new ApiError({ message: describeError(error), secrets: context.secrets });
    }
  }

  /** Makes a single attempt, to see how the platform answers now. */
  async probe(request: ProbeRequest, timeoutSeconds: number): Promise<ProbeResult> {
    const sentAt = Date.now();
    const outcome = await this.makeAttempt(request, { timeoutSeconds });
    let error: ApiError | undefined;
    try {
      readAnswer(request, this.describeRequest(request), outcome);
    } catch (failure) {
      error = failure as ApiError;
    }
    const { response } = outcome;
    if (response instanceof NoResponse) {
      return { error };
    }
    const answeredAt = Date.parse(response.headers.date ?? "");
    const clockAheadMs = Number.isNaN(answeredAt) ? undefined : answeredAt - (sentAt + Date.now()) / 2;
    return { status: response.status, error, clockAheadMs };
  }

  private describeRequest(request: ProbeRequest): RequestContext {
    const { baseUrl, apiKey, keySource } = this.options;
    return {
      method: request.reads ? "GET" : request.method,
      url: `${baseUrl}${request.path}`,
      addressKey: request.addressKey ?? "edgecloud:baseUrl",
      addressHint: this.addressHint,
      keySource,
      secrets: [apiKey, ...collectSecretValues(request.body, new Set(request.secretKeys))],
    };
  }

  /** Makes attempts until one is accepted; throws the error of the last one. A single attempt is returned as it ended. */
  private async send(request: ApiRequest<unknown>, context: RequestContext): Promise<Outcome> {
    const { method } = context;
    const { idempotent, isPoll, onceWithinSeconds } = request;
    if (onceWithinSeconds !== undefined) {
      return this.makeAttempt(request, { timeoutSeconds: onceWithinSeconds });
    }
    const deadline = findDeadline();
    let startedAt: number | undefined;
    let last: Failed | undefined;
    let mayHaveActed = false;
    for (let retries = 0, throttles = 0; ;) {
      const turn = { isPoll, isRetry: last !== undefined, withinMs: deadline?.computeLeftMs() };
      const outcome = await this.gate.pass(turn, () => {
        startedAt ??= this.clock.now();
        return this.makeAttempt(request, limitTime(this.options.requestTimeoutSeconds, deadline), last);
      });
      if (!outcome) {
        // Only a deadline ends the wait for a turn.
        throw explainOutOfTime(last, { ...context, mayHaveActed }, deadline as Deadline);
      }
      if (outcome.kind === "accepted") {
        return outcome;
      }
      const elapsedMs = this.clock.now() - (startedAt ?? 0);
      const attempt = { method, idempotent, retries, throttles, elapsedMs, outcome };
      const retry = planRetry(attempt, this.options.maxRetries, this.clock.random);
      mayHaveActed ||= retry !== undefined && method !== "GET" && outcome.mayHaveActed;
      if (!retry) {
        throw explainFailedCall(outcome, { ...context, mayHaveActed });
      }
      if (deadline && retry.afterMs >= deadline.computeLeftMs()) {
        throw explainOutOfTime(outcome, { ...context, mayHaveActed }, deadline);
      }
      retries += retry.countsAgainstLimit ? 1 : 0;
      throttles += outcome.kind === "throttled" ? 1 : 0;
      last = outcome;
      await this.clock.sleep(retry.afterMs);
    }
  }

  /** Opens a fresh connection after a lost one, and for what must not be repeated once a kept-alive one has broken. */
  private async makeAttempt(request: ProbeRequest, time: AttemptTime, last?: Failed): Promise<Outcome> {
    const { method, path, query, body, reads = method === "GET" } = request;
    throwIfStopped();
    if (!reads) {
      await passGuards();
    }
    const mustNotBreak = !isIdempotent(request) && !reads;
    const onFreshConnection = last?.response instanceof NoResponse || (this.distrustsReuse && mustNotBreak);
    const response = await this.transport.send({ method, path, query, body, ...time, onFreshConnection });
    if (response instanceof NoResponse && !response.mayHaveArrived) {
      throwIfStopped();
    }
    const outcome = classify(response);
    this.distrustsReuse ||= outcome.kind === "stale";
    return outcome;
  }
}

type AttemptTime = Pick<HttpRequest, "timeoutSeconds" | "deadline">;

/** The time limit of one attempt, capped by the operation's remaining time. */
function limitTime(timeoutSeconds: number, deadline: Deadline | undefined): AttemptTime {
  const leftSeconds = (deadline?.computeLeftMs() ?? Infinity) / 1000;
  return leftSeconds < timeoutSeconds ? { timeoutSeconds: Math.max(leftSeconds, 0), deadline } : { timeoutSeconds };
}

/** Throws if the call was not accepted, or if its answer cannot be understood. */
function readAnswer<Answered>(
  request: Pick<ApiRequest<Answered>, "answer" | "findProblem">,
  context: RequestContext,
  outcome: Outcome,
): Answered {
  if (outcome.kind !== "accepted") {
    throw explainFailedCall(outcome, context);
  }
  const { body } = outcome.response;
  let problem: string | undefined;
  if (body instanceof UnreadBody) {
    problem = `it ${body.problem}`;
  } else {
    const parsed = request.answer.safeParse(body);
    problem = parsed.error ? describeProblems(parsed.error) : request.findProblem?.(parsed.data);
    if (parsed.success && problem === undefined) {
      return parsed.data;
    }
  }
  const message = `the answer from ${context.url} cannot be understood: ${problem}`;
  const facts = { message, secrets: context.secrets, hint: context.addressHint };
  throw context.method === "GET" ? new UnexpectedAnswerError(facts) : new OutcomeUnknownError(facts, body);
}

/** The first problems: a long list can have the same one in every entry. */
function describeProblems({ issues }: z.ZodError): string {
  const problems = issues.slice(0, 5).map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  return [...problems, ...(issues.length > 5 ? [`${issues.length - 5} more`] : [])].join("; ");
}
