import type { z } from "zod";

/** How a zod schema describes itself, as far as it is asked here. */
type ZodDef = z.core.$ZodTypeDef & Readonly<Record<string, unknown>>;

type Rename = (wireName: string) => string;

/**
 * Finds out which properties hold whole numbers. TypeScript has one type for all numbers, so the zod schemas are asked:
 * those of arguments, and for other properties those of the platform's answers, as far as they agree.
 */
export function findIntegers(
  argumentSchemas: readonly unknown[],
  answerSchemas: readonly unknown[],
  camelCase: Rename,
): (property: string) => boolean {
  const inArguments = collectNumbers(argumentSchemas, camelCase);
  const inAnswers = collectNumbers(answerSchemas, camelCase);
  return (property) => [...(inArguments.get(property) ?? inAnswers.get(property) ?? [false])].every(Boolean);
}

/** For each property that holds numbers, whether they are whole, as its places in the schemas say. */
function collectNumbers(schemas: readonly unknown[], camelCase: Rename): Map<string, Set<boolean>> {
  const found = new Map<string, Set<boolean>>();
  const visit = (schema: unknown, property: string): void => {
    const def = readDef(schema);
    if (!def) {
      return;
    }
    if (def.type === "number") {
      found.set(property, (found.get(property) ?? new Set()).add(isInteger(def)));
    }
    for (const [key, child] of Object.entries(readShape(def))) {
      visit(child, camelCase(key));
    }
    for (const part of ["innerType", "element", "valueType", "in"]) {
      visit(def[part], property);
    }
  };
  schemas.forEach((schema) => visit(schema, ""));
  return found;
}

function isInteger(def: ZodDef): boolean {
  const checks = ((def.checks ?? []) as unknown[]).map(readDef);
  return [def, ...checks].some((one) => one?.format === "safeint");
}

/** The properties of an object's schema, each with its own schema. */
function readShape(def: ZodDef): Record<string, unknown> {
  return def.type === "object" ? (def.shape as Record<string, unknown>) : {};
}

function readDef(schema: unknown): ZodDef | undefined {
  return (schema as { _zod?: { def: ZodDef } } | undefined)?._zod?.def;
}
