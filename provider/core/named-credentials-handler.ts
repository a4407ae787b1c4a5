import { isDeepStrictEqual } from "node:util";
import { describeCredentialSource } from "../config/credential-source";
import { pick, toCanonicalJson, type JsonObject } from "../values/json";
import { mask } from "../values/mask";
import { formatPropertyPath, type Failure } from "./check";
import { CredentialChanges } from "./credential-changes";
import { CredentialError, CredentialValues, type CredentialFindings } from "./credential-values";
import { Fingerprints, fingerprintsProperty, missing } from "./fingerprints";
import {
  PartialFailure,
  type AdoptionCheck,
  type Checked,
  type Difference,
  type Handler,
  type OperationContext,
} from "./handler";
import { collectTexts } from "./hidden-values";
import {
  findConflicts,
  findNamedCredentials,
  findValues,
  isAlsoGivenByValue,
  isIllFormed,
  setAt,
  withCredentialNames,
  withCredentialValues,
  type NamesAndLeaves,
  type NamedCredential,
} from "./named-credentials";
import type { Traits } from "./traits";
import { mapLeaves } from "./tree";
import { Unknown } from "./unknown";

/**
 * Serves a resource whose credentials may be named. The inner handler knows only values: it gets them for the duration
 * of an operation, and what it returns has the names again, so that no value reaches a state. Where nobody knows what
 * the platform has, or nothing needs it, an `Unknown` stands in for the value.
 */
export class NamedCredentialsHandler<Inputs extends object, State extends object> implements Handler<Inputs, State> {
  constructor(
    private readonly inner: Handler<Inputs, State>,
    private readonly traits: Traits,
  ) {}

  /** Checks everything but the values behind names. */
  check(args: JsonObject): Checked<Inputs> {
    if (!this.hasNamedCredentials(args)) {
      return this.inner.check(args);
    }
    const named = findNamedCredentials(args, this.traits);
    const { inputs, failures } = this.checkWithoutValues(args, named);
    const { values } = withCredentialNames(inputs as JsonObject, named, args, this.traits);
    const conflicts = findConflicts(args, named);
    // A failure that occurs although the value is unknown is about the name.
    const givenOnlyByName = named.filter((credential) => !isAlsoGivenByValue(args, credential));
    const ofNames = failures.map((failure) => toNameFailure(failure, givenOnlyByName));
    return { inputs: values as Inputs, failures: [...ofNames, ...conflicts] };
  }

  /**
   * Checks the values behind names by the rules for credentials given by value. A failure that occurs without them as
   * well is not about them.
   */
  checkCredentials(args: JsonObject, credentials: CredentialValues): CredentialFindings {
    const named = findNamedCredentials(args, this.traits);
    if (named.length === 0) {
      return { failures: [], unreadable: [] };
    }
    const formatFailure = ({ property, reason }: Failure) => `${property} ${reason}`;
    const known = new Set(this.checkWithoutValues(args, named).failures.map(formatFailure));
    const { failures } = this.inner.check(
      withCredentialValues(args, named, (credential) => readOrUnknown(credential, credentials)),
    );
    return {
      failures: failures
        .filter((failure) => !known.has(formatFailure(failure)))
        .map((failure) => toNameFailure(failure, named, "whose value ")),
      unreadable: named.flatMap((credential) => explainUnreadable(credential, credentials)),
    };
  }

  checkAdoption(inputs: Inputs, context: OperationContext): Promise<AdoptionCheck | undefined> {
    const { credentials } = context;
    const named = findNamedCredentials(inputs as JsonObject, this.traits);
    const wanted = withCredentialValues(inputs as JsonObject, named, (credential) =>
      readOrUnknown(credential, credentials),
    );
    return this.inner.checkAdoption?.(wanted as Inputs, context) ?? Promise.resolve(undefined);
  }

  findObstacle(inputs: Inputs): Promise<Error | undefined> {
    const credentials = new CredentialValues();
    const named = findNamedCredentials(inputs as JsonObject, this.traits);
    const wanted = withCredentialValues(inputs as JsonObject, named, (credential) =>
      readOrUnknown(credential, credentials),
    );
    return this.inner.findObstacle?.(wanted as Inputs) ?? Promise.resolve(undefined);
  }

