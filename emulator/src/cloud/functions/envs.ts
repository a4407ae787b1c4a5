import { z } from "zod";
import { countCharacters } from "../../count-characters";
import { isObject } from "../../json-object";

const limit = 255;

/** Rules of contract 2.6 and the platform facts "Functions". */
function checkVariable(key: string, value: unknown): string[] {
  const problems: string[] = [];
  if (countCharacters(key) < 1 || countCharacters(key) > limit) {
    problems.push(`The key has to have 1 to ${limit} characters.`);
  }
  if (key !== "" && !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(key)) {
    problems.push("The key takes letters, digits and underscores, and does not begin with a digit.");
  }
  if (typeof value !== "string") {
    problems.push("Not a valid string.");
  } else if (countCharacters(value) > limit) {
    problems.push(`The value may have no more than ${limit} characters.`);
  }
  return problems;
}

const unchecked = z
  .custom<Readonly<Record<string, string>>>()
  .meta({ type: "object", additionalProperties: { type: "string" } });

/** Environment variables. A custom check, because a record schema ignores keys like `__proto__`. */
export const envs = unchecked.superRefine((value: unknown, context) => {
  if (!isObject(value)) {
    return context.addIssue({ code: "custom", message: "Expected an object." });
  }
  for (const [key, text] of Object.entries(value)) {
    for (const message of checkVariable(key, text)) {
      context.addIssue({ code: "custom", path: [key], message });
    }
  }
});
