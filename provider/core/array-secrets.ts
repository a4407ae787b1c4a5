import { isJsonObject, mapValues, pick } from "../json";
import type { JsonObject } from "../json";

/**
 * Where the entries of an array hold secrets, and the map that keeps them instead. The engine marks a whole array as
 * secret as soon as anything in it is; the leaves of an object it marks one by one. So secrets leave the array before
 * a resource is registered (`extract-secrets.ts`) and come back before its handler sees the values (`inject-secrets.ts`).
 */
export interface ArraySecrets {
  /** Property that holds the array: `sources`. */
  array: string;
  /** Property of an entry that holds the secrets: `config`. */
  object: string;
  /** Property of that object that identifies the entry at any position: `s3BucketName`. */
  key: string;
  /** Property that keeps the secrets by that key: `s3Credentials`. */
  map: string;
  /** For each name in the map the name in the entry. */
  leaves: Record<string, string>;
}

/** The object of an entry that may hold secrets, if it is known and there. */
export function objectOf(entry: unknown, spec: ArraySecrets): JsonObject | undefined {
  const object = isJsonObject(entry) ? entry[spec.object] : undefined;
  return isJsonObject(object) ? object : undefined;
}

/** The secrets of an entry under their names in the map, or undefined if it has none. */
export function secretsOf(entry: unknown, spec: ArraySecrets): JsonObject | undefined {
  const object = objectOf(entry, spec);
  const secrets = pick(
    mapValues(spec.leaves, (name) => object?.[name as string]),
    (_, value) => value !== undefined,
  );
  return Object.keys(secrets).length > 0 ? secrets : undefined;
}

/** The entry without its secrets. */
export function withoutSecrets(entry: unknown, spec: ArraySecrets): unknown {
  const object = objectOf(entry, spec);
  const names = Object.values(spec.leaves);
  return object ? { ...(entry as JsonObject), [spec.object]: pick(object, (name) => !names.includes(name)) } : entry;
}

/** The names under which an entry's secrets may stand in the map: its own key first, then its position. */
export function mapKeys(entry: unknown, index: number, spec: ArraySecrets): string[] {
  const key = objectOf(entry, spec)?.[spec.key];
  return typeof key === "string" ? [key, positionKey(index, spec)] : [positionKey(index, spec)];
}

/** The name of an entry whose own key is only known later; no bucket can be called that. */
export function positionKey(index: number, spec: ArraySecrets): string {
  return `${spec.array}[${index}]`;
}