  /**
   * Compares names in place of values, and what has changed behind them. A value that was not sent yet is no change to a
   * refresh, which tells whether the platform is as the state says.
   */
  diff(id: string, state: State, inputs: Inputs, context: OperationContext): Difference {
    if (!this.hasNamedCredentials(state, inputs)) {
      return this.inner.diff(id, state, inputs, context);
    }
    const { credentials, isRefresh } = context;
    const behindNames = new CredentialChanges(readFingerprints(state), isRefresh ? undefined : credentials);
    const findDifference = (toText: (credential: NamedCredential) => string) =>
      this.inner.diff(
        id,
        this.withComparable(state, () => "same"),
        this.withComparable(inputs, toText),
        context,
      );
    const difference = findDifference((credential) => (behindNames.has(credential) ? "changed" : "same"));
    const { changes, replaces, unfinished } = difference;
    const names = new Map(findNamedCredentials(state as JsonObject, this.traits).map(({ key, given }) => [key, given]));
    const changed = findNamedCredentials(inputs as JsonObject, this.traits)
      .filter((credential) => isDeepStrictEqual(names.get(credential.key), credential.given))
      .filter((credential) => behindNames.has(credential));
    if (!changes || replaces || changed.length === 0) {
      return difference;
    }
    return {
      ...difference,
      isOnlyBehindNames: !findDifference(() => "same").changes,
      resent: changed
        .map((credential) => behindNames.explain(credential, unfinished !== undefined))
        .filter((text) => text !== undefined),
    };
  }

  describeChanges(state: State, inputs: Inputs): string[] {
    const [before, after] = [state, inputs].map((values) => this.withComparable(values, () => ""));
    return this.inner.describeChanges(before as State, after as Inputs);
  }

  async create(inputs: Inputs, context: OperationContext): Promise<{ id: string; state: State }> {
    const named = findNamedCredentials(inputs as JsonObject, this.traits);
    const sent = this.withRequiredValues(inputs, named, context);
    const created = runKeepingNames(this.inner.create(sent, context), (partialState) =>
      this.toUnfinishedState(partialState, named, inputs, context, Fingerprints.create()),
    );
    const { id, state } = await created;
    return { id, state: this.toState(state, named, inputs, context, Fingerprints.create()) };
  }

  /**
   * Computes fingerprints from the values that the platform shows. Where it hides one, the stored fingerprint is kept.
   */
  async read(id: string, state: Partial<State>, context: OperationContext) {
    if (!this.hasNamedCredentials(state)) {
      return this.inner.read(id, state, context);
    }
    const named = findNamedCredentials(state, this.traits);
    // The inner handler does not return fingerprints, and would take an item of a list without them for incomplete.
    const stored = pick(state, (property) => property !== fingerprintsProperty);
    const withUnknowns = withCredentialValues(stored, named, () => new Unknown()) as Partial<State>;
    const found = await this.inner.read(id, withUnknowns, context);
    if (!found) {
      return undefined;
    }
    const fingerprints = readFingerprints(state);
    const inputs = this.withoutValues(found.inputs, named, state, context);
    const result = this.withoutValues(found.state, named, state, context);
    const known = collectFingerprints(
      result,
      (key, leaf) => toFingerprint(leaf, fingerprints) ?? (leaf ? fingerprints.find(key) : missing),
    );
    return { inputs: inputs.values as Inputs, state: withFingerprints<State>(result, fingerprints.withRead(known)) };
  }

  async update(id: string, state: State, inputs: Inputs, context: OperationContext): Promise<State> {
    const named = findNamedCredentials(inputs as JsonObject, this.traits);
    const sent = this.withRequiredValues(inputs, named, context);
    const known = this.withConfirmedValues(state, sent);
    const updated = runKeepingNames(this.inner.update(id, known, sent, context), (partialState) =>
      this.toUnfinishedState(partialState, named, inputs, context, readFingerprints(state)),
    );
    return this.toState(await updated, named, inputs, context, readFingerprints(state));
  }

  delete(id: string, state: State, context: OperationContext): Promise<void> {
    const named = findNamedCredentials(state as JsonObject, this.traits);
    return this.inner.delete(
      id,
      withCredentialValues(state as JsonObject, named, () => new Unknown()) as State,
      context,
    );
  }

  /**
   * Whether any credential is named, or was when a state was written. If not, the inner handler can be called directly.
   */
  private hasNamedCredentials(...all: readonly object[]): boolean {
    return all.some(
      (properties) =>
        fingerprintsProperty in properties || findNamedCredentials(properties as JsonObject, this.traits).length > 0,
    );
  }

  private checkWithoutValues(args: JsonObject, named: readonly NamedCredential[]): Checked<Inputs> {
    const withUnknowns = withCredentialValues(args, named, () => new Unknown());
    return this.inner.check(
      named.filter(isIllFormed).reduce((result, { path, given }) => setAt(result, path, given), withUnknowns),
    );
  }

  /** The inputs to send. Throws a `CredentialError` if a value cannot be read. */
  private withRequiredValues(inputs: Inputs, named: readonly NamedCredential[], context: OperationContext): Inputs {
    const { credentials } = context;
    const unreadable = named.flatMap((credential) => explainUnreadable(credential, credentials));
    if (unreadable.length > 0) {
      const problems = unreadable.map(({ property, reason }) => `${property} ${reason}`);
      throw new CredentialError(`${problems.join("; ")}. Nothing was sent`);
    }
    return withCredentialValues(inputs as JsonObject, named, (credential) =>
      readOrUnknown(credential, credentials),
    ) as Inputs;
  }

