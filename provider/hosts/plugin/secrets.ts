import { listed, named } from "../../core/named-lists";
import { propertyPath } from "../../core/check";
import { credentialsOf, isCredential, recognisedTexts, withLeaves } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../json";
import { Secret } from "./envelopes";
import { entryName } from "./list-entries";

/** The path of a value among the properties; an entry of a named list is identified by its name. */
type Place = readonly string[];

/** What is known to be secret. */
export interface KnownSecrets {
  /** Places of secrets, each as JSON. */
  places: ReadonlySet<string>;
  /** Texts that are hidden wherever they stand. */
  texts: ReadonlySet<string>;
}

/** The same properties with all secrets in clear. */
export function revealed(value: unknown): unknown {
  if (value instanceof Secret) {
    return revealed(value.value);
  }
  return Array.isArray(value) ? value.map(revealed) : isJsonObject(value) ? mapValues(value, revealed) : value;
}

/** What the given properties have as secrets. */
export function secretsIn(given: readonly JsonObject[], traits: Traits): KnownSecrets {
  const places = new Set<string>();
  const texts: string[] = [];
  const look = (value: unknown, place: Place): void => {
    if (value instanceof Secret) {
      places.add(JSON.stringify(place));
      texts.push(...recognisedTexts(revealed(value)));
      look(value.value, place);
    } else {
      childrenOf(value, place, traits).forEach(([child, at]) => look(child, at));
    }
  };
  given.forEach((properties) => look(properties, []));
  return { places, texts: new Set(texts) };
}

/** What other properties have at the places of secrets, such as those that are to be restored. */
export function textsAt(properties: unknown, { places }: KnownSecrets, traits: Traits): string[] {
  const look = (value: unknown, place: Place): string[] =>
    places.has(JSON.stringify(place))
      ? recognisedTexts(revealed(value))
      : childrenOf(value, place, traits).flatMap(([child, at]) => look(child, at));
  return look(properties, []);
}

/** Properties whose declared secrets, and those that are known, are hidden. */
export function hidden(properties: JsonObject, { places, texts }: KnownSecrets, traits: Traits): JsonObject {
  const hide = (value: unknown, place: Place, path: readonly string[]): unknown => {
    const inside = Array.isArray(value)
      ? childrenOf(value, place, traits).map(([child, at], index) => hide(child, at, [...path, String(index)]))
      : isJsonObject(value)
        ? Object.fromEntries(
            childrenOf(value, place, traits).map(([child, at]) => [lastOf(at), hide(child, at, [...path, lastOf(at)])]),
          )
        : value;
    const isKnown = places.has(JSON.stringify(place)) || (typeof inside === "string" && texts.has(inside));
    const isSecret = isKnown || isCredential(path, traits);
    return isSecret && value !== undefined && !(value instanceof Secret) ? new Secret(inside) : inside;
  };
  return mapValues(properties, (value, key) => hide(value, [key], [key]));
}

/** The paths at which properties show what is hidden in others. */
export function shownSecrets(shown: unknown, others: unknown, path: readonly (string | number)[] = []): string[] {
  if (shown === undefined || shown instanceof Secret) {
    return [];
  }
  if (others instanceof Secret) {
    return [propertyPath(path)];
  }
  if (Array.isArray(shown) && Array.isArray(others)) {
    return shown.flatMap((entry, index) => shownSecrets(entry, others[index], [...path, index]));
  }
  return isJsonObject(shown) && isJsonObject(others)
    ? Object.entries(shown).flatMap(([key, value]) => shownSecrets(value, others[key], [...path, key]))
    : [];
}

/** Properties in which what came from the platform alone is hidden, too, if it may be a secret: whether it is, is not known. */
export function withUnknownHidden(
  properties: JsonObject,
  declared: JsonObject,
  { secretMaps = [], secretIfUndeclared = [] }: Traits,
): JsonObject {
  const hide = (value: unknown) => (value instanceof Secret || value === "" ? value : new Secret(value));
  return mapValues(properties, (value, property) => {
    const known = declared[property];
    if (secretIfUndeclared.includes(property)) {
      return known === undefined ? hide(value) : value;
    }
    const isDeclared = (name: string) => isJsonObject(known) && Object.hasOwn(known, name);
    return secretMaps.includes(property) && isJsonObject(value)
      ? mapValues(value, (leaf, name) => (isDeclared(name) ? leaf : hide(leaf)))
      : value;
  });
}

/** A state with the credentials of the inputs that it belongs to, by the name of their entry. */
export function withCredentials(state: JsonObject, inputs: JsonObject, traits: Traits): JsonObject {
  const credentials = credentialsOf(named(inputs, traits), traits);
  return listed(withLeaves(named(state, traits), credentials, "own"), traits);
}

/** The values inside a value, each with its place. */
function childrenOf(value: unknown, place: Place, { entryNames = {}, sets = {} }: Traits): [unknown, Place][] {
  if (Array.isArray(value)) {
    const [property = ""] = place.length === 1 ? place : [];
    const isNamed = Object.hasOwn(entryNames, property) || Object.hasOwn(sets, property);
    return value.map((entry: unknown, index) => {
      const name = isNamed ? entryName(revealed(entry), entryNames[property]) : undefined;
      return [entry, [...place, name ?? String(index)]];
    });
  }
  return isJsonObject(value) ? Object.entries(value).map(([key, child]) => [child, [...place, key]]) : [];
}

function lastOf(place: Place): string {
  return place.at(-1) ?? "";
}
