import { InvalidInputError } from "./invalid-input";
import type { Seed } from "./seed";

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

/** An area's state in memory, to which a seed is applied as a whole or not at all. */
export abstract class SeededStore<Contents> {
  protected contents: Contents;

  /**
   * @param createEmpty Creates the contents before any seed.
   * @param mergeSeed Adds a seed to `base`; throws an `InvalidInputError` where they conflict.
   */
  constructor(
    private readonly createEmpty: () => Contents,
    private readonly mergeSeed: (base: Contents, seed: Seed) => Contents,
  ) {
    this.contents = createEmpty();
  }

  /** See `Area.prepareSeed`. */
  prepareSeed(seed: Seed, mode: "add" | "replace"): () => void {
    const contents = this.mergeSeed(mode === "add" ? this.contents : this.createEmpty(), seed);
    return () => {
      this.contents = contents;
    };
  }

  /** Empties the state. */
  clear(): void {
    this.contents = this.createEmpty();
  }
}
