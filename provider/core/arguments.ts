import * as z from "zod";
import { isJsonObject, mapValues, pick } from "../values/json";

/**
 * Converts arguments to the form of their schema, whatever the language of the program: in a map of strings, numbers
 * and booleans become strings, and `null` omits an optional argument or an entry of a list. YAML produces both from
 * outputs, whose values a preview does not know, and `undefined` in a list reaches some hosts as `null`. Everything else
 * is left for `checkSchema` to judge.
 */
export function readArguments(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    const entries = given.filter((entry: unknown) => entry !== null);
    return entries.map((entry: unknown) => readArguments(inner.element as z.ZodType, entry));
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

/** The schema inside optional and nullable ones. */
export function unwrapOptional(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapOptional(schema.unwrap() as z.ZodType)
    : schema;
}

/** A number that has lost digits stays a number, so that the schema refuses it. */
function toText(value: unknown): unknown {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value === "boolean" || isExact ? String(value) : value;
}
