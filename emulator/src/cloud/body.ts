import type { z } from "zod";
import { isObject } from "../json-object";
import { InvalidFields } from "./error-body";

const wrongType: Readonly<Record<string, string>> = {
  string: "Not a valid string.",
  boolean: "Not a valid boolean.",
  number: "Not a valid integer.",
  int: "Not a valid integer.",
  object: "Expected an object.",
};

function messageOf(issue: z.core.$ZodIssue, body: Readonly<Record<string, unknown>>): string {
  const [field] = issue.path;
  const isOwn = issue.path.length === 1;
  if (isOwn && !Object.hasOwn(body, String(field))) return "This field is required.";
  if (isOwn && body[String(field)] === null) return "This field may not be null.";
  return issue.code === "invalid_type" ? (wrongType[issue.expected] ?? issue.message) : issue.message;
}

/** The problems of one issue as pairs of field and text; a field below another is named by its dotted path. */
function problemsOf(issue: z.core.$ZodIssue, body: Readonly<Record<string, unknown>>): [field: string, text: string][] {
  if (issue.code !== "unrecognized_keys") return [[issue.path.join("."), messageOf(issue, body)]];
  return issue.keys.map((key) => [[...issue.path, key].join("."), "Unknown property."]);
}

/** A body that fits the schema; throws {@link InvalidFields} that names every field that does not. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  if (!isObject(body)) throw new InvalidFields(new Map([["body", ["Expected an object."]]]));
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = new Map<string, string[]>();
  for (const [field, text] of result.error.issues.flatMap((issue) => problemsOf(issue, body))) {
    const texts = problems.get(field) ?? [];
    if (!texts.includes(text)) problems.set(field, [...texts, text]);
  }
  throw new InvalidFields(problems);
}
