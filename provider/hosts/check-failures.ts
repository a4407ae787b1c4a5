import { toPrintable } from "../core/engine-text";
import type { Failure } from "../core/handler";

/** More failures at once help nobody. */
const maxFailures = 100;

/**
 * One sentence for each failure, which names its property itself: given the property, the engine would print its value,
 * secret or not.
 */
export function formatFailures(failures: readonly Failure[]): string[] {
  const texts = failures.slice(0, maxFailures).map(({ property, reason }) => toPrintable(`${property} ${reason}`));
  const more = failures.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])];
}
