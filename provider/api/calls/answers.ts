import * as z from "zod";
import type { OpenEnum } from "../../values/open-enum";
import { isJsonObject, readOwnValue } from "../../values/json";

/**
 * The problem of an answer that is about another object, as a bad cache or gateway sends it. Accepted, it would have us
 * change or delete somebody else's object.
 */
export function describeOther(keyName: "id" | "name", asked: string, answered: string | number): string | undefined {
  const key = String(answered);
  // The platform ignores the case of a UUID.
  return key.toLowerCase() === asked.toLowerCase()
    ? undefined
    : `${keyName}: is ${JSON.stringify(key)}, not the requested one`;
}

/** A field with one of the listed words, or a word of a later version. */
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

/** The path of the first field whose value in `other` is not that of `known`. Empty values count as missing. */
export function findUnequalField(known: unknown, other: unknown, path = ""): string | undefined {
  if (isEmpty(known)) {
    return undefined;
  }
  const areLists = Array.isArray(known) && Array.isArray(other) && known.length === other.length;
  if (!areLists && !(isJsonObject(known) && isJsonObject(other))) {
    return known === other ? undefined : path;
  }
  for (const [key, value] of Object.entries(known)) {
    const place = areLists ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    const unequal = findUnequalField(value, readOwnValue(other, key), place);
    if (unequal !== undefined) {
      return unequal;
    }
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  const hasFields = Array.isArray(value) || isJsonObject(value);
  return value === undefined || value === null || value === "" || (hasFields && Object.keys(value).length === 0);
}
