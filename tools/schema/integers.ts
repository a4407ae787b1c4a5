// @ts-check
"use strict";

/** @typedef {import("./spec").ZodDef} ZodDef */

/**
 * The names of properties that hold whole numbers. TypeScript has one type for all numbers, so this is asked of the zod
 * schemas: of those of arguments, and for the rest of those of the platform's answers, as far as these agree.
 * @param {readonly unknown[]} argumentSchemas
 * @param {readonly unknown[]} answerSchemas
 * @param {(wireName: string) => string} camelCase
 * @returns {(property: string) => boolean}
 */
function integersIn(argumentSchemas, answerSchemas, camelCase) {
  const [given, told] = [argumentSchemas, answerSchemas].map((schemas) => numbersIn(schemas, camelCase));
  return (property) => [...(given?.get(property) ?? told?.get(property) ?? [false])].every(Boolean);
}

/**
 * For each property that holds numbers, whether they are whole, once for each place.
 * @param {readonly unknown[]} schemas
 * @param {(wireName: string) => string} camelCase
 */
function numbersIn(schemas, camelCase) {
  /** @type {Map<string, Set<boolean>>} */
  const found = new Map();
  /** @type {(schema: unknown, property: string) => void} */
  const look = (schema, property) => {
    const def = defOf(schema);
    if (!def) {
      return;
    }
    if (def.type === "number") {
      found.set(property, (found.get(property) ?? new Set()).add(isWhole(def)));
    }
    for (const [key, child] of Object.entries(shapeOf(schema))) {
      look(child, camelCase(key));
    }
    for (const part of ["innerType", "element", "valueType", "in"]) {
      look(def[part], property);
    }
  };
  schemas.forEach((schema) => look(schema, ""));
  return found;
}

/** @param {ZodDef} def */
function isWhole(def) {
  const checks = /** @type {unknown[]} */ (def.checks ?? []).map(defOf);
  return [def, ...checks].some((one) => one?.format === "safeint");
}

/**
 * The properties of a zod object, each with its schema.
 * @param {unknown} schema
 * @returns {Record<string, unknown>}
 */
function shapeOf(schema) {
  const def = defOf(schema);
  return def?.type === "object" ? /** @type {Record<string, unknown>} */ (def.shape) : {};
}

/**
 * @param {unknown} schema
 * @returns {ZodDef | undefined}
 */
function defOf(schema) {
  return /** @type {{ _zod?: { def: ZodDef } } | undefined} */ (schema)?._zod?.def;
}

module.exports = { defOf, integersIn, shapeOf };
