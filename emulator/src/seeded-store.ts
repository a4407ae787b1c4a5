import type { Seed } from "./seed";

/** An area's state in memory: it starts empty, and takes a seed as a whole or not at all. */
export abstract class SeededStore<Contents> {
  protected contents: Contents;

  /**
   * @param empty Makes what there is before any seed; each time anew, because a store may change it in place.
   * @param merge What there is once a seed has come to `base`; throws where they do not go together.
   */
  constructor(
    private readonly empty: () => Contents,
    private readonly merge: (base: Contents, seed: Seed) => Contents,
  ) {
    this.contents = empty();
  }

  /** Checks the area's keys of a seed and returns the step that takes them; nothing changes before it runs. */
  prepare(seed: Seed, mode: "add" | "replace"): () => void {
    const contents = this.merge(mode === "add" ? this.contents : this.empty(), seed);
    return () => {
      this.contents = contents;
    };
  }

  /** Back to empty. */
  restart(): void {
    this.contents = this.empty();
  }
}
