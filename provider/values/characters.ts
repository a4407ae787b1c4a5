import * as z from "zod";

/** Counts code points, as the platform does. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Also accepts a blank text; `requireText` does not. */
export const lineOfText = z
  .string()
  .refine((value) => value.trim() === value || isBlank(value), {
    error: "must not begin or end with white space, such as a line break",
  })
  .refine((value) => !/\p{Cc}/u.test(value.trim()), {
    error: "must not contain a control character, such as a line break",
  });

export function requireText(max = Infinity): z.ZodString {
  return lineOfText
    .refine((value) => !isBlank(value), { error: "must not be blank" })
    .refine((value) => countCharacters(value) <= max, { error: describeLength("at most", max) });
}

/** Unlike `requireText`, allows blank texts, line breaks, and white space at the ends. */
export function limitText(min: number, max: number): z.ZodString {
  return z
    .string()
    .refine((value) => countCharacters(value) >= min, describeLength("at least", min))
    .refine((value) => countCharacters(value) <= max, describeLength("at most", max));
}

/** The message does not say how long the text is, because the text may be a secret. */
export function describeLength(bound: "at least" | "at most", limit: number): string {
  if (bound === "at least" && limit === 1) {
    return "must not be empty";
  }
  return `must have ${bound} ${limit} ${limit === 1 ? "character" : "characters"}`;
}
