import type { z } from "zod";
import { isObject } from "./json-object";

/** The messages of one product of the platform. */
export interface Wording {
  readonly required: string;
  readonly isNull: string;
  readonly unknown: string;
  /** By zod's name of the expected type. */
  readonly wrongType: Readonly<Record<string, string | ((value: unknown) => string)>>;
}

/** One problem of a body. */
export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

function readPath(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) {
      return value[Number(part)] as unknown;
    }
    return isObject(value) && Object.hasOwn(value, String(part)) ? value[String(part)] : undefined;
  }, body);
}

function describeIssue(issue: z.core.$ZodIssue, body: unknown, { required, isNull, wrongType }: Wording): string {
  const value = readPath(body, issue.path);
  // A custom rule below the top level has a message of its own, also for missing values.
  const isType = issue.code !== "custom" || issue.path.length === 1;
  if (isType && value === undefined) {
    return required;
  }
  if (isType && value === null) {
    return isNull;
  }
  const text = issue.code === "invalid_type" ? wrongType[issue.expected] : undefined;
  return typeof text === "function" ? text(value) : (text ?? issue.message);
}

/** Translates zod's issues into a product's messages. */
export function toFieldProblems(issues: readonly z.core.$ZodIssue[], body: unknown, wording: Wording): FieldProblem[] {
  return issues.flatMap((issue): FieldProblem[] => {
    if (issue.code !== "unrecognized_keys") {
      return [{ path: issue.path, text: describeIssue(issue, body, wording) }];
    }
    return issue.keys.map((key) => ({ path: [...issue.path, key], text: wording.unknown }));
  });
}

/** Messages by field, each once. Uses maps, because a body may have keys like `__proto__`. */
export class ProblemsByField {
  private readonly texts = new Map<string, Set<string>>();

  add(field: string, text: string): void {
    const texts = this.texts.get(field);
    if (texts) {
      texts.add(text);
    } else {
      this.texts.set(field, new Set([text]));
    }
  }

  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  /** The messages of each field, in the order in which they were added. */
  get entries(): Map<string, string[]> {
    return new Map([...this.texts].map(([field, texts]) => [field, [...texts]]));
  }
}
