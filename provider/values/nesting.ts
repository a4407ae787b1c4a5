import { isJsonObject } from "./json";

/** The deepest nesting that is accepted; no arguments and no answer of the platform need a tenth of it. */
export const maxNesting = 100;

/**
 * The reason for refusing a value that is too deep, as the end of a sentence. At little more than a thousand levels the
 * host itself fails, and the engine then waits forever.
 */
export const tooDeep = `nested more than ${maxNesting} levels deep`;

export function isTooDeep(value: unknown, levels = maxNesting): boolean {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.values(value) : undefined;
  return children !== undefined && (levels === 0 || children.some((child) => isTooDeep(child, levels - 1)));
}
