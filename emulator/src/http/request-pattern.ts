import { z } from "zod";
import { isObject } from "../json-object";

/** What Node.js sends as the value of a header. */
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Methods that a pattern can name. */
export const patternMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "*"] as const;

/** A path without its query; `*` stands for any run of characters. No server accepts a longer one. */
export const pathPattern = z.string().startsWith("/").max(16_384);

/** The parts of a pattern besides method and path. */
export const patternShape = {
  /** Query parameters; the request may have others, too. */
  query: z.record(z.string(), z.string()).optional(),
  /** Headers; names are case-insensitive. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Part of the JSON body: objects may have other fields, too. */
  body: z.unknown().optional(),
};

/** A pattern of requests; an omitted property matches everything. */
interface RequestPattern {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** A request, as patterns see it. */
export interface SeenRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined if there is none. */
  readonly body: unknown;
}

/** Whether a request matches a pattern. */
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

/** Finds the parts between the stars in their order, without backtracking. */
function matchesPath(pattern: string, path: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) {
    return path === pattern;
  }
  const end = path.length - tail.length;
  if (end < head.length || !path.startsWith(head) || !path.endsWith(tail)) {
    return false;
  }
  let at = head.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    at = found + part.length;
    if (found < 0 || at > end) {
      return false;
    }
  }
  return true;
}

/** A repeated parameter or header has several values. */
function hasValue(sent: unknown, value: string): boolean {
  return Array.isArray(sent) ? sent.includes(value) : sent === value;
}

/** An object may have more fields than the pattern; everything else has to be equal. */
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
