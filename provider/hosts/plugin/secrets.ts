import { listed, named } from "../../core/named-lists";
import { credentialsOf, isCredential, withLeaves } from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../../json";
import { Secret } from "./envelopes";
import { entryName } from "./list-entries";

/** The path of a value among the properties; an entry of a named list is identified by its name. */
type Place = readonly string[];

/** Places of secrets, each as JSON. */
export type SecretPlaces = ReadonlySet<string>;

/** The same properties with all secrets in clear. */
export function revealed(value: unknown): unknown {
  if (value instanceof Secret) {
    return revealed(value.value);
  }
  return Array.isArray(value) ? value.map(revealed) : isJsonObject(value) ? mapValues(value, revealed) : value;
}

/** Where the given properties have secrets. */
export function secretPlaces(properties: JsonObject, traits: Traits): SecretPlaces {
  const places = new Set<string>();
  const look = (value: unknown, place: Place): void => {
    if (value instanceof Secret) {
      places.add(JSON.stringify(place));
      look(value.value, place);
    } else {
      childrenOf(value, place, traits).forEach(([child, at]) => look(child, at));
    }
  };
  look(properties, []);
  return places;
}

/** Properties whose declared secrets, and those in `places`, are hidden. */
export function hidden(properties: JsonObject, places: SecretPlaces, traits: Traits): JsonObject {
  const hide = (value: unknown, place: Place, path: readonly string[]): unknown => {
    const inside = Array.isArray(value)
      ? childrenOf(value, place, traits).map(([child, at], index) => hide(child, at, [...path, String(index)]))
      : isJsonObject(value)
        ? Object.fromEntries(
            childrenOf(value, place, traits).map(([child, at]) => [lastOf(at), hide(child, at, [...path, lastOf(at)])]),
          )
        : value;
    const isSecret = places.has(JSON.stringify(place)) || isCredential(path, traits);
    return isSecret && value !== undefined && !(value instanceof Secret) ? new Secret(inside) : inside;
  };
  return mapValues(properties, (value, key) => hide(value, [key], [key]));
}

/**
 * Properties in which what came from the platform alone is hidden too, in objects that may hold a secret under any
 * name: it is not known whether it is one.
 */
export function withUnknownHidden(
  properties: JsonObject,
  declared: JsonObject,
  { secretMaps = [] }: Traits,
): JsonObject {
  return mapValues(properties, (value, property) => {
    const known = declared[property];
    const isDeclared = (name: string) => isJsonObject(known) && Object.hasOwn(known, name);
    return secretMaps.includes(property) && isJsonObject(value)
      ? mapValues(value, (leaf, name) => (isDeclared(name) || leaf instanceof Secret ? leaf : new Secret(leaf)))
      : value;
  });
}

/** A state with the credentials of the inputs that it belongs to, by the name of their entry. */
export function withCredentials(state: JsonObject, inputs: JsonObject, traits: Traits): JsonObject {
  const credentials = credentialsOf(named(inputs, traits), traits);
  return listed(withLeaves(named(state, traits), credentials, "own"), traits);
}

/** The values inside a value, each with its place. */
function childrenOf(value: unknown, place: Place, { entryNames = {} }: Traits): [unknown, Place][] {
  if (Array.isArray(value)) {
    const names = place.length === 1 ? entryNames[place[0] ?? ""] : undefined;
    return value.map((entry: unknown, index) => {
      const name = names && entryName(revealed(entry), names);
      return [entry, [...place, name ?? String(index)]];
    });
  }
  return isJsonObject(value) ? Object.entries(value).map(([key, child]) => [child, [...place, key]]) : [];
}

function lastOf(place: Place): string {
  return place.at(-1) ?? "";
}
