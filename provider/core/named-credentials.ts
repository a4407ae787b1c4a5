import { credentialSourceSchema, type CredentialSource } from "../config/credential-source";
import { isJsonObject, pick, readOwnValue, readValueAt, type JsonObject } from "../values/json";
import { assignKeys, findKeyedLists } from "./keyed-lists";
import type { PropertyPath } from "./property-paths";
import { splitPattern, type Traits } from "./traits";

/** A credential that the program names instead of giving its value. */
export interface NamedCredential {
  /** Where the name stands. */
  path: PropertyPath;
  /** Where the value would stand. */
  valuePath: PropertyPath;
  /** Equal for the same credential in arguments and states: an entry of a list goes by its name. */
  key: string;
  /** The name of the entry of a list that it belongs to, such as that of a bucket. */
  entry?: string;
  /** Whether the value stands in a map, which may be missing. */
  isInMap: boolean;
  /** What stands at `path`. */
  given: unknown;
  /** Where the value is read; undefined if a preview does not know it yet, or if it has the wrong form. */
  source?: CredentialSource;
}

/** A place for a name. */
interface Place {
  path: PropertyPath;
  keys: readonly string[];
  entry?: string;
}

/** The credentials that properties name, whatever the form of the name. */
export function findNamedCredentials(values: JsonObject, traits: Traits): NamedCredential[] {
  return Object.entries(traits.namedBy ?? {})
    .filter(([, namePattern]) => hasAny(values, splitPattern(namePattern)))
    .flatMap(([valuePattern, namePattern]) =>
      findPlaces(values, namePattern, traits).flatMap((place) => {
        const given = readValueAt(values, place.path);
        const { data: source } = credentialSourceSchema.safeParse(given);
        return given === undefined ? [] : [{ ...toCredential(place, namePattern, valuePattern), given, source }];
      }),
    );
}

/**
 * Whether a pattern leads to anything. A cheap first check: every operation asks, and most resources name no
 * credential.
 */
function hasAny(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) {
    return value !== undefined;
  }
  if (step === "*") {
    return typeof value === "object" && value !== null && Object.values(value).some((inner) => hasAny(inner, rest));
  }
  return hasAny(readOwnValue(value, step), rest);
}

/** Whether the same credential is given by value. */
export function isAlsoGivenByValue(values: JsonObject, { valuePath }: NamedCredential): boolean {
  const value = readValueAt(values, valuePath);
  return value !== undefined && value !== null;
}

/** The places of these credentials in other properties; a map may be missing, an entry of a list may not. */
export function listPlaces(values: JsonObject, named: readonly NamedCredential[], traits: Traits) {
  const inLists = Object.entries(traits.namedBy ?? {}).flatMap(([valuePattern, namePattern]) =>
    isMap(namePattern)
      ? []
      : findPlaces(values, namePattern, traits)
          .filter(({ path }) => isJsonObject(readValueAt(values, path.slice(0, -1))))
          .map((place) => toCredential(place, namePattern, valuePattern)),
  );
  const inMaps = named.filter(({ isInMap, valuePath: [map = ""] }) => {
    const value = values[map];
    return isInMap && (value === undefined || isJsonObject(value));
  });
  return [...inLists, ...inMaps];
}

function findPlaces(values: JsonObject, pattern: string, traits: Traits): Place[] {
  return splitPattern(pattern).reduce<Place[]>(
    (places, step) => places.flatMap((place) => stepInto(values, place, step, traits)),
    [{ path: [], keys: [] }],
  );
}

function stepInto(values: JsonObject, { path, keys, entry }: Place, step: string, traits: Traits): Place[] {
  if (step !== "*") {
    return [{ path: [...path, step], keys: [...keys, step], entry }];
  }
  const value = readValueAt(values, path);
  const list = findKeyedLists(traits)[String(path[0])];
  if (Array.isArray(value) && list) {
    const names = value.map((item: unknown) => list.findName(item));
    return assignKeys(names).map((key, index) => ({
      path: [...path, index],
      keys: [...keys, key],
      entry: names[index],
    }));
  }
  return isJsonObject(value) ? Object.keys(value).map((key) => ({ path: [...path, key], keys: [...keys, key] })) : [];
}

function toCredential({ path, keys, entry }: Place, namePattern: string, valuePattern: string) {
  const steps = splitPattern(namePattern).flatMap((step, index) => (step === "*" ? [path[index] ?? ""] : []));
  const valuePath = splitPattern(valuePattern).map((step) => (step === "*" ? (steps.shift() ?? "") : step));
  return { path, valuePath, key: JSON.stringify(keys), entry, isInMap: isMap(namePattern) };
}

/** Whether the names are in a map of their own, beside the map of values. */
function isMap(namePattern: string): boolean {
  return namePattern.endsWith(".*");
}

/** A copy with another value at a path, or none; a missing map at its beginning is created. */
export function setAt(values: JsonObject, path: PropertyPath, value: unknown): JsonObject {
  return setIn(values, path, value) as JsonObject;
}

function setIn(outer: unknown, [step = "", ...rest]: PropertyPath, value: unknown): unknown {
  if (Array.isArray(outer)) {
    return outer.map((entry: unknown, index) => (index === step ? setIn(entry, rest, value) : entry));
  }
  if (outer !== undefined && !isJsonObject(outer)) {
    return outer;
  }
  const inner = rest.length === 0 ? value : setIn(outer?.[step], rest, value);
  if (inner !== undefined) {
    return { ...outer, [step]: inner };
  }
  return outer && pick(outer, (key) => key !== step);
}
