import { z } from "zod";
import type { OpenEnum } from "../../values/open-enum";

/** A field with one of the listed words, which a new one does not break. */
export function openEnum<const Words extends string>(..._words: Words[]): z.ZodType<OpenEnum<Words>> {
  return z.string();
}

/** A field that may be `null` or not there at all, which is the same. */
export function nullable<T>(field: z.ZodType<T>) {
  return field.nullish().transform((value): T | null => value ?? null);
}

/** Of an answer exactly the fields that its schema names; undefined where it has none. */
export function namedFields<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  answer: object,
): { [Name in keyof Shape]: z.output<Shape[Name]> } {
  const source = answer as Record<string, unknown>;
  const fields = Object.keys(shape).map((name) => [name, source[name]]);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.output<Shape[Name]> };
}
