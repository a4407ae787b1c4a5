import { isDeepStrictEqual } from "node:util";
import {
  credentialSourceSchema,
  readCredential,
  type CredentialReading,
  type CredentialSource,
} from "../config/credential-source";
import { isJsonObject, pick, readValueAt, toCanonicalJson, type JsonObject } from "../values/json";
import { mask } from "../values/mask";
import { memoize } from "../values/memoize";
import type { Failure } from "./check";
import { Fingerprints, fingerprintsProperty, type SealedOperation } from "./fingerprints";
import type { Checked, Difference } from "./handler";
import { assignKeys, findKeyedLists } from "./keyed-lists";
import { formatPropertyPath, type PropertyPath } from "./property-paths";
import { splitPattern, type Traits } from "./traits";
import { collectLeaves, containsUnknown, findPaths, mapLeaves, setAt, Unknown } from "./tree";

/** Thrown before anything is sent, if a credential cannot be read. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/** A credential for which the program gives a name, `{ env: "NAME" }` or `{ file: "/path" }`, instead of the value. */
interface NamedCredential {
  /** Where the program gives the name, such as `envsFrom.TOKEN`. */
  path: PropertyPath;
  /** Where the program could give the value instead, such as `envs.TOKEN`. */
  valuePath: PropertyPath;
  /** The path as JSON, with the key of a list entry (usually its name) in place of its position, which may change. */
  key: string;
  /** The list entry with the credential; undefined outside of lists. */
  entry?: { key: string; name: string | undefined };
  /** What the program gives as the name, well-formed or not. */
  given: unknown;
  /** Where to read the value; undefined if `given` is malformed, or not known yet in a preview. */
  source?: CredentialSource;
}

/**
 * The named credentials of one operation. The `open…` methods put values in place of names, for the handlers. The
 * `seal…` methods put the names back, for the state. Each value is read only once, so that it is the same throughout.
 */
export class NamedCredentials {
  readonly fingerprints: Fingerprints;
  private readonly results = new Map<string, CredentialReading>();
  private readonly find = memoize((values: JsonObject) => findNamedCredentials(values, this.traits));

  constructor(
    private readonly traits: Traits,
    private readonly state: JsonObject,
    private readonly inputs: JsonObject,
  ) {
    this.fingerprints = Fingerprints.parse(state[fingerprintsProperty]);
    // Even an operation that sends no values reads them: the platform's messages may quote them, and must be masked.
    [state, inputs].flatMap(this.find).forEach((credential) => this.read(credential));
  }

