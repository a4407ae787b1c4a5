import { isJsonObject, mapValues, pick, readOwnValue, readValueAt, type JsonObject } from "../values/json";
import { minSecretLength } from "../values/mask";
import { memoize } from "../values/memoize";
import type { Failure } from "./check";
import { identifyEntry, findKeyedLists, openKeyedLists, withKeyedLists } from "./keyed-lists";
import type { PropertyPath } from "./property-paths";
import { splitPattern, type Traits } from "./traits";
import { collectLeaves, findPaths, Secret, sentinel, Unknown, type KeyedPath } from "./tree";

export interface KnownSecrets {
  /** The paths of secrets, each as JSON. Everything below such a path is secret, too. */
  paths: ReadonlySet<string>;
  /** A value that equals one of these texts is secret wherever it occurs. */
  texts: ReadonlySet<string>;
  /** What the program declares. If given, undeclared values are secret wherever the traits say that they may be. */
  declared?: JsonObject;
}

/** The properties of a resource in plain text. */
export interface Properties {
  values: JsonObject;
  /** What the provider remembers besides the properties (`readPrivate`); empty for inputs. */
  kept: JsonObject;
  /** What is marked as secret, and credentials. `mapChildren` says how the paths identify list entries. */
  secrets: KnownSecrets;
}

/** Of nested secrets, only the outermost is listed. */
export function openProperties(given: JsonObject, traits: Traits, kept: JsonObject = {}): Properties {
  const paths = new Set<string>();
  const texts = new Set<string>();
  const open = (value: unknown, path: KeyedPath, isInSecret = false): unknown => {
    if (value instanceof Secret || (!isInSecret && isCredential(path, traits))) {
      const opened = open(value instanceof Secret ? value.value : value, path, true);
      if (!isInSecret) {
        paths.add(JSON.stringify(path));
        collectRecognizedTexts(opened).forEach((text) => texts.add(text));
      }
      return opened;
    }
    if (value === sentinel) {
      return new Unknown();
    }
    return mapChildren(value, path, traits, (child, inner) => open(child, inner, isInSecret));
  };
  return { values: open(given, []) as JsonObject, kept, secrets: { paths, texts } };
}

/** The dynamic provider and the plugin both use this function, so that they hide the same values. */
export function hideSecrets(properties: JsonObject, known: KnownSecrets, traits: Traits): JsonObject {
  const hide = (value: unknown, path: KeyedPath): unknown => {
    if (value === undefined) {
      return value;
    }
    const isSecret =
      (known.paths.size > 0 && known.paths.has(JSON.stringify(path))) ||
      isCredential(path, traits) ||
      (typeof value === "string" && known.texts.has(value)) ||
      isUndeclared(path, value, known.declared, traits);
    return isSecret ? new Secret(value) : mapChildren(value, path, traits, hide);
  };
  return mapChildren(properties, [], traits, hide) as JsonObject;
}

/** Returns whether the value at a path is always secret, even if nobody has marked it. */
export function isCredential(path: KeyedPath, traits: Traits): boolean {
  return countStepsToCredential(path, traits) === 0;
}

/** The platform reveals no credentials, so properties that were read may lack them, as after an import. */
export function isMissingCredential({ property, isMissing }: Failure, traits: Traits): boolean {
  return isMissing === true && isCredential(property.split(/[.[\]]+/), traits);
}

/** Returns how many steps below a path a credential can be: 0 if the path is that of one, undefined if none can be. */
export function countStepsToCredential(path: KeyedPath, traits: Traits): number | undefined {
  const pattern = splitCredentials(traits).find(
    (steps) =>
      path.length <= steps.length && path.every((step, index) => steps[index] === "*" || steps[index] === step),
  );
  return pattern && pattern.length - path.length;
}

/** Memoized, because every leaf of every resource is checked against these patterns. */
const splitCredentials = memoize(({ credentials = [] }: Traits) => credentials.map(splitPattern));

export function findCredentialPaths(values: unknown, traits: Traits): PropertyPath[] {
  return splitCredentials(traits).flatMap((steps) => findPaths(values, steps));
}

/** `map` gets undefined if only the last property is missing. A property that it makes undefined is left out. */
function mapAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  map: (value: unknown, path: PropertyPath) => unknown,
  path: PropertyPath = [],
): unknown {
  if (step === undefined) {
    return map(value, path);
  }
  if (Array.isArray(value)) {
    return value.map((entry, index) => (step === "*" ? mapAt(entry, rest, map, [...path, index]) : (entry as unknown)));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const keys = step === "*" ? Object.keys(value) : [step];
  const mapped = keys.map((key) => [key, mapAt(readOwnValue(value, key), rest, map, [...path, key])] as const);
  return pick({ ...value, ...Object.fromEntries(mapped) }, (_, inner) => inner !== undefined);
}

export function withoutCredentials<Values extends object>(values: Values, traits: Traits): Values {
  return splitCredentials(traits).reduce((rest, steps) => mapAt(rest, steps, () => undefined) as Values, values);
}

/** Takes missing or `null` credentials from `others`. Adds no object just to hold a credential. */
export function withCredentials(values: JsonObject, others: JsonObject, traits: Traits): JsonObject {
  return splitCredentials(traits).reduce(
    (filled, steps) => mapAt(filled, steps, (value, path) => value ?? readValueAt(others, path) ?? value) as JsonObject,
    values,
  );
}

/** Like `withCredentials`, but matches list entries by name. */
export function withCredentialsOf(values: JsonObject, others: JsonObject, traits: Traits): JsonObject {
  const isEmpty = Object.keys(values).length === 0;
  if (isEmpty || findCredentialPaths(others, traits).length === 0) {
    return values;
  }
  const filled = withCredentials(withKeyedLists(values, traits), withKeyedLists(others, traits), traits);
  return openKeyedLists(filled, traits).values;
}

/** Returns the texts in a secret that are long enough to be hidden wherever they occur. */
export function collectRecognizedTexts(secret: unknown): string[] {
  return collectLeaves(secret).filter(
    (leaf): leaf is string => typeof leaf === "string" && leaf.length >= minSecretLength,
  );
}

/** Whether a value may be secret according to the traits and is not declared. An empty text does not count. */
function isUndeclared(path: KeyedPath, value: unknown, declared: JsonObject | undefined, traits: Traits): boolean {
  const [property = "", name, ...inside] = path;
  const { secretMaps = [], secretIfUndeclared = [] } = traits;
  if (declared === undefined || value === "" || inside.length > 0) {
    return false;
  }
  return name === undefined
    ? secretIfUndeclared.includes(property) && declared[property] === undefined
    : secretMaps.includes(property) && readValueAt(declared, [property, name]) === undefined;
}

/** In the paths, an entry of a keyed list has the text from `identifyEntry`, if any, instead of its position. */
function mapChildren(
  value: unknown,
  path: KeyedPath,
  traits: Traits,
  map: (child: unknown, path: KeyedPath) => unknown,
): unknown {
  if (Array.isArray(value)) {
    const [property = ""] = path.length === 1 ? path : [];
    const isKeyed = findKeyedLists(traits).has(property);
    return value.map((entry: unknown, index) => {
      const name = isKeyed ? identifyEntry(entry, traits.entryNames?.[property]) : undefined;
      return map(entry, [...path, name ?? String(index)]);
    });
  }
  return isJsonObject(value) ? mapValues(value, (child, key) => map(child, [...path, key])) : value;
}
