/** What is asked of a zod schema: whether a number is whole, and which schemas are in it. */
interface Schema {
  readonly isInt?: boolean;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly in?: Schema;
  readonly def?: { readonly innerType?: Schema };
}

type Rename = (wireName: string) => string;

/**
 * Finds out which properties hold whole numbers. TypeScript has one type for all numbers, so the zod schemas are asked:
 * those of arguments, and for other properties those of the platform's answers, as far as they agree.
 * @param answers May hold other things as well.
 */
export function findIntegers(
  args: readonly unknown[],
  answers: readonly unknown[],
  camelCase: Rename,
): (property: string) => boolean {
  const [inArguments, inAnswers] = [args, answers].map((schemas) => collectNumbers(schemas as Schema[], camelCase));
  return (property) => [...(inArguments?.get(property) ?? inAnswers?.get(property) ?? [false])].every(Boolean);
}

/** For each property that holds numbers, whether they are whole, as its places in the schemas say. */
function collectNumbers(schemas: readonly Schema[], camelCase: Rename): Map<string, Set<boolean>> {
  const found = new Map<string, Set<boolean>>();
  const visit = (schema: Schema, property: string): void => {
    if (schema.isInt !== undefined) {
      found.set(property, (found.get(property) ?? new Set()).add(schema.isInt));
    }
    const inside = [schema.in, schema.element, schema.valueType, schema.def?.innerType];
    inside.forEach((inner) => inner && visit(inner, property));
    Object.entries(schema.shape ?? {}).forEach(([name, field]) => visit(field, camelCase(name)));
  };
  schemas.forEach((schema) => visit(schema, ""));
  return found;
}
