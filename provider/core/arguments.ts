import { z } from "zod";
import { isJsonObject, mapValues, pick } from "../values/json";

/**
 * Arguments as their schema has them, whatever the language of the program: in a map of texts, a number or a boolean is
 * its text, and `null` for an argument that may be left out leaves it out. YAML gives both for outputs, which a preview
 * does not know yet. Everything else stays as it is, for `schemaFailures` to judge.
 */
export function readArguments(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    return given.map((entry: unknown) => readArguments(inner.element as z.ZodType, entry));
  }
  if (inner instanceof z.ZodObject && isJsonObject(given)) {
    const shape = new Map(Object.entries<z.ZodType>(inner.shape));
    const isLeftOut = (key: string, value: unknown) => value === null && shape.get(key) instanceof z.ZodOptional;
    return mapValues(
      pick(given, (key, value) => !isLeftOut(key, value)),
      (value, key) => readArguments(shape.get(key) ?? z.unknown(), value),
    );
  }
  if (inner instanceof z.ZodRecord && isJsonObject(given)) {
    const valueType = unwrapOptional(inner.valueType as z.ZodType);
    return mapValues(given, (value) => (valueType instanceof z.ZodString ? toText(value) : value));
  }
  return given;
}

/** The schema of the value itself, of one that may be left out or null. */
export function unwrapOptional(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapOptional(schema.unwrap() as z.ZodType)
    : schema;
}

/** The text of a number or a boolean; a number that has lost digits on its way here stays one, and is refused. */
function toText(value: unknown): unknown {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value === "boolean" || isExact ? String(value) : value;
}
