import { isDeepStrictEqual } from "node:util";
import { describeCredentialSource } from "../config/credential-source";
import { isJsonObject, pick, readValueAt, toCanonicalJson, type JsonObject } from "../values/json";
import { mask } from "../values/mask";
import type { Failure } from "./check";
import { formatPropertyPath } from "./property-paths";
import { CredentialError, type CredentialValues } from "./credential-values";
import { Fingerprints, fingerprintsProperty, missing } from "./fingerprints";
import type { Checked, Difference } from "./handler";
import { findNamedCredentials, isAlsoGivenByValue, listPlaces, setAt, type NamedCredential } from "./named-credentials";
import type { Traits } from "./traits";
import { collectTexts, containsUnknown, mapLeaves, Unknown } from "./tree";

/** What a check finds in arguments that name credentials. */
interface CheckedNames extends Checked<JsonObject> {
  /** What is wrong with values behind names. */
  ofValues: Failure[];
  /** Names whose values cannot be read. */
  unreadable: Failure[];
}

/** Which fingerprint the state keeps for a credential, given what the platform has or was sent. */
type ChooseFingerprint = (key: string, leaf: unknown) => string | undefined;

/**
 * Handlers know only values. `open…` puts the values of named credentials in place of their names for the duration of an
 * operation, and `seal…` puts the names back, so that no value reaches a state. Where nobody knows what the platform has,
 * or nothing needs it, an `Unknown` stands in for the value.
 */
export class NamedValues {
  constructor(
    private readonly traits: Traits,
    private readonly credentials: CredentialValues,
  ) {}

  /**
   * Checks arguments with and without the values behind names. A failure that occurs without them is about the name, and
   * any other is about the value.
   */
  check(args: JsonObject, check: (args: JsonObject) => Checked<JsonObject>): CheckedNames {
    const named = this.find(args);
    const illFormed = named.filter(({ given, source }) => source === undefined && !containsUnknown(given));
    const withoutValues = this.openWith(args, () => new Unknown());
    const { inputs, failures } = check(
      illFormed.reduce((result, { path, given }) => setAt(result, path, given), withoutValues),
    );
    if (named.length === 0) {
      return { inputs, failures, ofValues: [], unreadable: [] };
    }
    const formatFailure = ({ property, reason }: Failure) => `${property} ${reason}`;
    const known = new Set(failures.map(formatFailure));
    const ofValues = check(this.open(args)).failures.filter((failure) => !known.has(formatFailure(failure)));
    const givenOnlyByName = named.filter((credential) => !isAlsoGivenByValue(args, credential));
    const givenTwice = named.filter((credential) => !givenOnlyByName.includes(credential));
    const conflicts = givenTwice.map(({ path, valuePath }) => ({
      property: formatPropertyPath(path),
      reason: `cannot be given together with ${formatPropertyPath(valuePath)}; leave one of them out`,
    }));
    return {
      inputs: this.putNames(inputs, named, args).values,
      failures: [...failures.map((failure) => toNameFailure(failure, givenOnlyByName)), ...conflicts],
      ofValues: ofValues.map((failure) => toNameFailure(failure, named, "whose value ")),
      unreadable: this.explainUnreadable(named),
    };
  }

  /** The same with values, as far as they can be read. */
  open(values: JsonObject): JsonObject {
    return this.openWith(values, (credential) => this.readValue(credential));
  }

  /** The inputs to send. Throws a `CredentialError` if a value cannot be read. */
  openToSend(inputs: JsonObject): JsonObject {
    const unreadable = this.explainUnreadable(this.find(inputs));
    if (unreadable.length > 0) {
      const problems = unreadable.map(({ property, reason }) => `${property} ${reason}`);
      throw new CredentialError(`${problems.join("; ")}. Nothing was sent`);
    }
    return this.open(inputs);
  }

  /** A state with those values that are the same as what is to be `sent`, and all others unknown. */
  openState(state: JsonObject, sent?: JsonObject): JsonObject {
    const fingerprints = readFingerprints(state);
    const places = sent ? listPlaces(sent, this.find(state), this.traits) : [];
    const opened = this.openWith(state, ({ key }) => {
      const place = places.find((other) => other.key === key);
      const value = place && readValueAt(sent, place.valuePath);
      const isConfirmed = typeof value === "string" && fingerprints.compute(value) === fingerprints.find(key);
      return isConfirmed ? value : new Unknown();
    });
    return pick(opened, (property) => property !== fingerprintsProperty);
  }

