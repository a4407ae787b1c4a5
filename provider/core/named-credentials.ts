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

/** A named credential is needed and cannot be read; nothing was sent. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/** A credential that the program names instead of giving its value. */
interface NamedCredential {
  /** Where the name stands. */
  path: PropertyPath;
  /** Where the value would stand. */
  valuePath: PropertyPath;
  /** Equal for the same credential in arguments and states: an entry of a list goes by its name. */
  key: string;
  /** The entry of a list that it belongs to, such as a bucket. */
  entry?: { key: string; name: string | undefined };
  /** What stands at `path`, whatever its form. */
  given: unknown;
  /** Where the value is read; undefined if a preview does not know it yet, or if it has the wrong form. */
  source?: CredentialSource;
}

/**
 * The named credentials of one operation. Handlers know only values: what opens puts the values in place of the names for
 * the duration of the operation, and what seals puts the names back, so that no value reaches a state. Where nobody knows
 * what the platform has, or nothing needs it, an `Unknown` stands in for the value. Each value is read once, so that the
 * whole operation uses the same one.
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
    // Messages of the platform may repeat values, also in operations that send none.
    [state, inputs].flatMap(this.find).forEach((credential) => this.read(credential));
  }

  /** The values that were read, which no text may show. */
  collectSecrets(): string[] {
    return [...this.results.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
  }

  /**
   * Checks arguments with and without the values behind names. A failure that occurs without them is about the name, and
   * any other is about the value (`ofValues`); `unreadable` are names whose values cannot be read.
   */
  check(args: JsonObject, check: (args: JsonObject) => Checked<JsonObject>) {
    const named = this.find(args);
    if (named.length === 0) {
      return { ...check(args), ofValues: [], unreadable: [] };
    }
    const illFormed = named.filter(({ given, source }) => source === undefined && !containsUnknown(given));
    const withoutValues = illFormed.reduce(
      (result, { path, given }) => setAt(result, path, given),
      this.openWith(args, () => new Unknown()),
    );
    const { inputs, failures } = check(withoutValues);
    const formatFailure = ({ property, reason }: Failure) => `${property} ${reason}`;
    const known = new Set(failures.map(formatFailure));
    const ofValues = check(this.open(args)).failures.filter((failure) => !known.has(formatFailure(failure)));
    const givenTwice = new Set(named.filter((credential) => isAlsoGivenByValue(args, credential)));
    const conflicts = [...givenTwice].map(({ path, valuePath }) => ({
      property: formatPropertyPath(path),
      reason: `cannot be given together with ${formatPropertyPath(valuePath)}; leave one of them out`,
    }));
    // A failure at the place of a value is one at the name that the program gives.
    const toNameFailure = (failure: Failure, isOfValue: boolean): Failure => {
      const found = named.find((one) => formatPropertyPath(one.valuePath) === failure.property && !givenTwice.has(one));
      const about = found && isOfValue ? `names ${this.read(found).origin}, whose value ` : "";
      return found ? { property: formatPropertyPath(found.path), reason: `${about}${failure.reason}` } : failure;
    };
    return {
      inputs: this.putNames(inputs, named, args).values,
      failures: [...failures.map((failure) => toNameFailure(failure, false)), ...conflicts],
      ofValues: ofValues.map((failure) => toNameFailure(failure, true)),
      unreadable: this.explainUnreadable(named),
    };
  }

  /** The same with values, as far as they can be read. */
  open(values: JsonObject): JsonObject {
    return this.openWith(values, (credential) => this.read(credential).value ?? new Unknown());
  }

  /** The inputs to send. Throws a `CredentialError` if a value cannot be read. */
  openToSend(): JsonObject {
    const unreadable = this.explainUnreadable(this.find(this.inputs));
    if (unreadable.length > 0) {
      const problems = unreadable.map(({ property, reason }) => `${property} ${reason}`);
      throw new CredentialError(`${problems.join("; ")}. Nothing was sent`);
    }
    return this.open(this.inputs);
  }

  /** The state with those values that are the same as what is to be `sent`, and all others unknown. */
  openState(sent: JsonObject = {}): JsonObject {
    const places = findPlaces(sent, this.find(this.state), this.traits);
    const values = new Map(places.map(({ key, valuePath }) => [key, readValueAt(sent, valuePath)]));
    const opened = this.openWith(this.state, ({ key }) => {
      const value = values.get(key);
      return this.fingerprints.isConfirmed(key, value) ? value : new Unknown();
    });
    return pick(opened, (property) => property !== fingerprintsProperty);
  }

  /** A state with names, and with the fingerprints of what the platform has now. */
  seal(state: JsonObject, operation: SealedOperation): JsonObject {
    const { values, leaves } = this.withNames(state, operation === "refresh" ? this.state : this.inputs);
    const text =
      leaves.size > 0 ? this.fingerprints.after(operation, leaves, this.collectSecrets()).format() : undefined;
    return { ...values, ...(text !== undefined && { [fingerprintsProperty]: text }) };
  }

  /** The inputs that a refresh has read, with the names of the state. */
  sealInputs(inputs: JsonObject): JsonObject {
    return this.withNames(inputs, this.state).values;
  }

  /**
   * Compares names in place of values, and what has changed behind them. A value that was not sent yet is no change to a
   * refresh, which tells whether the platform is as the state says.
   */
  compare(isRefresh: boolean, compare: (state: JsonObject, inputs: JsonObject) => Difference): Difference {
    const { state, inputs, fingerprints } = this;
    const [before, after] = [this.find(state), this.find(inputs)];
    if (before.length + after.length === 0) {
      return compare(state, inputs);
    }
    const names = new Map(before.map(({ key, given }) => [key, given]));
    const reasons = new Map<string, string>();
    for (const credential of after) {
      const { key, given } = credential;
      const { value, origin } = this.read(credential);
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
    // An unfinished operation explains itself why it is not known what the platform has.
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

  /** The same with texts that differ where the names do, or for what has `changed` behind them. */
  private openComparable(values: JsonObject, changed: ReadonlyMap<string, unknown> = new Map()): JsonObject {
    return this.openWith(values, ({ key, given }) => toCanonicalJson([given, changed.has(key)]));
  }

  /** Puts a value in place of each name. What is given by value, too, stays as it is. */
  private openWith(values: JsonObject, toValue: (credential: NamedCredential) => unknown): JsonObject {
    return this.find(values).reduce((result, credential) => {
      const unnamed = setAt(result, credential.path, undefined);
      return isAlsoGivenByValue(unnamed, credential)
        ? unnamed
        : setAt(unnamed, credential.valuePath, toValue(credential));
    }, values);
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

  /** Puts names in place of values, and masks the same values wherever else the platform may show them. */
  private withNames(properties: JsonObject, like: JsonObject) {
    const named = this.find(like);
    if (named.length + this.results.size + this.fingerprints.lengths.size === 0) {
      return { values: properties, leaves: new Map<string, unknown>() };
    }
    const { values, leaves } = this.putNames(properties, named, like);
    const given = new Set(collectLeaves(like));
    const secrets = new Set(this.collectSecrets());
    const clean = mapLeaves(values, (leaf) => {
      const isValue =
        typeof leaf === "string" && !given.has(leaf) && (secrets.has(leaf) || this.fingerprints.recognizes(leaf));
      return isValue ? mask : leaf instanceof Unknown ? undefined : leaf;
    });
    return { values: clean as JsonObject, leaves };
  }

  /**
   * Puts the names back, where their places still exist; `leaves` are what stood there, by the key of the credential. A map
   * that is left empty is removed, unless `like` has it.
   */
  private putNames(properties: JsonObject, named: readonly NamedCredential[], like: JsonObject) {
    const leaves = new Map<string, unknown>();
    let values = properties;
    for (const { key, path, valuePath, given } of findPlaces(properties, named, this.traits)) {
      leaves.set(key, readValueAt(properties, valuePath));
      values = setAt(setAt(values, valuePath, undefined), path, given);
    }
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
      // It stands in place of a map, which is for the schema to refuse.
      return [];
    }
    return paths.map((path) => {
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

/** The same credentials at their places in other properties, as far as these have what holds them. */
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
    // A map of values, beside that of names, may be missing; an entry may not.
    const isMissingMap = holder === undefined && path[0] !== valuePath[0];
    return isJsonObject(holder) || isMissingMap ? [moved] : [];
  });
}

/** The entries of a list that is stored by name; undefined if there is none. */
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
