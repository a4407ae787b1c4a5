import { isKeyedList } from "../../core/keyed-lists";
import { formatEnginePath, type PropertyPath } from "../../core/property-paths";
import {
  isCredential,
  isSecretAt,
  collectRecognizedTexts,
  SecretPaths,
  type KnownSecrets,
  type KeyedPath,
} from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../values/json";
import { Secret } from "./envelopes";
import { findEntryName } from "../../core/list-entries";

/** The same properties with all secrets in plain text. */
export function reveal(value: unknown): unknown {
  if (value instanceof Secret) {
    return reveal(value.value);
  }
  return Array.isArray(value) ? value.map(reveal) : isJsonObject(value) ? mapValues(value, reveal) : value;
}

/** Finds the secrets in properties: marked values, and credentials. Paths use the names of list entries. */
export function findSecrets(given: readonly JsonObject[], traits: Traits): KnownSecrets {
  const paths: KeyedPath[] = [];
  const texts: string[] = [];
  const look = (value: unknown, path: KeyedPath): void => {
    if (value instanceof Secret || isCredential(path, traits)) {
      paths.push(path);
      texts.push(...collectRecognizedTexts(reveal(value)));
    } else {
      listChildren(value, path, traits).forEach(([child, at]) => look(child, at));
    }
  };
  given.forEach((properties) => look(properties, []));
  return { paths: new SecretPaths(paths), texts: new Set(texts) };
}

/** Hides the secrets in properties. */
export function hideSecrets(properties: JsonObject, known: KnownSecrets, traits: Traits): JsonObject {
  const hide = (value: unknown, path: KeyedPath): unknown => {
    if (value === undefined || value instanceof Secret) {
      return value;
    }
    if (isSecretAt(path, value, known, traits)) {
      return new Secret(reveal(value));
    }
    const children = listChildren(value, path, traits).map(([child, at]) => hide(child, at));
    if (Array.isArray(value)) {
      return children;
    }
    return isJsonObject(value)
      ? Object.fromEntries(Object.keys(value).map((key, index) => [key, children[index]]))
      : value;
  };
  return mapValues(properties, (value, key) => hide(value, [key]));
}

/** The paths at which `shown` has in plain text what `others` hides. */
export function findExposedSecrets(shown: unknown, others: unknown, path: PropertyPath = []): string[] {
  if (shown === undefined || shown instanceof Secret) {
    return [];
  }
  if (others instanceof Secret) {
    return [formatEnginePath(path)];
  }
  if (Array.isArray(shown) && Array.isArray(others)) {
    return shown.flatMap((entry, index) => findExposedSecrets(entry, others[index], [...path, index]));
  }
  return isJsonObject(shown) && isJsonObject(others)
    ? Object.entries(shown).flatMap(([key, value]) => findExposedSecrets(value, others[key], [...path, key]))
    : [];
}

/** The values inside a value, each with its path; an entry of a keyed list goes by its name. */
function listChildren(value: unknown, path: KeyedPath, traits: Traits): [unknown, KeyedPath][] {
  if (Array.isArray(value)) {
    const [property = ""] = path.length === 1 ? path : [];
    const isKeyed = isKeyedList(property, traits);
    return value.map((entry: unknown, index) => {
      const name = isKeyed ? findEntryName(reveal(entry), traits.entryNames?.[property]) : undefined;
      return [entry, [...path, name ?? String(index)]];
    });
  }
  return isJsonObject(value) ? Object.entries(value).map(([key, child]) => [child, [...path, key]]) : [];
}
