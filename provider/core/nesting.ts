import { deepest } from "../api/transport/decoding";
import { isJsonObject } from "../values/json";

/**
 * What is wrong with a value that is too deep, as the end of a sentence. Nobody writes so many levels; at a few more than
 * a thousand the host itself fails, and the engine then waits for ever.
 */
export const tooDeep = `nested more than ${deepest} levels deep`;

/** Whether there are more arrays and objects inside each other than anything needs; looks no further. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.values(value) : undefined;
  return children !== undefined && (levels === 0 || children.some((child) => isTooDeep(child, levels - 1)));
}
