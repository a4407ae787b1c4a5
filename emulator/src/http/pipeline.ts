import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Area } from "../area";
import { breakResponse, resetConnection, applyFaultAnswer } from "../faults/break-response";
import type { ActiveFault, FaultList } from "../faults/fault-list";
import { parseHostHeader } from "./allowed-hosts";
import { findCredential, type Credential } from "./credentials";
import type { RateLimit } from "./rate-limit";
import { ReceivedBody } from "./received-body";
import type { RequestLog, RequestLogEntry } from "./request-log";

declare module "fastify" {
  interface FastifyRequest {
    /** The fault of this request; its area applies the effects that only the area understands. */
    fault: ActiveFault | undefined;
  }
}

/** Options of {@link addPipeline}. */
interface PipelineOptions {
  readonly apiKeys: readonly string[];
  readonly latencyMs: number;
  readonly log: RequestLog;
  readonly faults: FaultList;
  readonly rateLimit: RateLimit;
  readonly areas: readonly Area[];
  /** See `Platform.watchState`. */
  readonly watchState: () => AbortSignal;
  /** Called for each platform request once its response was sent or its connection has closed. */
  readonly onRequestEnd: (entry: LoggedRequest) => void;
}

/** A request in the log, without its body. */
export type LoggedRequest = Omit<RequestLogEntry, "body">;

/** Prefix of the control endpoints, which bypass the pipeline. */
export const controlPrefix = "/__emulator";

interface Exchange {
  readonly entry: LoggedRequest;
  fault: ActiveFault | undefined;
  /** Aborts when the state that the request works on is replaced. */
  readonly stateReplaced: AbortSignal;
  hasFaultAnswer: boolean;
}

const getPath = (request: FastifyRequest): string => toRoutedPath(request.url);
const isBelow = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
const isControl = (request: FastifyRequest): boolean => isBelow(controlPrefix, getPath(request));

/** The longest prefix wins, because the paths of one area can be below those of another. */
function findArea(areas: readonly Area[], request: FastifyRequest): Area | undefined {
  const fitting = areas.filter(({ prefix }) => isBelow(prefix, getPath(request)));
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0];
}

/**
 * Sends an error in the shape of the request's area. Paths outside of all areas never reach the platform: its load
 * balancer responds.
 */
export function sendError(
  areas: readonly Area[],
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string,
) {
  const area = findArea(areas, request);
  if (area) {
    return reply.code(status).send(area.buildErrorBody(status, text, request));
  }
  if (isControl(request)) {
    return reply.code(status).send({ message: text });
  }
  return reply.code(404).type("text/plain; charset=utf-8").send("default backend - 404");
}

const readMethods = ["GET", "HEAD"];

function checkBody(problem: ReceivedBody["problem"]): readonly [number, string] | undefined {
  if (problem === undefined) {
    return undefined;
  }
  if (problem === "media type") {
    return [415, "Unsupported media type, send application/json."];
  }
  return [400, problem === "not JSON" ? "JSON parse error." : `JSON parse error: ${problem}.`];
}

/** Returns status and message of the error if a request may not reach its area. */
function checkRequest(
  request: FastifyRequest,
  area: Area | undefined,
  credential: Credential | undefined,
  body: ReceivedBody | undefined,
): readonly [number, string] | undefined {
  // The load balancer checks no key.
  if (!area) {
    return [404, "Not found."];
  }
  if (!credential) {
    return [401, "Authentication credentials were not provided or are not valid."];
  }
  const reads = (area.readMethods ?? readMethods).includes(request.method);
  if (credential.readOnly && !reads) {
    return [403, "You do not have permission to perform this action."];
  }
  return checkBody(body?.problem);
}

/** Returns false if the state was replaced meanwhile, which ends the wait at once. */
async function waitUnlessReplaced(ms: number, stateReplaced: AbortSignal): Promise<boolean> {
  if (ms > 0) {
    await sleep(ms, undefined, { ref: false, signal: stateReplaced }).catch(() => undefined);
  }
  return !stateReplaced.aborted;
}

/** Takes platform requests through log, rate limit, fault, latency, authorization, area, fault and log. */
export function addPipeline(app: FastifyInstance, options: PipelineOptions): void {
  const exchanges = new WeakMap<FastifyRequest, Exchange>();
  app.decorateRequest("fault", undefined);
  addRequestStages(app, options, exchanges);
  addResponseStages(app, options, exchanges);
}

