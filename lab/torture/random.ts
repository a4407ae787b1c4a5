/** Chooses by a seeded generator (mulberry32): the same seed makes the same choices everywhere. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  pick<Choice>(choices: readonly Choice[]): Choice {
    return choices[Math.floor(this.next() * choices.length)] as Choice;
  }

  /** Returns true with this probability. */
  decide(probability: number): boolean {
    return this.next() < probability;
  }

  /** Picks a whole number from 1 to `most`. */
  pickUpTo(most: number): number {
    return 1 + Math.floor(this.next() * most);
  }

  /** Picks a key; one of weight 2 is picked twice as often as one of weight 1. */
  pickWeighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    const found = entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1);
    return (found as [Key, number])[0];
  }
}
