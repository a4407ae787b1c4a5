import * as z from "zod";
import type { OpenEnum } from "../../values/open-enum";

/** A field with one of the listed words; unknown words are accepted, too. */
export function openEnum<const Words extends string>(..._words: Words[]): z.ZodType<OpenEnum<Words>> {
  return z.string();
}

/** A field that may be `null` or missing; both give `null`. */
export function nullable<T>(field: z.ZodType<T>) {
  return field.nullish().transform((value): T | null => value ?? null);
}

/** The fields of an answer that its schema names; missing ones are undefined. */
export function pickNamedFields<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  answer: object,
): { [Name in keyof Shape]: z.output<Shape[Name]> } {
  const source = answer as Record<string, unknown>;
  const fields = Object.keys(shape).map((name) => [name, source[name]]);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.output<Shape[Name]> };
}
