import { isDeepStrictEqual } from "node:util";
import { isJsonObject, pick, type JsonObject } from "../../json";
import { mapKeys, objectOf, secretsOf, withoutSecrets, type ArraySecrets } from "../../core/array-secrets";
import { Unknown } from "../../core/unknown";

/** Host side: puts the secrets back into the entries that they belong to. */
export function injectSecrets(values: JsonObject, spec: ArraySecrets): JsonObject {
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
 * Host side: the inverse. The engine recognises what is secret by its path and writes everything else in clear, so
 * secrets go out only under paths that came in (`before`); any other is dropped, and the next preview shows it as to be
 * set. Secrets of entries that are unknown yet stay as they came.
 */
export function extractSecrets(values: JsonObject, spec: ArraySecrets, before: unknown): JsonObject {
  const entries = values[spec.array];
  if (!Array.isArray(entries)) {
    return before === undefined ? values : { ...values, [spec.map]: before };
  }
  const known = isJsonObject(before) ? before : {};
  const secrets = entries.flatMap((entry: unknown, index): [string, unknown][] => {
    const key = mapKeys(entry, index, spec).find((candidate) => Object.hasOwn(known, candidate));
    const came = key === undefined ? undefined : known[key];
    const own =
      isKnown(entry, spec) && isJsonObject(came) ? pick(secretsOf(entry, spec) ?? {}, (name) => name in came) : came;
    return key === undefined || own === undefined || isEmpty(own) ? [] : [[key, own]];
  });
  return {
    ...values,
    [spec.array]: entries.map((entry: unknown) => withoutSecrets(entry, spec)),
    ...(secrets.length > 0 && { [spec.map]: Object.fromEntries(secrets) }),
  };
}

/** Host side: whether secrets are at other paths in one set of properties than in the other. */
export function haveSecretPathsMoved(values: JsonObject, others: JsonObject, spec: ArraySecrets): boolean {
  const [paths, otherPaths] = [values, others].map((properties) => {
    const map = properties[spec.map];
    const keys = isJsonObject(map) ? Object.entries(map) : [];
    return keys.flatMap(([key, leaves]) => Object.keys(isJsonObject(leaves) ? leaves : {}).map((leaf) => [key, leaf]));
  });
  return !isDeepStrictEqual(new Set(paths?.map(String)), new Set(otherPaths?.map(String)));
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
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
