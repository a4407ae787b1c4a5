import { isJsonObject, mapValues, readValueAt, type JsonObject } from "../values/json";
import { minSecretLength } from "../values/mask";
import { memoize } from "../values/memoize";
import type { Failure } from "./check";
import { isKeyedList, withKeyedLists, withPlainLists } from "./keyed-lists";
import { findEntryName } from "./list-entries";
import { formatEnginePath, type PropertyPath } from "./property-paths";
import { splitPattern, type Traits } from "./traits";
import { collectLeaves, mapLeaves, pickLeaves, reveal, Secret, withMissingLeaves, type KeyedPath } from "./tree";

/** Where values are secret: at these paths, and everywhere below them. */
export class SecretPaths {
  private readonly known: ReadonlySet<string>;

  constructor(private readonly paths: readonly KeyedPath[]) {
    this.known = new Set(paths.map((path) => JSON.stringify(path)));
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  has(path: KeyedPath): boolean {
    return !this.isEmpty && this.known.has(JSON.stringify(path));
  }

  covers(path: KeyedPath): boolean {
    return !this.isEmpty && path.some((_, index) => this.has(path.slice(0, index + 1)));
  }

  concat(others: SecretPaths): SecretPaths {
    return new SecretPaths([...this.paths, ...others.paths]);
  }
}

/** What is secret of a resource besides its credentials. */
export interface KnownSecrets {
  /** The paths that the program or the state marks. */
  paths: SecretPaths;
  /** Secret wherever they occur. */
  texts: ReadonlySet<string>;
  /** What the program declares; if given, anything undeclared that may be secret is treated as secret. */
  declared?: JsonObject;
}

/** Whether a value must not be seen: the one rule for programs, states and both hosts. */
export function isSecretAt(path: KeyedPath, value: unknown, known: KnownSecrets, traits: Traits): boolean {
  return (
    isCredential(path, traits) ||
    known.paths.covers(path) ||
    (typeof value === "string" && known.texts.has(value)) ||
    isUndeclared(path, value, known.declared, traits)
  );
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
      mapChildren(value, path, traits, look);
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
    return isSecretAt(path, value, known, traits) ? new Secret(reveal(value)) : mapChildren(value, path, traits, hide);
  };
  return mapChildren(properties, [], traits, hide) as JsonObject;
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

/** Whether the value at a path is secret even if nobody has marked it. */
export function isCredential(path: KeyedPath, traits: Traits): boolean {
  return splitCredentials(traits).some((steps) => countStepsBelow(path, steps) === 0);
}

/** Whether a check failed only for lack of a credential, such as one that the platform never returns. */
export function isMissingCredential({ property, isMissing }: Failure, traits: Traits): boolean {
  return isMissing === true && isCredential(property.split(/[.[\]]+/), traits);
}

/** Whether a credential may stand at a path or below it. */
export function mayHoldCredentials(path: KeyedPath, traits: Traits): boolean {
  return splitCredentials(traits).some((steps) => countStepsBelow(path, steps) !== undefined);
}

/** The patterns of credentials, which every leaf of every resource is checked against. */
const splitCredentials = memoize(({ credentials = [] }: Traits) => credentials.map(splitPattern));

/** How many steps below a path a pattern leads; undefined if it leads elsewhere. */
function countStepsBelow(path: KeyedPath, steps: readonly string[]): number | undefined {
  const leadsThere =
    path.length <= steps.length && path.every((step, index) => steps[index] === "*" || steps[index] === step);
  return leadsThere ? steps.length - path.length : undefined;
}

/** Properties without credentials. */
export function withoutCredentials<T extends object>(values: T, traits: Traits): T {
  return mapLeaves(values, (leaf, path) => (isCredential(path, traits) ? undefined : leaf)) as T;
}

/** The credentials of properties, in objects by key or position; undefined if there are none. */
export function pickCredentials(values: JsonObject, traits: Traits): JsonObject | undefined {
  return pickLeaves(values, (path) => isCredential(path, traits));
}

/** Fills in missing credentials from other properties; list entries are matched by name. */
export function withCredentialsOf(values: JsonObject, others: JsonObject, traits: Traits): JsonObject {
  const isEmpty = Object.keys(values).length === 0;
  const credentials = isEmpty ? undefined : pickCredentials(withKeyedLists(others, traits), traits);
  if (!credentials) {
    return values;
  }
  const filled = withMissingLeaves(withKeyedLists(values, traits), credentials);
  return withPlainLists(filled as JsonObject, traits);
}

/** The texts in a secret that are long enough to be recognized anywhere. */
export function collectRecognizedTexts(secret: unknown): string[] {
  return collectLeaves(secret).flatMap(({ leaf }) =>
    typeof leaf === "string" && leaf.length >= minSecretLength ? [leaf] : [],
  );
}

/** Whether a value that may be secret is not declared by the program. */
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

/** A copy with other values inside; an entry of a keyed list goes by its name. */
function mapChildren(
  value: unknown,
  path: KeyedPath,
  traits: Traits,
  map: (child: unknown, path: KeyedPath) => unknown,
): unknown {
  if (Array.isArray(value)) {
    const [property = ""] = path.length === 1 ? path : [];
    const isKeyed = isKeyedList(property, traits);
    return value.map((entry: unknown, index) => {
      const name = isKeyed ? findEntryName(reveal(entry), traits.entryNames?.[property]) : undefined;
      return map(entry, [...path, name ?? String(index)]);
    });
  }
  return isJsonObject(value) ? mapValues(value, (child, key) => map(child, [...path, key])) : value;
}
