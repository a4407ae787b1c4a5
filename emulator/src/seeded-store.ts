import type { Seed } from "./seed";

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