  /** A state with the fingerprints of what the platform has now. */
  seal(state: JsonObject, inputs: JsonObject, before: JsonObject = {}): JsonObject {
    const fingerprints = readFingerprints(before);
    const choose: ChooseFingerprint = (_, leaf) => toFingerprint(leaf, fingerprints);
    return this.sealWith(state, inputs, choose, (known) => fingerprints.withKnown(known));
  }

  /** After a failure, only what was confirmed `before` and is still the same counts: all else is sent again. */
  sealUnfinished(state: JsonObject, inputs: JsonObject, before: JsonObject): JsonObject {
    const confirmed = readFingerprints(before);
    const choose: ChooseFingerprint = (key, leaf) =>
      toFingerprint(leaf, confirmed) === confirmed.find(key) ? confirmed.find(key) : undefined;
    const read = this.credentials.collectSecrets().map((value) => confirmed.compute(value));
    return this.sealWith(state, inputs, choose, (known) => confirmed.withKnown(known, read));
  }

  /**
   * What was read, with fingerprints of the values that the platform shows. Where it hides one, the stored fingerprint is
   * kept.
   */
  sealRead(found: { inputs: JsonObject; state: JsonObject }, before: JsonObject) {
    const fingerprints = readFingerprints(before);
    const choose: ChooseFingerprint = (key, leaf) =>
      toFingerprint(leaf, fingerprints) ?? (leaf ? fingerprints.find(key) : missing);
    return {
      inputs: this.withNames(found.inputs, before).values,
      state: this.sealWith(found.state, before, choose, (known) => fingerprints.withRead(known)),
    };
  }

  /**
   * Compares names in place of values, and what has changed behind them. A value that was not sent yet is no change to a
   * refresh, which tells whether the platform is as the state says.
   */
  compare(
    state: JsonObject,
    inputs: JsonObject,
    isRefresh: boolean,
    compare: (state: JsonObject, inputs: JsonObject) => Difference,
  ): Difference {
    const [before, after] = [this.find(state), this.find(inputs)];
    if (before.length + after.length === 0) {
      return compare(state, inputs);
    }
    const behindNames = new CredentialChanges(readFingerprints(state), isRefresh ? undefined : this.credentials);
    const compareWith = (toText: (credential: NamedCredential) => string) =>
      compare(
        this.openComparable(state, () => "same"),
        this.openComparable(inputs, toText),
      );
    const difference = compareWith((credential) => (behindNames.has(credential) ? "changed" : "same"));
    const { changes, replaces, unfinished } = difference;
    const names = new Map(before.map(({ key, given }) => [key, given]));
    const changed = after
      .filter((credential) => isDeepStrictEqual(names.get(credential.key), credential.given))
      .filter((credential) => behindNames.has(credential));
    if (!changes || replaces || changed.length === 0) {
      return difference;
    }
    const resent = changed.map((credential) => behindNames.explain(credential, unfinished !== undefined));
    return {
      ...difference,
      isOnlyBehindNames: !compareWith(() => "same").changes,
      resent: resent.filter((text) => text !== undefined),
    };
  }

  /** The same with texts that differ where the names do. */
  openComparable(values: JsonObject, toText: (credential: NamedCredential) => string): JsonObject {
    return this.openWith(values, (credential) => toCanonicalJson([credential.given, toText(credential)]));
  }

