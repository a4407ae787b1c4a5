import { z } from "zod";
import { describePath } from "../../invalid-input";
import { isObject } from "../../json-object";
import type { SentGroup } from "./draft";
import { requiredMessage } from "./rules/rule";

const sentSource = z.strictObject({
  origin_type: z.string().optional(),
  source: z.string().nullish(),
  config: z.unknown().optional(),
  backup: z.boolean().optional(),
  enabled: z.boolean().optional(),
  host_header_override: z.string().nullish(),
});

// Unknown properties are refused: the contract lists the body's properties, and a misspelt one that is silently
// dropped would look to the client like a change that was made.
const sentGroup = z.strictObject({
  name: z.string(),
  use_next: z.boolean().optional(),
  proxy_next_upstream: z.array(z.string()).optional(),
  path: z.string().optional(),
  // Wrong values of these two have rows of their own in the contract's table of errors.
  auth_type: z.unknown().optional(),
  auth: z.unknown().optional(),
  sources: z.array(sentSource).optional(),
});

/** A body that is not of the right outer shape. `body` is the answer of status 400. */
export class BadShape extends Error {
  constructor(readonly body: Record<string, unknown>) {
    super("bad shape");
  }
}

const wrongType: Readonly<Record<string, string>> = {
  string: "Not a valid string.",
  boolean: "Must be a valid boolean.",
  array: "Expected a list of items.",
  object: "Invalid data. Expected a dictionary.",
};

/** The problems of one issue as pairs of body field and text. */
function problemsOf(issue: z.core.$ZodIssue, body: Record<string, unknown>): [field: string, text: string][] {
  const [field, ...below] = issue.path;
  if (issue.code === "unrecognized_keys") {
    if (field === undefined) return issue.keys.map((key) => [key, "Unknown property."]);
    return issue.keys.map((key) => [String(field), `${describePath([...issue.path, key])}: Unknown property.`]);
  }
  const name = String(field);
  if (body[name] === null) return [[name, "This field may not be null."]];
  const text = issue.code === "invalid_type" ? (wrongType[issue.expected] ?? issue.message) : issue.message;
  return [[name, below.length === 0 ? text : `${describePath(issue.path)}: ${text}`]];
}

/** Properties the operation requires and the body lacks (contract 4.1: the legacy form has auth instead of sources). */
function missing(body: Record<string, unknown>, required: readonly string[]): string[] {
  const standard = body.auth_type === undefined || body.auth_type === "none";
  return required.filter((field) => body[field] === undefined && (field !== "sources" || standard));
}

/**
 * Checks the outer types of a body. Problems come as a bare field map, e.g. `{"name": ["This field is required."]}`:
 * they have no row in the contract's section 7, and the platform is seen to answer so outside of it.
 */
export function parseBody(body: unknown, required: readonly string[]): SentGroup {
  if (!isObject(body)) throw new BadShape({ message: "Invalid data. Expected a dictionary." });
  // A map, because a body's keys can be names like `__proto__`.
  const problems = new Map<string, string[]>();
  for (const field of missing(body, required)) problems.set(field, [requiredMessage]);
  const result = sentGroup.safeParse(body);
  for (const issue of result.error?.issues ?? []) {
    for (const [field, text] of problemsOf(issue, body)) {
      if (body[field] !== undefined) problems.set(field, [...(problems.get(field) ?? []), text]);
      else if (!problems.has(field)) problems.set(field, [requiredMessage]);
    }
  }
  if (problems.size > 0 || !result.success) throw new BadShape(Object.fromEntries(problems));
  return result.data;
}
