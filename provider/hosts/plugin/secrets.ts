import type { Traits } from "../../core/traits";
import { isJsonObject, mapValues, pick, type JsonObject } from "../../json";
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
    const isSecret = places.has(JSON.stringify(place)) || isDeclaredSecret(path, traits);
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
  { secretLeaves = {} }: Traits,
): JsonObject {
  return mapValues(properties, (value, property) => {
    const known = declared[property];
    const isDeclared = (name: string) => isJsonObject(known) && Object.hasOwn(known, name);
    return secretLeaves[property] === "any" && isJsonObject(value)
      ? mapValues(value, (leaf, name) => (isDeclared(name) || leaf instanceof Secret ? leaf : new Secret(leaf)))
      : value;
  });
}

/** A state without credentials: those live among the inputs alone, because one would hide its whole property. */
export function withoutCredentials(state: JsonObject, traits: Traits): JsonObject {
  return mapCredentials(state, traits, (object, names) => pick(object, (name) => !names.includes(name)));
}

/** A state with the credentials of the inputs that it belongs to, by the name of their entry. */
export function withCredentials(state: JsonObject, inputs: JsonObject, traits: Traits): JsonObject {
  return mapCredentials(
    state,
    traits,
    (object, names, known) => {
      const missing = pick(known ?? {}, (name, value) => names.includes(name) && value !== undefined);
      return { ...missing, ...object };
    },
    inputs,
  );
}

function mapCredentials(
  state: JsonObject,
  { arraySecrets, secretLeaves = {} }: Traits,
  map: (object: JsonObject, names: readonly string[], known?: JsonObject) => JsonObject,
  inputs: JsonObject = {},
): JsonObject {
  return mapValues(state, (value, property) => {
    const names = secretLeaves[property];
    if (names !== undefined && names !== "any" && isJsonObject(value)) {
      const known = inputs[property];
      return map(value, names, isJsonObject(known) ? known : undefined);
    }
    if (property !== arraySecrets?.array || !Array.isArray(value)) {
      return value;
    }
    const { object: inside, key, leaves } = arraySecrets;
    const objects = listOf(inputs[property]).map((entry) => objectIn(entry, inside));
    return value.map((entry: unknown) => {
      const object = objectIn(entry, inside);
      const known = objects.find((other) => other?.[key] !== undefined && other[key] === object?.[key]);
      return object ? { ...(entry as JsonObject), [inside]: map(object, Object.values(leaves), known) } : entry;
    });
  });
}

function isDeclaredSecret(path: readonly string[], { arraySecrets, secretLeaves = {} }: Traits): boolean {
  const [property = "", step = "", inner, leaf] = path;
  const names = secretLeaves[property];
  if (path.length === 2 && names !== undefined && names !== "any") {
    return names.includes(step);
  }
  return (
    path.length === 4 &&
    property === arraySecrets?.array &&
    inner === arraySecrets.object &&
    Object.values(arraySecrets.leaves).includes(leaf ?? "")
  );
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

function objectIn(entry: unknown, property: string): JsonObject | undefined {
  const object = isJsonObject(entry) ? entry[property] : undefined;
  return isJsonObject(object) ? object : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function lastOf(place: Place): string {
  return place.at(-1) ?? "";
}