  private find(values: JsonObject): NamedCredential[] {
    return findNamedCredentials(values, this.traits);
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

  private readValue({ source }: NamedCredential): string | Unknown {
    const reading = source && this.credentials.read(source);
    return reading && "value" in reading ? reading.value : new Unknown();
  }

  private explainUnreadable(named: readonly NamedCredential[]): Failure[] {
    return named.flatMap(({ path, source }) => {
      const reading = source && this.credentials.read(source);
      return reading && "problem" in reading
        ? [
            {
              property: formatPropertyPath(path),
              reason: `names ${describeCredentialSource(source)}, which ${reading.problem}`,
            },
          ]
        : [];
    });
  }

  private sealWith(
    state: JsonObject,
    like: JsonObject,
    choose: ChooseFingerprint,
    toFingerprints: (known: ReadonlyMap<string, string>) => Fingerprints,
  ): JsonObject {
    const { values, leaves } = this.withNames(state, like);
    const known = [...leaves].map(([key, leaf]) => [key, choose(key, leaf)] as const);
    const found = new Map(known.filter((entry): entry is [string, string] => entry[1] !== undefined));
    const text = leaves.size > 0 ? toFingerprints(found).format() : undefined;
    return { ...values, ...(text !== undefined && { [fingerprintsProperty]: text }) };
  }

  /**
   * Puts the names back, where their places still exist; `leaves` are what stood there, by the key of the credential. A map
   * that is left empty is removed, unless `like` has it.
   */
  private putNames(values: JsonObject, named: readonly NamedCredential[], like: JsonObject) {
    const leaves = new Map<string, unknown>();
    const places = new Map(listPlaces(values, named, this.traits).map((place) => [place.key, place]));
    let result = values;
    for (const { key, given } of named) {
      const place = places.get(key);
      if (place) {
        leaves.set(key, readValueAt(values, place.valuePath));
        result = setAt(setAt(result, place.valuePath, undefined), place.path, given);
      }
    }
    const isLeft = (property: string, value: unknown) =>
      !isJsonObject(value) || Object.keys(value).length > 0 || like[property] !== undefined;
    return { values: pick(result, isLeft), leaves };
  }

  /** Puts names in place of values, and masks the same values wherever else the platform may show them. */
  private withNames(properties: JsonObject, like: JsonObject) {
    const named = this.find(like);
    if (named.length === 0 && this.credentials.areUnused) {
      return { values: properties, leaves: new Map<string, unknown>() };
    }
    const { values, leaves } = this.putNames(properties, named, like);
    const given = new Set(collectTexts(like));
    const secrets = new Set(this.credentials.collectSecrets());
    const isValue = (text: string) => !given.has(text) && (secrets.has(text) || this.credentials.recognizes(text));
    const toShown = (leaf: unknown) => (typeof leaf === "string" && isValue(leaf) ? mask : leaf);
    const clean = mapLeaves(values, (leaf) => (leaf instanceof Unknown ? undefined : toShown(leaf)));
    return { values: clean as JsonObject, leaves };
  }
}

/**
 * Finds what changes behind the names of credentials. The fingerprint of a value now is compared with both that of what
 * the platform has and that of what was sent last, which differ if somebody else has changed it.
 */
class CredentialChanges {
  /** @param credentials The values now; without them, only changes by somebody else are found. */
  constructor(
    private readonly fingerprints: Fingerprints,
    private readonly credentials: CredentialValues | undefined,
  ) {}

  has(credential: NamedCredential): boolean {
    const { key } = credential;
    const now = this.computeNow(credential);
    return now === undefined || this.fingerprints.find(key) !== now || this.findLast(key) !== now;
  }

  /** Why a credential is sent although its name is the same; undefined if the unfinished operation explains it. */
  explain(credential: NamedCredential, isUnfinished: boolean): string | undefined {
    const { valuePath, entry, source, key } = credential;
    const place = `${formatPropertyPath(valuePath)}${entry === undefined ? "" : ` of ${JSON.stringify(entry)}`}`;
    const origin = source ? describeCredentialSource(source) : "its source";
    const [found, sent] = [this.fingerprints.find(key), this.fingerprints.findSent(key)];
    if (found === undefined) {
      return isUnfinished ? undefined : `${place} is sent again: it is not known whether the platform has it`;
    }
    if (sent !== undefined && sent !== this.computeNow(credential)) {
      return `${place} changes: the value of ${origin} differs from the one sent last`;
    }
    const isSent = `the value of ${origin} is sent again`;
    if (found === missing) {
      return `${place} is missing on the platform; ${isSent}`;
    }
    // After a failure it is not known whether somebody else has changed it.
    return sent === undefined
      ? `${place} has another value on the platform; ${isSent}`
      : `${place} was changed on the platform since the last \`pulumi up\`; ${isSent}`;
  }

  /** The fingerprint of the value now. One that cannot be read counts as the one sent last. */
  private computeNow({ key, source }: NamedCredential): string | undefined {
    const reading = source && this.credentials?.read(source);
    return reading && "value" in reading ? this.fingerprints.compute(reading.value) : this.findLast(key);
  }

  /** What was sent last, or else what the platform has. */
  private findLast(key: string): string | undefined {
    return this.fingerprints.findSent(key) ?? this.fingerprints.find(key);
  }
}

function toFingerprint(leaf: unknown, fingerprints: Fingerprints): string | undefined {
  return typeof leaf === "string" ? fingerprints.compute(leaf) : undefined;
}

function readFingerprints(state: JsonObject): Fingerprints {
  return Fingerprints.parse(state[fingerprintsProperty]);
}

/** The failure at the place of a value as one at the name that the program gives; `about` introduces the reason. */
function toNameFailure(failure: Failure, named: readonly NamedCredential[], about?: string): Failure {
  const found = named.find(({ valuePath }) => formatPropertyPath(valuePath) === failure.property);
  if (!found) {
    return failure;
  }
  const property = formatPropertyPath(found.path);
  return about === undefined || !found.source
    ? { property, reason: failure.reason }
    : { property, reason: `names ${describeCredentialSource(found.source)}, ${about}${failure.reason}` };
}
