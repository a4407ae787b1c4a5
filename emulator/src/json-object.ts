/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Overrides fields of an object by those that a change gives. */
export function mergeChange<V extends object>(stored: V, change: object = {}): V {
  return { ...stored, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
}
