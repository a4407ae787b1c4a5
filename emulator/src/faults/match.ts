import { isObject } from "../json-object";
import type { Fault } from "./schema";

/** What a fault is chosen by. */
export interface FaultedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Names in lower case, as Node has them. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined without any. */
  readonly body: unknown;
}

/** Whether a fault is for a request. */
export function matches({ method, path, query = {}, headers = {}, body }: Fault, request: FaultedRequest): boolean {
  return (
    (method === "*" || method === request.method) &&
    matchesPath(path, request.path) &&
    Object.entries(query).every(([name, value]) => holds(request.query[name], value)) &&
    Object.entries(headers).every(([name, value]) => holds(request.headers[name.toLowerCase()], value)) &&
    (body === undefined || matchesPart(body, request.body))
  );
}

function matchesPath(pattern: string, path: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(path);
}

/** A name that is there several times holds each of its values. */
function holds(sent: unknown, value: string): boolean {
  return Array.isArray(sent) ? sent.includes(value) : sent === value;
}

/** Of an object only what the pattern names has to be there; everything else has to be equal, lists entry by entry. */
function matchesPart(pattern: unknown, sent: unknown): boolean {
  if (isObject(pattern)) {
    return (
      isObject(sent) &&
      Object.entries(pattern).every(([key, part]) => Object.hasOwn(sent, key) && matchesPart(part, sent[key]))
    );
  }
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(sent) &&
      sent.length === pattern.length &&
      pattern.every((part, index) => matchesPart(part, sent[index]))
    );
  }
  return pattern === sent;
}
