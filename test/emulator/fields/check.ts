/** Whether a value of an answer is what a table of the contract says. */
export type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === "string";
export const flag: Check = (value) => typeof value === "boolean";
export const number: Check = (value) => typeof value === "number";
export const integer: Check = (value) => Number.isSafeInteger(value);
export const moment: Check = (value) => text(value) && !Number.isNaN(Date.parse(value as string));
export const uuid4: Check = (value) =>
  text(value) && /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value as string);
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const objectOf =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    problems(value, fields).length === 0;

/** Names the fields that are missing, not in the table, or of another kind than the table says. */
export function problems(value: unknown, fields: Readonly<Record<string, Check>>): string[] {
  const found = value as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(fields), ...Object.keys(found)]);
  return [...names].filter((name) => !(name in found) || fields[name]?.(found[name]) !== true);
}
