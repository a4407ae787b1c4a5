import type { Seed } from "./seed";

/** An area's state in memory: it starts empty, and takes a seed as a whole or not at all. */
export abstract class SeededStore<Contents> {
  protected contents: Contents;

  /**
   * @param createEmpty Makes what there is before any seed; each time anew, because a store may change it in place.
   * @param mergeSeed What there is once a seed has come to `base`; throws where they do not go together.
   */
  constructor(
    private readonly createEmpty: () => Contents,
    private readonly mergeSeed: (base: Contents, seed: Seed) => Contents,
  ) {
    this.contents = createEmpty();
  }

  /** Checks the area's keys of a seed and returns the step that takes them; nothing changes before it runs. */
  prepareSeed(seed: Seed, mode: "add" | "replace"): () => void {
    const contents = this.mergeSeed(mode === "add" ? this.contents : this.createEmpty(), seed);
    return () => {
      this.contents = contents;
    };
  }

  /** Back to empty. */
  clear(): void {
    this.contents = this.createEmpty();
  }
}