  collectSecrets(): string[] {
    return [...this.results.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
  }

  /**
   * Runs `check` twice, without and with the values of named credentials. `valueFailures` has what only the second run
   * finds, and `unreadable` is about names whose value cannot be read.
   */
  check(args: JsonObject, check: (args: JsonObject) => Checked<JsonObject>) {
    const named = this.find(args);
    if (named.length === 0) {
      const { inputs, failures } = check(args);
      const later = this.findUnknownMaps(args).map(({ names }) => [names, new Unknown()] as const);
      return { inputs: { ...inputs, ...Object.fromEntries(later) }, failures, valueFailures: [], unreadable: [] };
    }
    const illFormed = named.filter(({ given, source }) => source === undefined && !containsUnknown(given));
    // Malformed names are put back, so that `check` refuses them.
    const withoutValues = illFormed.reduce(
      (result, { path, given }) => setAt(result, path, given),
      this.openWith(args, () => new Unknown()),
    );
    const { inputs, failures } = check(withoutValues);
    const formatFailure = ({ property, reason }: Failure) => `${property} ${reason}`;
    const known = new Set(failures.map(formatFailure));
    const valueFailures = check(this.open(args)).failures.filter((failure) => !known.has(formatFailure(failure)));
    const givenTwice = new Set(named.filter((credential) => isAlsoGivenByValue(args, credential)));
    const conflicts = [...givenTwice].map(({ path, valuePath }) => ({
      property: formatPropertyPath(path),
      reason: `cannot be given together with ${formatPropertyPath(valuePath)}; leave one of them out`,
    }));
    // Moves a failure from the path of a value to the path of its name, if the program gives only the name.
    const toNameFailure = (failure: Failure, isOfValue: boolean): Failure => {
      const found = named.find((one) => formatPropertyPath(one.valuePath) === failure.property && !givenTwice.has(one));
      const about = found && isOfValue ? `names ${this.read(found).origin}, whose value ` : "";
      return found ? { property: formatPropertyPath(found.path), reason: `${about}${failure.reason}` } : failure;
    };
    return {
      inputs: this.putNames(inputs, named, args).values,
      failures: [...failures.map((failure) => toNameFailure(failure, false)), ...conflicts],
      valueFailures: valueFailures.map((failure) => toNameFailure(failure, true)),
      unreadable: this.explainUnreadable(named),
    };
  }

  /** An `Unknown` stands for each value that cannot be read. */
  open(values: JsonObject): JsonObject {
    return this.openWith(values, (credential) => this.read(credential).value ?? new Unknown());
  }

  /** Throws a `CredentialError` if a value cannot be read. */
  openToSend(): JsonObject {
    const unreadable = this.explainUnreadable(this.find(this.inputs));
    if (unreadable.length > 0) {
      const problems = unreadable.map(({ property, reason }) => `${property} ${reason}`);
      throw new CredentialError(`${problems.join("; ")}. Nothing was sent`);
    }
    return this.open(this.inputs);
  }

  /** Takes from `sent` the values that the platform is known to have. All others become `Unknown`. */
  openState(sent: JsonObject = {}): JsonObject {
    const places = findPlaces(sent, this.find(this.state), this.traits);
    const values = new Map(places.map(({ key, valuePath }) => [key, readValueAt(sent, valuePath)]));
    const opened = this.openWith(this.state, ({ key }) => {
      const value = values.get(key);
      return this.fingerprints.isConfirmed(key, value) ? value : new Unknown();
    });
    return pick(opened, (property) => property !== fingerprintsProperty);
  }

  /** Returns the state to store: names instead of values, and keyed hashes of what the platform has now. */
  seal(state: JsonObject, operation: SealedOperation): JsonObject {
    const { values, leaves } = this.withNames(state, operation === "refresh" ? this.state : this.inputs);
    const text =
      leaves.size > 0 ? this.fingerprints.updateAfter(operation, leaves, this.collectSecrets()).format() : undefined;
    return { ...values, ...(text !== undefined && { [fingerprintsProperty]: text }) };
  }

  sealInputs(inputs: JsonObject): JsonObject {
    return this.withNames(inputs, this.state).values;
  }

  compare(isRefresh: boolean, compare: (state: JsonObject, inputs: JsonObject) => Difference): Difference {
    const { state, inputs, fingerprints } = this;
    const [before, after] = [this.find(state), this.find(inputs)];
    if (before.length + after.length === 0) {
      return compare(state, this.open(inputs));
    }
    const names = new Map(before.map(({ key, given }) => [key, given]));
    const reasons = new Map<string, string>();
    for (const credential of after) {
      const { key, given } = credential;
      const { value, origin } = this.read(credential);
      // A refresh compares the platform with the state, so a value that was not sent yet does not count.
      const reason = fingerprints.explainChange(key, isRefresh ? undefined : value, origin);
      if (reason !== undefined && isDeepStrictEqual(names.get(key), given)) {
        reasons.set(key, reason);
      }
    }
    const difference = compare(this.openComparable(state), this.openComparable(inputs, reasons));
    const { changes, replaces, unfinished } = difference;
    if (!changes || replaces || reasons.size === 0) {
      return difference;
    }
    // If `unfinished` is set, it already says why the credentials without a fingerprint are sent.
    const resent = after.filter(({ key }) => reasons.has(key) && (unfinished === undefined || fingerprints.has(key)));
    return {
      ...difference,
      isOnlyBehindNames: !compare(this.openComparable(state), this.openComparable(inputs)).changes,
      resent: resent.map(({ key, valuePath, entry }) => {
        const owner = entry?.name === undefined ? "" : ` of ${JSON.stringify(entry.name)}`;
        return `${formatPropertyPath(valuePath)}${owner} ${reasons.get(key)}`;
      }),
    };
  }

  private openComparable(values: JsonObject, changed: ReadonlyMap<string, unknown> = new Map()): JsonObject {
    return this.openWith(values, ({ key, given }) => toCanonicalJson([given, changed.has(key)]));
  }

  /** A value that the program gives besides the name stays. */
  private openWith(values: JsonObject, toValue: (credential: NamedCredential) => unknown): JsonObject {
    const opened = this.find(values).reduce((result, credential) => {
      const unnamed = setAt(result, credential.path, undefined);
      return isAlsoGivenByValue(unnamed, credential)
        ? unnamed
        : setAt(unnamed, credential.valuePath, toValue(credential));
    }, values);
    const later = this.findUnknownMaps(values).map((maps) => [maps.values, new Unknown()] as const);
    return { ...opened, ...Object.fromEntries(later) };
  }

  /** Finds maps of names that are not known yet as a whole, such as `envsFrom`, each with the map of the values. */
  private findUnknownMaps(given: JsonObject) {
    const patterns = Object.entries(this.traits.namedBy ?? {});
    const maps = patterns.map((both) => both.map((pattern) => splitPattern(pattern)[0] ?? ""));
    return maps
      .map(([values = "", names = ""]) => ({ values, names }))
      .filter(({ names }) => given[names] instanceof Unknown);
  }

  private read({ source }: NamedCredential): CredentialReading {
    if (source === undefined) {
      return { origin: "its source" };
    }
    const key = toCanonicalJson(source);
    const result = this.results.get(key) ?? readCredential(source);
    this.results.set(key, result);
    return result;
  }

  private explainUnreadable(named: readonly NamedCredential[]): Failure[] {
    return named.flatMap((credential) => {
      const { origin, problem } = this.read(credential);
      const reason = `names ${origin}, which ${problem}`;
      return problem === undefined ? [] : [{ property: formatPropertyPath(credential.path), reason }];
    });
  }

  private withNames(properties: JsonObject, like: JsonObject) {
    const named = this.find(like);
    if (named.length + this.results.size + this.fingerprints.lengths.size === 0) {
      return { values: properties, leaves: new Map<string, unknown>() };
    }
    const { values, leaves } = this.putNames(properties, named, like);
    const given = new Set(collectLeaves(like));
    const secrets = new Set(this.collectSecrets());
    // Current and earlier values may also be elsewhere. They are masked there, unless `like` itself has the same text.
    // Outputs of the platform and an unfinished operation hold words such as `error`, which a value may equal.
    const clean = mapLeaves(values, (leaf, [property = ""]) => {
      const isOwnWord = property === "operation" || Object.hasOwn(this.traits.computed, property);
      const mayBeValue = typeof leaf === "string" && !isOwnWord && !given.has(leaf);
      const isValue = mayBeValue && (secrets.has(leaf) || this.fingerprints.recognizes(leaf));
      return isValue ? mask : leaf instanceof Unknown ? undefined : leaf;
    });
    return { values: clean as JsonObject, leaves };
  }

  private putNames(properties: JsonObject, named: readonly NamedCredential[], like: JsonObject) {
    const leaves = new Map<string, unknown>();
    let values = properties;
    for (const { key, path, valuePath, given } of findPlaces(properties, named, this.traits)) {
      leaves.set(key, readValueAt(properties, valuePath));
      values = setAt(setAt(values, valuePath, undefined), path, given);
    }
    // A map that is empty now is left out, unless `like` has it.
    const left = pick(
      values,
      (property, value) => !isJsonObject(value) || Object.keys(value).length > 0 || like[property] !== undefined,
    );
    return { values: left, leaves };
  }
}

function findNamedCredentials(values: JsonObject, traits: Traits): NamedCredential[] {
  return Object.entries(traits.namedBy ?? {}).flatMap(([valuePattern, namePattern]) => {
    const steps = splitPattern(namePattern);
    const [property = ""] = steps;
    const paths = findPaths(values, steps);
    const entries = paths.length > 0 ? findEntries(values, property, traits) : undefined;
    if (Array.isArray(values[property]) && !entries) {
      // The program gives a list in place of a map, which the schema rejects.
      return [];
    }
    return paths.map((path) => {
      // What `*` stands for: the position of a list entry, or the key of a map.
      const place = path[steps.indexOf("*")] ?? "";
      const entry = entries?.[Number(place)];
      const given = readValueAt(values, path);
      return {
        path,
        valuePath: splitPattern(valuePattern).map((step) => (step === "*" ? place : step)),
        key: JSON.stringify(path.map((step) => (entry && step === place ? entry.key : step))),
        entry,
        given,
        source: credentialSourceSchema.safeParse(given).data,
      };
    });
  });
}

/** Returns the credentials that `values` has a place for, with their paths there: list entries may have moved. */
function findPlaces(values: JsonObject, named: readonly NamedCredential[], traits: Traits): NamedCredential[] {
  const lists = new Map(
    [...findKeyedLists(traits).keys()].map((property) => [property, findEntries(values, property, traits)]),
  );
  return named.flatMap((credential) => {
    const { path, valuePath, entry } = credential;
    const [property = ""] = path;
    const position = lists.get(String(property))?.findIndex(({ key }) => key === entry?.key) ?? -1;
    const move = (from: PropertyPath) => (entry ? [property, position, ...from.slice(2)] : from);
    const moved = { ...credential, path: move(path), valuePath: move(valuePath) };
    const holder = readValueAt(values, moved.valuePath.slice(0, -1));
    // Names and values may be in different maps (`envsFrom`, `envs`). That of the values may be missing or unknown.
    const isMissingMap = (holder === undefined || holder instanceof Unknown) && path[0] !== valuePath[0];
    return isJsonObject(holder) || isMissingMap ? [moved] : [];
  });
}

function findEntries(values: JsonObject, property: string, traits: Traits) {
  const list = findKeyedLists(traits).get(property);
  const { [property]: entries } = values;
  if (!list || !Array.isArray(entries)) {
    return undefined;
  }
  const names = entries.map((entry) => list.findName(entry));
  return assignKeys(names).map((key, index) => ({ key, name: names[index] }));
}

function isAlsoGivenByValue(values: JsonObject, { valuePath }: NamedCredential): boolean {
  return (readValueAt(values, valuePath) ?? null) !== null;
}
