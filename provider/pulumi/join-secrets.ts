import { isJsonObject, pick, type JsonObject } from "../json";
import { mapKeys, objectOf, positionKey, secretsOf, withoutSecrets, type ArraySecrets } from "./array-secrets";
import { Unknown } from "./unknown";

/** Host side: puts the secrets back into the entries that they belong to. */
export function joinSecrets(values: JsonObject, spec: ArraySecrets): JsonObject {
  const { [spec.map]: map, ...rest } = values;
  const entries = values[spec.array];
  if (!Array.isArray(entries) || !isJsonObject(map)) {
    return rest;
  }
  const secretsFor = (entry: unknown, index: number) =>
    mapKeys(entry, index, spec)
      .map((key) => map[key])
      .find(isJsonObject);
  return {
    ...rest,
    [spec.array]: entries.map((entry: unknown, index) => joined(entry, secretsFor(entry, index), spec)),
  };
}

/**
 * Host side: the inverse. Keeps to the keys of the map that came in (`before`), since the engine recognises what is
 * secret by its path; secrets of entries that are unknown yet stay as they came.
 */
export function splitSecrets(values: JsonObject, spec: ArraySecrets, before: unknown): JsonObject {
  const entries = values[spec.array];
  if (!Array.isArray(entries)) {
    return before === undefined ? values : { ...values, [spec.map]: before };
  }
  const known = isJsonObject(before) ? before : {};
  const secrets = entries.flatMap((entry: unknown, index): [string, unknown][] => {
    const keys = mapKeys(entry, index, spec);
    const key = keys.find((candidate) => Object.hasOwn(known, candidate)) ?? keys[0] ?? positionKey(index, spec);
    const own = isKnown(entry, spec) ? secretsOf(entry, spec) : known[key];
    return own === undefined ? [] : [[key, own]];
  });
  return {
    ...values,
    [spec.array]: entries.map((entry: unknown) => withoutSecrets(entry, spec)),
    ...(secrets.length > 0 && { [spec.map]: Object.fromEntries(secrets) }),
  };
}

function joined(entry: unknown, secrets: JsonObject | undefined, spec: ArraySecrets): unknown {
  const object = objectOf(entry, spec);
  if (!object || !secrets) {
    return entry;
  }
  const names = Object.fromEntries(Object.entries(spec.leaves).map(([kept, name]) => [name, secrets[kept]]));
  return { ...(entry as JsonObject), [spec.object]: { ...object, ...pick(names, (_, value) => value !== undefined) } };
}

function isKnown(entry: unknown, spec: ArraySecrets): boolean {
  return !(entry instanceof Unknown) && !(isJsonObject(entry) && entry[spec.object] instanceof Unknown);
}
