import { isJsonObject, pick, type JsonObject } from "../json";
import type { FieldError } from "./errors";

/** What an error body of any of the platform's products says. */
export interface ErrorBody {
  message?: string;
  requestId?: string;
  fields: FieldError[];
}

const bodyKeys = new Set(["exception_class", "message", "request_id", "info", "data", "error", "errors"]);

/**
 * Reads the error bodies of all products: `{errors: {...}}` and bare field maps of the CDN (contract, section 7),
 * `{message, request_id, invalid_fields}` of the cloud, `{errors: [...]}` and `{error}` of streaming,
 * `{errors: [{message}]}` of GraphQL. Any other body gives no message; the caller then speaks of the status alone.
 */
export function readErrorBody(body: unknown): ErrorBody {
  if (!isJsonObject(body)) {
    return { fields: [] };
  }
  const fields = isJsonObject(body.errors) ? flatten(body.errors) : flatten(body.invalid_fields ?? bareFieldMap(body));
  return { message: generalMessage(body, fields), requestId: text(body.request_id), fields };
}

function generalMessage(body: JsonObject, fields: FieldError[]): string | undefined {
  const listed = Array.isArray(body.errors) ? body.errors.map(listedMessage).filter(Boolean).join("; ") : "";
  const ofFields = fields.map((field) => `${field.location.join(".")}: ${field.message}`).join("; ");
  return [text(body.message), text(body.error), listed, ofFields].find(Boolean);
}

function listedMessage(item: unknown): string | undefined {
  return isJsonObject(item) ? text(item.message) : text(item);
}

function bareFieldMap(body: JsonObject): JsonObject {
  return pick(body, (key) => !bodyKeys.has(key));
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

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
