import { isJsonObject, pick, type JsonObject } from "../../values/json";
import { UnreadBody } from "../transport/decoding";
import type { FieldError } from "./errors";
import { locateNamedFields } from "./named-fields";
import { maxReadLength, redact } from "./redaction";

/** What an error body of any of the platform's products says. */
export interface ErrorBody {
  message?: string;
  requestId?: string;
  /** Errors of single fields; a general message among them has no location. */
  fields: FieldError[];
}

const bodyKeys = [
  ...["exception_class", "message", "request_id", "info", "invalid_fields"],
  ...["data", "error", "errors", "detail"],
];

/** Longer plain texts are cut. */
const maxTextLength = 500;

/** No useful answer has more messages, or more levels of them. */
const maxFields = 1_000;
const maxLevels = 20;

/**
 * Reads the error bodies of all products: `{errors: {...}}` and bare field maps of the CDN (contract, section 7),
 * `{message, request_id, invalid_fields}` of the cloud, `{errors: [...]}` and `{error}` of streaming,
 * `{errors: [{message}]}` of GraphQL, `{detail}` as a text or a list, and lists by themselves. Plain text comes from a
 * proxy or load balancer; its secrets are hidden before it is cut, and a page of HTML gives its title. Without a message,
 * the caller reports the status alone.
 */
export function readErrorBody(body: unknown, secrets: readonly string[] = []): ErrorBody {
  if (typeof body === "string") {
    return { message: readPlainText(redact(body, secrets)), fields: [] };
  }
  if (body instanceof UnreadBody) {
    return { message: `the platform's answer was not read, because it ${body.problem}`, fields: [] };
  }
  const part = copyReadablePart(body);
  const errors = isJsonObject(part) ? collectErrors(part) : readEntries(part);
  const fields = deduplicate(locateNamedFields(errors.filter(({ message }) => toNonBlank(message)))).slice(
    0,
    maxFields,
  );
  const message = fields.map(formatFieldError).join("; ") || undefined;
  const aboutFields = fields.some(({ location }) => location.length > 0);
  return {
    message,
    requestId: isJsonObject(body) ? toNonBlank(body.request_id) : undefined,
    fields: aboutFields ? fields : [],
  };
}

/** All errors in a body: the general ones first, then those of fields. */
function collectErrors(body: JsonObject): FieldError[] {
  const { message, error, detail, errors, invalid_fields: invalid } = body;
  const hasFieldMap = isJsonObject(errors) || isJsonObject(invalid);
  return [
    ...[message, error, detail].flatMap(readEntries),
    ...(Array.isArray(errors) ? readEntries(errors) : flatten(errors)),
    ...(hasFieldMap ? flatten(invalid) : flatten(pick(body, (key) => !bodyKeys.includes(key)))),
  ];
}

/** Reads one error, or a list of them. */
function readEntries(value: unknown): FieldError[] {
  return Array.isArray(value) ? value.flatMap(readEntry) : readEntry(value);
}

/** Reads one error; `{loc, msg}` is the form of request validators. */
function readEntry(item: unknown): FieldError[] {
  if (!isJsonObject(item)) {
    return flatten(item);
  }
  const { loc, msg } = item;
  if (toNonBlank(msg)) {
    const [part, ...rest] = Array.isArray(loc) ? loc.map(String) : [];
    const location = part === undefined || ["body", "query", "path"].includes(part) ? rest : [part, ...rest];
    return [{ location, message: String(msg) }];
  }
  const general = toNonBlank(item.message) ?? toNonBlank(item.detail) ?? toNonBlank(item.error);
  return general === undefined ? flatten(item) : [{ location: [], message: general }];
}

function flatten(value: unknown, location: string[] = []): FieldError[] {
  if (typeof value === "string") {
    return [{ location, message: value }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => flatten(item, location));
  }
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => flatten(item, [...location, key])) : [];
}

function formatFieldError({ location, message }: FieldError): string {
  return [location.join("."), message].filter(Boolean).join(": ");
}

function deduplicate(errors: FieldError[]): FieldError[] {
  return [...new Map(errors.map((error) => [formatFieldError(error), error])).values()];
}

/** Copies as much of a body as an error needs, however large it is. */
function copyReadablePart(body: unknown): unknown {
  let left = maxReadLength;
  const copyPart = (value: unknown, levels: number): unknown => {
    if (typeof value !== "object" || value === null) {
      left -= String(value).length;
      return left < 0 && typeof value === "string" ? value.slice(0, left) : value;
    }
    const entries = levels === 0 ? [] : Object.entries(value).filter(([key]) => (left -= key.length + 1) > 0);
    const parts = entries.map(([key, child]) => [key, copyPart(child, levels - 1)] as const);
    return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  };
  return copyPart(body, maxLevels);
}

function readPlainText(body: string): string | undefined {
  const isPage = /^\s*<[a-z!?]/i.test(body);
  const content = isPage ? (/<title[^<>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? "") : body;
  const line = content.trim().replace(/\s+/g, " ");
  if (line.length <= maxTextLength) {
    return toNonBlank(line);
  }
  // Ends before a word: of a secret that is known by its fingerprint, a part would not be recognized.
  const [words = ""] = /^.*(?= )/.exec(line.slice(0, maxTextLength + 1)) ?? [];
  return words === "" ? undefined : `${words} …`;
}

function toNonBlank(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
