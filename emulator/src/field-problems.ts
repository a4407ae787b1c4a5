import type { z } from "zod";
import { isObject } from "./json-object";

/** How a product of the platform says what is wrong with a field. */
export interface Wording {
  readonly required: string;
  readonly isNull: string;
  readonly unknown: string;
  /** By the type that was expected, as zod calls it. */
  readonly wrongType: Readonly<Record<string, string | ((value: unknown) => string)>>;
}

/** One thing that is wrong with a body. */
export interface FieldProblem {
  /** Where it is; the last part of an unknown property is its name. */
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** What is at a path of a body; undefined where there is nothing. */
function readPath(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)] as unknown;
    return isObject(value) && Object.hasOwn(value, String(part)) ? value[String(part)] : undefined;
  }, body);
}

function describeIssue(issue: z.core.$ZodIssue, body: unknown, { required, isNull, wrongType }: Wording): string {
  const value = readPath(body, issue.path);
  // A rule of its own below a field has words of its own for what is missing.
  const isType = issue.code !== "custom" || issue.path.length === 1;
  if (isType && value === undefined) return required;
  if (isType && value === null) return isNull;
  const text = issue.code === "invalid_type" ? wrongType[issue.expected] : undefined;
  return typeof text === "function" ? text(value) : (text ?? issue.message);
}

/** What is wrong with a body, in a product's words. */
export function toFieldProblems(issues: readonly z.core.$ZodIssue[], body: unknown, wording: Wording): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    if (issue.code !== "unrecognized_keys") return [{ path: issue.path, text: describeIssue(issue, body, wording) }];
    return issue.keys.map((key) => ({ path: [...issue.path, key], text: wording.unknown }));
  });
}

/** Collects texts by field, each once. A map, because a body's keys can be names like `__proto__`. */
export class ProblemsByField {
  private readonly texts = new Map<string, Set<string>>();

  add(field: string, text: string): void {
    const texts = this.texts.get(field);
    if (texts) texts.add(text);
    else this.texts.set(field, new Set([text]));
  }

  /** Whether nothing is wrong. */
  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  /** The texts of each field, in the order in which they came. */
  get entries(): Map<string, string[]> {
    return new Map([...this.texts].map(([field, texts]) => [field, [...texts]]));
  }
}
