import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { describeLength } from "../values/characters";
import { isJsonObject, mapValues, pick, readOwnValue } from "../values/json";
import { formatPropertyPath, type PathStep, type PropertyPath } from "./property-paths";
import { Unknown } from "./tree";

/**
 * In a YAML program, an output can be `null` or, in a map of strings, a number or boolean. A preview may not know the
 * output yet, so if such a value were refused, only the `up` would fail.
 */
export function coerceArguments(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    const entries = given.filter((entry: unknown) => entry !== null);
    return entries.map((entry: unknown) => coerceArguments(inner.element as z.ZodType, entry));
  }
  if (inner instanceof z.ZodObject && isJsonObject(given)) {
    const shape = new Map(Object.entries<z.ZodType>(inner.shape));
    const kept = pick(given, (key, value) => value !== null || !(shape.get(key) instanceof z.ZodOptional));
    return mapValues(kept, (value, key) => coerceArguments(shape.get(key) ?? z.unknown(), value));
  }
  const isMap = inner instanceof z.ZodRecord && isJsonObject(given);
  if (!isMap || !(unwrapOptional(inner.valueType as z.ZodType) instanceof z.ZodString)) {
    return given;
  }
  return mapValues(given, (value) => {
    // An infinite number, or an integer too large to be exact, stays a number, so that the schema refuses it.
    const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return typeof value === "boolean" || isExact ? String(value) : value;
  });
}

function unwrapOptional(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapOptional(schema.unwrap() as z.ZodType)
    : schema;
}

export interface Failure {
  /** The subject of a sentence, usually the path of an argument: `sources[1].config.s3Region`. */
  property: string;
  /** The rest of the sentence. It may quote a secret, which must be masked before users see it. */
  reason: string;
  isMissing?: true;
}

/** An `Unknown` fits any schema. */
export function checkSchema(schema: z.ZodType, value: unknown): Failure[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  const issues = (parsed.error?.issues ?? []).map((issue) => {
    // Zod's type also allows symbols, but a path in JSON has only strings and numbers.
    const path = issue.path as PathStep[];
    return { issue, path, property: formatPropertyPath(path) };
  });
  const typeIssues = issues.filter(({ issue }) => issue.code === "invalid_type");
  const pathsOfWrongType = new Set(typeIssues.map(({ property }) => property));
  return issues.flatMap(({ issue, path, property }) => {
    // Zod takes an `Unknown` for an empty object, and reports a wrong type or missing properties. Neither is a failure.
    const found = path.reduce((outer, step) => (outer instanceof Unknown ? outer : readOwnValue(outer, step)), value);
    // Zod also checks the length of a value of the wrong type, such as an array for a string. One failure is enough.
    const isRepeated = issue.code !== "invalid_type" && pathsOfWrongType.has(property);
    if (found instanceof Unknown || isRepeated) {
      return [];
    }
    if (issue.code === "unrecognized_keys") {
      const known = findKnownKeys(schema, path);
      return issue.keys.map((key) => ({
        property: formatPropertyPath([...path, key]),
        reason: `is not a property${suggestNear(key, known)}; remove it`,
      }));
    }
    const isMissing = (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
    return [{ property, reason: explainIssue(issue), ...(isMissing && { isMissing }) }];
  });
}

function explainIssue(issue: z.core.$ZodIssue): string {
  const { code, input } = issue;
  switch (code) {
    case "invalid_type": {
      if (issue.expected === "int" && typeof input === "number") {
        return "must be a whole number";
      }
      if (input === undefined) {
        return "is required";
      }
      if (issue.expected === "string" && Number.isInteger(input) && !Number.isSafeInteger(input)) {
        return "must be a string, not a number: a number this large loses digits; put it in quotes";
      }
      const isWord = input === null || (typeof input === "number" && !Number.isFinite(input));
      const given = isWord ? String(input) : withArticle(Array.isArray(input) ? "array" : typeof input);
      return `must be ${withArticle(issue.expected)}, not ${given}`;
    }
    case "invalid_value": {
      const allowed = issue.values.map((value) => JSON.stringify(value)).join(", ");
      if (input === undefined) {
        return `is required: one of ${allowed}`;
      }
      // The dynamic provider sorts some lists, so the position of an entry may not be the one in the program.
      const isShort = typeof input === "number" || (typeof input === "string" && input.length <= 100);
      const entry = typeof issue.path.at(-1) === "number" && isShort ? `, not ${JSON.stringify(input)}` : "";
      const near = typeof input === "string" ? suggestNear(input, issue.values.map(String)) : "";
      return `must be one of ${allowed}${entry}${near}`;
    }
    case "too_big":
    case "too_small": {
      const [which, limit] =
        code === "too_big" ? (["at most", issue.maximum] as const) : (["at least", issue.minimum] as const);
      if (issue.origin === "string") {
        return describeLength(which, Number(limit));
      }
      const count = `${which} ${limit}`;
      return issue.origin === "array" ? `must have ${count} ${limit === 1 ? "entry" : "entries"}` : `must be ${count}`;
    }
    default:
      return issue.message;
  }
}

function withArticle(expected: string): string {
  const name = { int: "integer", record: "object" }[expected] ?? expected;
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

export function suggestNear(given: string, allowed: readonly string[], prefix = ""): string {
  const maxEdits = Math.max(2, given.length / 3);
  const near = allowed
    .filter((candidate) => Math.abs(candidate.length - given.length) <= maxEdits)
    .map((candidate) => ({ candidate, edits: distance(given.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => {
      // Words with different digits usually mean different things, so they may be at most one edit apart.
      const haveSameDigits = candidate.replace(/\D+/g, "") === given.replace(/\D+/g, "");
      return edits <= (haveSameDigits ? maxEdits : 1);
    })
    .sort((a, b) => a.edits - b.edits)[0];
  return near ? ` (did you mean "${prefix}${near.candidate}"?)` : "";
}

function findKnownKeys(schema: z.ZodType, [step, ...rest]: PropertyPath): string[] {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodArray) {
    return findKnownKeys(inner.element as z.ZodType, rest);
  }
  const shape = inner instanceof z.ZodObject ? (inner.shape as Record<PathStep, z.ZodType>) : {};
  const child = step === undefined ? undefined : shape[step];
  return child ? findKnownKeys(child, rest) : Object.keys(shape);
}
