/** `hostHeaderOverride` → `host_header_override`: the platform's name of a property. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `host_header_override` → `hostHeaderOverride`: the user's name of a field. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** An object with every key renamed; values are passed on unchanged. */
export function renameKeys(object: object, rename: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [rename(key), value as unknown]));
}
