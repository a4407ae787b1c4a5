import { InvalidInputError } from "./invalid-input";

/**
 * A copy of `existing` with `added` behind it. Throws an `InvalidInputError` with the path in the seed when two have the
 * same key; `keyName` says which property that is.
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
      throw new InvalidInputError(`The seed is not valid: ${path}[${index}].${keyName}: "${key}" is used already`);
    }
    all.set(key, item);
  }
  return all;
}
