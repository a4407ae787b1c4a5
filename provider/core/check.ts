import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { describeLength } from "../values/characters";
import { isJsonObject, mapValues, pick } from "../values/json";
import { formatPropertyPath, type PathStep, type PropertyPath } from "./property-paths";
import { Unknown } from "./tree";

/**
 * Converts arguments to the form of their schema, whatever the language of the program: in a map of strings, numbers
 * and booleans become strings, and `null` omits an optional argument or an entry of a list. YAML produces both from
 * outputs, whose values a preview does not know, and `undefined` in a list reaches some hosts as `null`. Everything else
 * is left for `checkSchema` to judge.
 */
export function readArguments(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    const entries = given.filter((entry: unknown) => entry !== null);
    return entries.map((entry: unknown) => readArguments(inner.element as z.ZodType, entry));
  }
  if (inner instanceof z.ZodObject && isJsonObject(given)) {
    const shape = new Map(Object.entries<z.ZodType>(inner.shape));
    const isLeftOut = (key: string, value: unknown) => value === null && shape.get(key) instanceof z.ZodOptional;
    return mapValues(
      pick(given, (key, value) => !isLeftOut(key, value)),
      (value, key) => readArguments(shape.get(key) ?? z.unknown(), value),
    );
  }
  if (inner instanceof z.ZodRecord && isJsonObject(given)) {
    const valueType = unwrapOptional(inner.valueType as z.ZodType);
    return mapValues(given, (value) => (valueType instanceof z.ZodString ? toText(value) : value));
  }
  return given;
}

/** The schema inside optional and nullable ones. */
function unwrapOptional(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapOptional(schema.unwrap() as z.ZodType)
    : schema;
}

/** A number that has lost digits stays a number, so that the schema refuses it. */
function toText(value: unknown): unknown {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value === "boolean" || isExact ? String(value) : value;
}

/** One thing wrong with arguments. */
export interface Failure {
  /** Where, in the user's own words: `sources[1].config.s3Region`. */
  property: string;
  /** What is wrong and what to do; never holds the value of a secret. */
  reason: string;
  /** Set if the only problem is that a required value is missing. */
  isMissing?: true;
}

/**
 * Lists everything in `value` that does not fit `schema`, in the user's terms. Unknown values always pass.
 */
export function checkSchema(schema: z.ZodType, value: unknown): Failure[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  const issues = parsed.success ? [] : parsed.error.issues;
  const pathsOfWrongType = new Set(issues.filter(isTypeIssue).map((issue) => formatPropertyPath(readPath(issue))));
  return (
    issues
      .filter((issue) => !(findValue(value, readPath(issue)) instanceof Unknown))
      // Zod checks the length of anything that has one, even of an array given for a string.
      .filter((issue) => isTypeIssue(issue) || !pathsOfWrongType.has(formatPropertyPath(readPath(issue))))
      .flatMap((issue) => toFailures(issue, schema))
  );
}

/** What is checked is plain JSON, so no step is a symbol. */
function readPath({ path }: z.core.$ZodIssue): PropertyPath {
  return path as PathStep[];
}

function isTypeIssue({ code }: z.core.$ZodIssue): boolean {
  return code === "invalid_type";
}

function toFailures(issue: z.core.$ZodIssue, schema: z.ZodType): Failure[] {
  const issuePath = readPath(issue);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = suggestNear(key, findKnownKeys(schema, issuePath));
      return { property: formatPropertyPath([...issuePath, key]), reason: `is not a property${near}; remove it` };
    });
  }
  // Null or a blank text counts as given.
  const isMissing = (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
  return [{ property: formatPropertyPath(issuePath), reason: explainIssue(issue), ...(isMissing && { isMissing }) }];
}

function explainIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "int" && typeof issue.input === "number") {
        return "must be a whole number";
      }
      if (issue.input === undefined) {
        return "is required";
      }
      return issue.expected === "string" && Number.isInteger(issue.input) && !Number.isSafeInteger(issue.input)
        ? "must be a string, not a number: a number this large loses digits; put it in quotes"
        : `must be ${withArticle(issue.expected)}, not ${describeType(issue.input)}`;
    case "invalid_value": {
      const allowed = issue.values.map((value) => JSON.stringify(value)).join(", ");
      const given = typeof issue.input === "string" ? suggestNear(issue.input, issue.values.map(String)) : "";
      return issue.input === undefined
        ? `is required: one of ${allowed}`
        : `must be one of ${allowed}${quoteEntry(issue)}${given}`;
    }
    case "too_big":
      return describeBound("at most", issue.maximum, issue);
    case "too_small":
      return describeBound("at least", issue.minimum, issue);
    default:
      return issue.message;
  }
}

/** Quotes a wrong entry of a list: a list that is registered in another order than it was written has other positions. */
function quoteEntry({ path, input }: z.core.$ZodIssue): string {
  const isShort = typeof input === "number" || (typeof input === "string" && input.length <= 100);
  return typeof path.at(-1) === "number" && isShort ? `, not ${JSON.stringify(input)}` : "";
}

function suggestNear(given: string, allowed: readonly string[]): string {
  const near = findNear(given, allowed);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

/** The allowed word that was probably meant. */
export function findNear(given: string, allowed: readonly string[]): string | undefined {
  const maxEdits = Math.max(2, given.length / 3);
  const near = allowed
    .filter((candidate) => Math.abs(candidate.length - given.length) <= maxEdits)
    .map((candidate) => ({ candidate, edits: distance(given.toLowerCase(), candidate.toLowerCase()) }))
    // Words a letter or two apart are similar, numbers are not.
    .filter(({ candidate, edits }) => edits <= (extractDigits(candidate) === extractDigits(given) ? maxEdits : 1))
    .sort((a, b) => a.edits - b.edits)[0];
  return near?.candidate;
}

function extractDigits(text: string): string {
  return text.replace(/\D+/g, "");
}

function findKnownKeys(schema: z.ZodType, path: PropertyPath): string[] {
  const at = path.reduce<z.ZodType | undefined>((outer, step) => findChildSchema(outer, step), schema);
  const object = at && unwrapOptional(at);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function findChildSchema(schema: z.ZodType | undefined, step: PathStep): z.ZodType | undefined {
  const outer = schema && unwrapOptional(schema);
  if (outer instanceof z.ZodArray) {
    return outer.element as z.ZodType;
  }
  return outer instanceof z.ZodObject ? (outer.shape as Record<PathStep, z.ZodType>)[step] : undefined;
}

/** The value at a path; everything inside an unknown value is unknown. */
function findValue(value: unknown, path: PropertyPath): unknown {
  return path.reduce<unknown>(
    (outer, step) => (outer instanceof Unknown ? outer : (outer as Record<PathStep, unknown> | undefined)?.[step]),
    value,
  );
}

function describeBound(which: "at least" | "at most", limit: number | bigint, issue: { origin: string }): string {
  switch (issue.origin) {
    case "string":
      return describeLength(which, Number(limit));
    case "array":
      return `must have ${which} ${limit} ${limit === 1 ? "entry" : "entries"}`;
    default:
      return `must be ${which} ${limit}`;
  }
}

function withArticle(expected: string): string {
  const name = { int: "integer", record: "object" }[expected] ?? expected;
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

function describeType(value: unknown): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) {
    return String(value);
  }
  return Array.isArray(value) ? "an array" : withArticle(typeof value);
}
