import { z } from "zod";
import { isObject } from "../json-object";

/** Methods that a pattern can name. */
export const patternMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "*"] as const;

/** A path without its query; `*` stands for any run of characters. No server is sent a longer one. */
export const pathPattern = z.string().startsWith("/").max(16_384);

/** What a request can be told by, besides its method and path. */
export const patternShape = {
  /** Values of the query; other names may be there too. */
  query: z.record(z.string(), z.string()).optional(),
  /** Values of headers; case does not matter in their names. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Part of the JSON body: of its objects, only the fields that are named here. */
  body: z.unknown().optional(),
};

/** What a request is to be like; what is left out does not matter. */
export interface RequestPattern {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** What of a request a pattern looks at. */
export interface SeenRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Names in lower case, as Node has them. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined without any. */
  readonly body: unknown;
}

/** Whether a request is like a pattern. */
export function matchesPattern(pattern: RequestPattern, request: SeenRequest): boolean {
  const { method = "*", path = "*", query = {}, headers = {}, body } = pattern;
  return (
    (method === "*" || method === request.method) &&
    matchesPath(path, request.path) &&
    Object.entries(query).every(([name, value]) => hasValue(request.query[name], value)) &&
    Object.entries(headers).every(([name, value]) => hasValue(request.headers[name.toLowerCase()], value)) &&
    (body === undefined || matchesPart(body, request.body))
  );
}

/** Whether a path has the parts between the stars, in their order. Each part is looked for once: no way back. */
function matchesPath(pattern: string, path: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) return path === pattern;
  const end = path.length - tail.length;
  if (end < head.length || !path.startsWith(head) || !path.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    at = found + part.length;
    if (found < 0 || at > end) return false;
  }
  return true;
}

/** A name that is there several times holds each of its values. */
function hasValue(sent: unknown, value: string): boolean {
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