  /** The state with those values that are the same as what is to be sent. */
  private withConfirmedValues(state: State, sent: Inputs): State {
    const fingerprints = readFingerprints(state);
    const named = findNamedCredentials(state as JsonObject, this.traits);
    const now = findValues(sent as JsonObject, named, this.traits);
    return withCredentialValues(state as JsonObject, named, ({ key }) => {
      const value = now.get(key);
      const isConfirmed = typeof value === "string" && fingerprints.compute(value) === fingerprints.find(key);
      return isConfirmed ? value : new Unknown();
    }) as State;
  }

  private withComparable<Values extends object>(values: Values, toText: (named: NamedCredential) => string): Values {
    const named = findNamedCredentials(values as JsonObject, this.traits);
    const toComparable = (credential: NamedCredential) => toCanonicalJson([credential.given, toText(credential)]);
    return withCredentialValues(values as JsonObject, named, toComparable) as Values;
  }

  /** A state with the fingerprints of what the platform has now. */
  private toState(
    values: State,
    named: readonly NamedCredential[],
    like: Inputs,
    context: OperationContext,
    fingerprints: Fingerprints,
  ): State {
    const result = this.withoutValues(values, named, like, context);
    const known = collectFingerprints(result, (_, leaf) => toFingerprint(leaf, fingerprints));
    return withFingerprints(result, fingerprints.withKnown(known));
  }

  /** After a failure, only what was `confirmed` before and is still the same counts: all else is sent again. */
  private toUnfinishedState(
    values: object,
    named: readonly NamedCredential[],
    like: Inputs,
    context: OperationContext,
    confirmed: Fingerprints,
  ): object {
    const result = this.withoutValues(values, named, like, context);
    const known = collectFingerprints(result, (key, leaf) =>
      toFingerprint(leaf, confirmed) === confirmed.find(key) ? confirmed.find(key) : undefined,
    );
    const read = context.credentials.collectSecrets().map((value) => confirmed.compute(value));
    return withFingerprints(result, confirmed.withKnown(known, read));
  }

  /** Puts names in place of values, and masks the same values wherever else the platform may show them. */
  private withoutValues(
    values: object,
    named: readonly NamedCredential[],
    like: object,
    { credentials }: OperationContext,
  ): NamesAndLeaves {
    const properties = pick(values, (property) => property !== fingerprintsProperty);
    const { values: shown, leaves } = withCredentialNames(properties, named, like as JsonObject, this.traits);
    const given = new Set(collectTexts(like));
    const secrets = new Set(credentials.collectSecrets());
    const isValue = (text: string) => !given.has(text) && (secrets.has(text) || credentials.recognizes(text));
    const toShown = (leaf: unknown) => (typeof leaf === "string" && isValue(leaf) ? mask : leaf);
    const clean = mapLeaves(shown, (leaf) => (leaf instanceof Unknown ? undefined : toShown(leaf)));
    return { values: clean as JsonObject, leaves };
  }
}

function toFingerprint(leaf: unknown, fingerprints: Fingerprints): string | undefined {
  return typeof leaf === "string" ? fingerprints.compute(leaf) : undefined;
}

/** The fingerprints of credentials, as far as there are any. */
function collectFingerprints(
  { leaves }: NamesAndLeaves,
  chooseFingerprint: (key: string, leaf: unknown) => string | undefined,
): ReadonlyMap<string, string> {
  const all = [...leaves].map(([key, leaf]) => [key, chooseFingerprint(key, leaf)] as const);
  return new Map(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Adds to a state the fingerprints of its credentials, if it has any. */
function withFingerprints<State>({ values, leaves }: NamesAndLeaves, fingerprints: Fingerprints): State {
  const text = leaves.size > 0 ? fingerprints.format() : undefined;
  return { ...values, ...(text !== undefined && { [fingerprintsProperty]: text }) } as State;
}

/** Attaches a state with names to a failure. */
async function runKeepingNames<Result>(operation: Promise<Result>, toState: (state: object) => object) {
  try {
    return await operation;
  } catch (error) {
    throw error instanceof PartialFailure ? new PartialFailure(error.id, toState(error.state), error.cause) : error;
  }
}

function readFingerprints(state: object): Fingerprints {
  return Fingerprints.parse((state as JsonObject)[fingerprintsProperty]);
}

function readOrUnknown({ source }: NamedCredential, credentials: CredentialValues): string | Unknown {
  const reading = source && credentials.read(source);
  return reading && "value" in reading ? reading.value : new Unknown();
}

function explainUnreadable({ path, source }: NamedCredential, credentials: CredentialValues): Failure[] {
  if (!source) {
    return [];
  }
  const reading = credentials.read(source);
  const property = formatPropertyPath(path);
  return "problem" in reading
    ? [{ property, reason: `names ${describeCredentialSource(source)}, which ${reading.problem}` }]
    : [];
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
