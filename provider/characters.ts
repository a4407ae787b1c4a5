import { z } from "zod";

/** The length of a text in characters, as a person and the platform count them: one for each code point. */
export function characterCount(text: string): number {
  return [...text].length;
}

/** A text of so many characters. */
export function textOf(min: number, max: number): z.ZodType<string> {
  return z.string().superRefine((value, context) => {
    const length = characterCount(value);
    if (length < min || length > max) {
      const limit = length < min ? `at least ${min}` : `at most ${max}`;
      const noun = (length < min ? min : max) === 1 ? "character" : "characters";
      context.addIssue({ code: "custom", message: `must have ${limit} ${noun}, has ${length}` });
    }
  });
}