function addRequestStages(
  app: FastifyInstance,
  { apiKeys, latencyMs, log, faults, rateLimit, areas, watchState, onRequestEnd }: PipelineOptions,
  exchanges: WeakMap<FastifyRequest, Exchange>,
): void {
  const stateReplacedSignals = new WeakMap<FastifyRequest, AbortSignal>();

  // Before the body arrives: a request works on the state at its beginning, and on no other.
  app.addHook("onRequest", (request, reply, done) => {
    stateReplacedSignals.set(request, watchState());
    if (parseHostHeader(request.headers.host) === undefined) {
      sendError(areas, request, reply, 400, "The Host header is not valid.");
    } else {
      done();
    }
  });

  app.addHook("preHandler", async (request, reply) => {
    const stateReplaced = stateReplacedSignals.get(request) ?? watchState();
    if (stateReplaced.aborted) {
      return resetConnection(reply);
    }
    if (isControl(request)) {
      return;
    }
    const body = request.body instanceof ReceivedBody ? request.body : undefined;
    const { authorization, ...headers } = request.headers;
    const credential = findCredential(authorization, apiKeys);
    const path = getPath(request);
    const query = { ...(request.query as Record<string, unknown>) };
    const arrived = { method: request.method, path, query, headers };
    const entry = log.add({ ...arrived, credential: credential ?? null }, body);
    reply.raw.once("close", () => onRequestEnd(entry));
    const area = findArea(areas, request);
    // A rate-limited request reaches nothing behind the limit, not even faults.
    const rateLimitHeaders = area && rateLimit.takeToken();
    const seen = { ...arrived, headers: request.headers, body: body?.problem ? undefined : body?.value };
    const exchange: Exchange = { entry, fault: undefined, stateReplaced, hasFaultAnswer: false };
    // Before the faults, whose conditions may throw: the log has the status of every answer.
    exchanges.set(request, exchange);
    const fault = rateLimitHeaders ? undefined : faults.take(seen);
    entry.fault = fault?.id ?? null;
    exchange.fault = fault;
    request.fault = fault;

    const inTime = await waitUnlessReplaced(latencyMs + (fault?.delayMs ?? 0), stateReplaced);
    if (!inTime || fault?.reset === "before") {
      return resetConnection(reply);
    }
    if (rateLimitHeaders) {
      return sendError(areas, request, reply.headers(rateLimitHeaders), 429, "Too many requests.");
    }
    if (fault?.answer && !fault.answer.applied) {
      exchange.hasFaultAnswer = true;
      return reply.send(applyFaultAnswer(reply, fault.answer));
    }
    const refused = checkRequest(request, area, credential, body);
    if (refused) {
      return sendError(areas, request, reply, ...refused);
    }
    request.body = body?.value;
  });
}

function addResponseStages(
  app: FastifyInstance,
  { log }: PipelineOptions,
  exchanges: WeakMap<FastifyRequest, Exchange>,
): void {
  // With a callback, because a response that a fault has ended must not be passed on to Fastify.
  app.addHook("onSend", (request, reply, payload, done) => {
    const exchange = exchanges.get(request);
    if (!exchange) {
      return done(null, payload);
    }
    const send = () => {
      if (exchange.stateReplaced.aborted) {
        return resetConnection(reply);
      }
      const changed = applyFault(reply, typeof payload === "string" ? payload : "", exchange, log);
      if (changed !== undefined) {
        done(null, changed);
      }
    };
    const waitMs = exchange.fault?.answerDelayMs ?? 0;
    if (waitMs > 0) {
      void waitUnlessReplaced(waitMs, exchange.stateReplaced).then(send);
    } else {
      send();
    }
  });
}

/** Returns the body to send; undefined if the fault has written or ended the response itself. */
function applyFault(
  reply: FastifyReply,
  text: string,
  { entry, fault, stateReplaced, hasFaultAnswer }: Exchange,
  log: RequestLog,
): string | undefined {
  if (fault?.reset === "after") {
    return void resetConnection(reply);
  }
  const changed = fault?.answer && !hasFaultAnswer ? applyFaultAnswer(reply, fault.answer) : text;
  const sent = fault?.broken ? breakResponse(reply, changed, fault, stateReplaced) : changed;
  log.recordStatus(entry, reply.statusCode);
  return sent;
}

/**
 * Returns the path of a URL as the router sees it, decoded and without the query, so that areas, faults and the log
 * match the same path as the route.
 */
function toRoutedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes("%")) {
    return path;
  }
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}
