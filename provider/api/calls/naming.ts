/** `hostHeaderOverride` → `host_header_override`: the platform's name of a property. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Limits of the cache; all answers together have fewer and shorter names. */
const maxNames = 1000;
const maxNameLength = 100;

const camelNames = new Map<string, string>();

/**
 * `host_header_override` → `hostHeaderOverride`: the user's name of a field. Cached, since a long list repeats them in
 * each entry.
 */
export function camelCase(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) {
    return known;
  }
  const camelName = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (camelNames.size < maxNames && name.length <= maxNameLength) {
    camelNames.set(name, camelName);
  }
  return camelName;
}

/** An object with every key renamed; values are passed on unchanged. */
export function renameKeys(object: object, rename: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [rename(key), value as unknown]));
}

/** `hostHeaderOverride` for `host_header_override`, on types. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A type with every field under the user's name; drops index signatures. */
export type Camelized<Fields> = {
  [Name in keyof Fields as string extends Name ? never : CamelCase<Name & string>]: Fields[Name];
};

/** An answer with every field under the user's name; what is inside the fields is passed on unchanged. */
export function toCamelCaseKeys<Fields extends object>(answer: Fields): Camelized<Fields> {
  return renameKeys(answer, camelCase) as Camelized<Fields>;
}
