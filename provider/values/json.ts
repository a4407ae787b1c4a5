export type JsonObject = Record<string, unknown>;

/** Whether a value is a plain object. Arrays and instances of a class, such as Pulumi's `Output`, are not. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function pick(object: object, keep: (key: string, value: unknown) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => keep(key, value)));
}

export function withoutNulls(object: object): JsonObject {
  return pick(object, (_, value) => value !== undefined && value !== null);
}

export function mapValues(object: object, map: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

export type WithNulls<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Exclude<Fields[Name], undefined> | null : Fields[Name];
};

export function withNulls<Fields extends object>(fields: Fields): WithNulls<Fields> {
  return mapValues(fields, (value) => value ?? null) as WithNulls<Fields>;
}

export function readOwnValue(value: unknown, key: PropertyKey): unknown {
  const hasKeys = Array.isArray(value) || isJsonObject(value);
  return hasKeys && Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}

export function readValueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(readOwnValue, value);
}

/** Returns the path of the first difference. Fields missing or empty in `known` are skipped. */
export function findUnequalField(known: unknown, other: unknown, path = ""): string | undefined {
  const hasFields = Array.isArray(known) || isJsonObject(known);
  if (known === undefined || known === null || known === "" || (hasFields && Object.keys(known).length === 0)) {
    return undefined;
  }
  const areLists = Array.isArray(known) && Array.isArray(other) && known.length === other.length;
  if (!areLists && !(isJsonObject(known) && isJsonObject(other))) {
    return known === other ? undefined : path;
  }
  for (const [key, value] of Object.entries(known)) {
    const place = areLists ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    const unequal = findUnequalField(value, readOwnValue(other, key), place);
    if (unequal !== undefined) {
      return unequal;
    }
  }
  return undefined;
}

/** Returns the same JSON for any order of keys, without fields that are `null`: the engine treats those as missing. */
export function toCanonicalJson(value: unknown, { keepsNulls = false } = {}): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isJsonObject(item)
      ? Object.fromEntries(
          Object.keys(item)
            .filter((key) => keepsNulls || item[key] !== null)
            .sort()
            .map((key) => [key, item[key]]),
        )
      : item,
  );
}

/** Few levels are needed. At little more than a thousand, the host fails and the engine hangs. */
export const maxNesting = 100;

export const tooDeep = `nested more than ${maxNesting} levels deep`;

export function isTooDeep(value: unknown, levels = maxNesting): boolean {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.values(value) : undefined;
  return children !== undefined && (levels === 0 || children.some((child) => isTooDeep(child, levels - 1)));
}

/** Escapes every UTF-16 code unit of a text as in JSON: `\u202e`. */
export function escapeUnits(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
