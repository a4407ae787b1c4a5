import type * as z from "zod";

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function renameKeys(object: object, rename: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [rename(key), value as unknown]));
}

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Drops the index signature that `z.looseObject` adds. */
export type Camelized<Fields> = {
  [Name in keyof Fields as string extends Name ? never : CamelCase<Name & string>]: Fields[Name];
};

/** Renames only top-level keys. The result also has the keys that `Fields` does not name. */
export function toCamelCaseKeys<Fields extends object>(answer: Fields): Camelized<Fields> {
  return renameKeys(answer, camelCase) as Camelized<Fields>;
}

export function readFields<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>, answer: object) {
  const source = answer as Record<string, unknown>;
  const fields = Object.fromEntries(Object.keys(shape).map((name) => [name, source[name]]));
  return toCamelCaseKeys(fields as { [Name in keyof Shape]: z.output<Shape[Name]> });
}

export function defineFields<const Name extends string, Field extends z.ZodType>(field: Field, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>;
}
