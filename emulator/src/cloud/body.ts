import type { z } from "zod";
import { toFieldProblems, ProblemsByField, type FieldProblem, type Wording } from "../field-problems";
import { isObject } from "../json-object";
import { InvalidFieldsError } from "./replies";

const wording: Wording = {
  required: "This field is required.",
  isNull: "This field may not be null.",
  unknown: "Unknown property.",
  wrongType: {
    string: "Not a valid string.",
    boolean: "Not a valid boolean.",
    number: "Not a valid integer.",
    int: "Not a valid integer.",
    object: "Expected an object.",
  },
};

/** A rule that a schema cannot express. */
type ExtraRule = (body: Readonly<Record<string, unknown>>) => readonly FieldProblem[];

/**
 * Parses a body; throws an {@link InvalidFieldsError} with every problem of schema and rule. Nested fields are named by
 * their dotted path.
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown, rule: ExtraRule = () => []): T {
  if (!isObject(body)) {
    throw new InvalidFieldsError(new Map([["body", ["Expected an object."]]]));
  }
  const result = schema.safeParse(body);
  const problems = new ProblemsByField();
  const found = [...toFieldProblems(result.error?.issues ?? [], body, wording), ...rule(body)];
  for (const { path, text } of found) {
    problems.add(path.map(String).join("."), text);
  }
  if (!result.success || !problems.isEmpty) {
    throw new InvalidFieldsError(problems.entries);
  }
  return result.data;
}
