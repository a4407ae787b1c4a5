// @ts-check
"use strict";

/** Chooses by a generator that the seed starts (mulberry32): the same seed makes the same choices everywhere. */
class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = seed | 0;
  }

  /** At least 0 and less than 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /**
   * @template Choice
   * @param {readonly Choice[]} choices
   * @returns {Choice}
   */
  pick(choices) {
    return /** @type {Choice} */ (choices[Math.floor(this.next() * choices.length)]);
  }

  /** @param {number} probability */
  hits(probability) {
    return this.next() < probability;
  }

  /**
   * From 1 to `most`.
   * @param {number} most
   */
  upTo(most) {
    return 1 + Math.floor(this.next() * most);
  }

  /**
   * A key, each as often as its weight says.
   * @template {string} Key
   * @param {Record<Key, number>} weights
   * @returns {Key}
   */
  weigh(weights) {
    const entries = /** @type {[Key, number][]} */ (Object.entries(weights));
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    const found = entries.find(([, weight]) => (left -= weight) < 0);
    return /** @type {[Key, number]} */ (found ?? entries.at(-1))[0];
  }
}

module.exports = { Random };
