import { InvalidInputError } from "./invalid-input";

/**
 * Returns `existing` plus `added`. If two have the same key, throws an `InvalidInputError` that names the path in the
 * seed; `keyName` is the property that holds the key.
 */
export function addUnique<T>(
  existing: ReadonlyMap<string, T>,
  added: readonly T[],
  { path, keyName, keyOf }: { path: string; keyName: string; keyOf: (item: T) => string },
): Map<string, T> {
  const all = new Map(existing);
  for (const [index, item] of added.entries()) {
    const key = keyOf(item);
    if (all.has(key)) {
      throw new InvalidInputError(`The seed is not valid: ${path}[${index}].${keyName}: "${key}" is already used`);
    }
    all.set(key, item);
  }
  return all;
}
