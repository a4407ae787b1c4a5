import { largeStacks } from "./large-stacks";
import { manyReads } from "./many-reads";
import { scale } from "./scale";
import type { Section } from "./section";

/** What the page has besides the comparison with the echo, in this order. */
export const sections: readonly Section[] = [manyReads, scale, largeStacks];
