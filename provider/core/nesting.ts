import { isJsonObject } from "../json";

/** Nobody writes so many levels. A few more than a thousand, and the host itself fails at them: the engine then waits for ever. */
const deepest = 100;

/** What is wrong with a value that is too deep, as the end of a sentence. */
export const tooDeep = `nested more than ${deepest} levels deep`;

/** Whether there are more arrays and objects inside each other than anything needs; looks no further. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.values(value) : undefined;
  return children !== undefined && (levels === 0 || children.some((child) => isTooDeep(child, levels - 1)));
}
