import type * as pulumi from "@pulumi/pulumi";
import { adoptionsIn } from "../../core/adoptions";
import { originIn } from "../../core/declarations";
import { sendable } from "../../core/engine-text";
import type { Failure, OlderStates, ResourceDefinition } from "../../core/handler";
import {
  inputPathsKey,
  isHiddenProperty,
  literalKey,
  secretPathsKey,
  secretValuesKey,
} from "../../core/hidden-properties";
import { withIgnored, withIgnoredNames } from "../../core/ignored-entries";
import { listed, named, namedLists } from "../../core/named-lists";
import { isTooDeep, tooDeep } from "../../core/nesting";
import {
  hiddenPaths,
  hideSecrets,
  inputPlaces,
  isCredential,
  isMissingCredential,
  leavesAt,
  pathsInBoth,
  pathsOf,
  pathsThere,
  SecretPaths,
  secretPlaces,
  secretTexts,
  sentTexts,
  textsAt,
  unmarked,
  withCredentialsOf,
  withKept,
  withLeaves,
  withoutCredentials,
  type Hidden,
} from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { markUnknowns, unmarkUnknowns } from "../../core/unknown";
import { canonicalJson, isJsonObject, pick, type JsonObject } from "../../values/json";
import { quotableTexts } from "../redaction";
import { failureTexts, OperationError, ResourceService, type Surroundings } from "../resource-service";
import { Settings } from "../settings";
import { EarlierInputs } from "./earlier-inputs";
import { engineNotice, hostWaits } from "./progress";

/**
 * Serves a resource to Pulumi's host for dynamic providers. All rules of that host are kept here: the literal text and
 * the sentinel for unknown values among the properties, lists by the names of their entries, secrets by the paths that
 * came in, plain JSON only, failures of `check` as values, partial failures as errors with an id, configuration that
 * arrives once and unawaited.
 */
export class DynamicProvider<Inputs extends object, State extends object> implements pulumi.dynamic.ResourceProvider {
  private readonly settings = new Settings((untilMs) => hostWaits.slowedDown(untilMs));
  private readonly service: ResourceService<Inputs, State>;
  private readonly traits: Traits;
  private readonly older: OlderStates;
  private readonly surroundings: Surroundings;
  private readonly earlier = new EarlierInputs();

  constructor(definition: ResourceDefinition<Inputs, State>, surroundings: Partial<Surroundings> = {}) {
    this.service = new ResourceService(definition, this.settings);
    this.traits = definition.traits;
    this.older = definition.older ?? { properties: [], upgrade: (properties) => properties };
    this.surroundings = { notice: engineNotice(), waits: hostWaits, ...surroundings };
  }

  configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.settings.configure((key) => request.config.get(key));
    return Promise.resolve();
  }

  async check(olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.CheckResult> {
    if (isTooDeep(news)) {
      // Answered with the arguments, the host itself would fail.
      return { inputs: {}, failures: [{ property: "", reason: `the arguments are ${tooDeep}` }] };
    }
    const before = this.older.upgrade(olds);
    const [kept, unkept] = withIgnoredNames(news, before, this.traits);
    const args = withIgnored(kept, before, this.traits);
    const surroundings = { ...this.knowing(args, olds), origin: originIn(news) };
    const checked = await this.service.check(this.incoming(args), isNew(olds), surroundings, adoptionsIn(news));
    const found = checked.failures.filter((failure) => !this.isOfOlderList(failure, args));
    const failures = [...unkept, ...found];
    if (failures.length > 0) {
      return { inputs: { ...news }, failures: failureTexts(failures).map((reason) => ({ property: "", reason })) };
    }
    const inputs = this.outgoingInputs(checked.inputs, args);
    if (!isNew(olds)) {
      this.earlier.note(olds, inputs);
    }
    return { inputs, failures: [] };
  }

  /**
   * Leaves `changes` undefined where inputs differ: only then does the engine compare them leaf by leaf, so that a
   * rotated secret shows as a change of that leaf. Where it finds no input different, it updates only if `changes` is
   * true. Names are unique on the platform, and a restore would come after what replaces it, so the old object is
   * deleted first unless the new one needs nothing of it.
   */
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    return this.keeping(olds, news, async () => {
      const [before, after] = this.beforeAndAfter(olds, news);
      const isShown = this.earlier.showsChange(news);
      const found = await this.service.diff(id, before, after, isShown, this.knowing(news, olds));
      const { changes, unfinished, replaces, deletesLast = false } = found;
      const isFound = changes || this.hasAnotherForm(olds, news);
      return {
        changes: isFound && (isShown || !changes) ? undefined : changes || unfinished !== undefined,
        ...(replaces && { replaces }),
        deleteBeforeReplace: !deletesLast,
      };
    });
  }

  create(news: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    return this.keeping({}, news, async () => {
      const { id, state } = await this.service.create(this.incoming(news), this.knowing(news));
      return { id, outs: this.outgoing(state, news) };
    });
  }

  read(id: pulumi.ID, olds: JsonObject = {}): Promise<pulumi.dynamic.ReadResult> {
    return this.keeping(olds, olds, async () => {
      const known = { state: this.stateIn(olds), isNew: isNew(olds) };
      const found = await this.service.read(id, known, this.knowing(olds));
      if (!found) {
        return {};
      }
      if (!known.isNew && isOlder(olds)) {
        return { id, ...this.readInOlderForm(found, olds) };
      }
      if (known.isNew || olds[secretPathsKey] === unmarked) {
        return { id, props: this.onlyRead(found.state), inputs: {} };
      }
      const props = this.outgoing(found.state, olds, {}, sentTexts(olds));
      const inputs = this.outgoingInputs(found.inputs, olds);
      const places = inputPlaces(olds);
      return { id, props: { ...props, ...(places && { [inputPathsKey]: pathsThere(places, inputs) }) }, inputs };
    });
  }

  update(id: pulumi.ID, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    return this.keeping(olds, news, async () => {
      const [before, after] = this.beforeAndAfter(olds, news);
      const state = await this.service.update(id, before, after, this.knowing(news, olds));
      return { outs: this.outgoing(state, news, olds) };
    });
  }

  delete(id: pulumi.ID, olds: JsonObject): Promise<void> {
    return this.keeping({}, olds, () => this.service.delete(id, this.stateIn(olds), this.knowing(olds)));
  }

  /** Runs an operation; if it did not finish, attaches partial state to the error, so that the next run can resume. */
  private async keeping<T>(olds: JsonObject, props: JsonObject, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw error instanceof OperationError ? this.hostError(error, olds, props) : error;
    }
  }

  private hostError({ message, partial, isExpected, stack }: OperationError, olds: JsonObject, props: JsonObject) {
    if (!partial) {
      // The host prints the stack of every failed read, diff and delete; it helps only with a bug in this package.
      return Object.assign(new Error(message), { stack: isExpected ? "" : stack });
    }
    // The platform may have the old or the new secrets, and so may the stored inputs.
    const sent = [olds, props].flatMap((properties) => secretTexts(properties, this.traits));
    const places = inputPlaces(olds) ?? secretPlaces(olds, this.traits);
    const properties = {
      ...this.outgoing(partial.state, props, olds, sent),
      ...(!isNew(olds) && { [inputPathsKey]: pathsInBoth(places, secretPlaces(props, this.traits)) }),
      [literalKey]: props[literalKey],
    };
    return Object.assign(new Error(message), { id: partial.id, properties, reasons: [message] });
  }

  /** The context for operations on these properties, with the secrets that no text may show. */
  private knowing(...properties: readonly JsonObject[]): Surroundings {
    const secrets = properties.flatMap((own) => secretTexts(own, this.traits));
    const quotable = properties.flatMap((own) =>
      quotableTexts(withKept(own), new SecretPaths(pathsOf(own)), this.traits),
    );
    return { ...this.surroundings, secrets, quotable };
  }

  /** Arguments as handlers expect them. */
  private incoming(news: JsonObject): JsonObject {
    return this.stateIn(markUnknowns(news) as JsonObject);
  }

  /** A state of any version as handlers expect it. */
  private stateIn(olds: JsonObject): JsonObject {
    return this.older.upgrade(listed(withKept(olds), this.traits));
  }

  /**
   * State and arguments for a handler. A state that the plugin wrote has credentials only in its inputs, and an ignored
   * list from the state of an older version has none: they are filled in.
   */
  private beforeAndAfter(olds: JsonObject, news: JsonObject): [JsonObject, JsonObject] {
    const own = this.stateIn(olds);
    const before = isAnotherHosts(olds) ? withCredentialsOf(own, this.earlier.before(news) ?? {}, this.traits) : own;
    const after = this.incoming(news);
    return [before, this.hasOlderList(news) ? withCredentialsOf(after, before, this.traits) : after];
  }

  /** The state to store: secrets that came in are hidden at their paths, and the others go into one secret property. */
  private outgoing(state: object, came: JsonObject, others: JsonObject = {}, sent: readonly string[] = []): JsonObject {
    const { shown, given, others: apart } = this.hidden(state, came, others);
    const kept = pick({ given, others: apart, sent: [...new Set(sent)] }, (_, tree) => !isEmpty(tree as object));
    const forEngine = { [secretPathsKey]: pathsOf(came), ...(!isEmpty(kept) && { [secretValuesKey]: kept }) };
    return sendable(unmarkUnknowns({ ...shown, ...forEngine }) as JsonObject);
  }

  /** `.get` has no inputs. Everything is shown: the program says which outputs are secret. */
  private onlyRead(state: object): JsonObject {
    const values = named(state as JsonObject, this.traits);
    return sendable({ ...withoutCredentials(values, this.traits), [secretPathsKey]: unmarked });
  }

  /** The inputs to store, with their credentials where they came in. */
  private outgoingInputs(inputs: object, came: JsonObject): JsonObject {
    const places = inputPlaces(came);
    const paths = places?.filter((path) => !isCredential(path, this.traits)) ?? hiddenPaths(came);
    const { shown, given } = this.hidden(inputs, came, {}, paths);
    const own = withLeaves(shown, places ? leavesAt(given, places) : given);
    return sendable(unmarkUnknowns({ ...own, ...(paths.length > 0 && { [secretPathsKey]: paths }) }) as JsonObject);
  }

  private hidden(values: object, came: JsonObject, others: JsonObject, paths = hiddenPaths(came)): Hidden {
    const marked = withKept(markUnknowns(came) as JsonObject, ["given"]);
    const before = (values as JsonObject).restorePoint;
    const marks = new SecretPaths(pathsOf(came));
    const texts = [came, others].flatMap((properties) => secretTexts(properties, this.traits));
    // A restore point is as secret as what has taken its place.
    texts.push(...(isJsonObject(before) ? textsAt(before, marks, this.traits) : []));
    const known = { paths: marks, texts: new Set(texts), declared: marked };
    const own = named(values as JsonObject, this.traits, marked, known.texts);
    return hideSecrets(own, marked, known, this.traits, new SecretPaths(paths));
  }

  /**
   * Keeps the form that was written, because the engine hides secrets by the paths of that version. The inputs may be
   * of another version, so they are returned only if something changed, and never with the older properties beside
   * them: a list in place of an object with secrets is hidden as a whole.
   */
  private readInOlderForm({ state, inputs }: { state: object; inputs: object }, olds: JsonObject) {
    const inForm = (values: object) => {
      const known = { paths: new SecretPaths([]), texts: new Set<string>(), declared: olds };
      const { shown, given } = hideSecrets(values as JsonObject, olds, known, this.traits);
      return withLeaves(shown, given);
    };
    const beside = pick(olds, (key) => this.older.properties.includes(key));
    const props = sendable({ ...inForm(state), ...beside });
    const hasChanged = canonicalJson(props) !== canonicalJson(pick(olds, (key) => key !== literalKey));
    return hasChanged ? { props, inputs: sendable(inForm(inputs)) } : { props };
  }

  /** Whether only the form of the state differs: writing it anew sends nothing. */
  private hasAnotherForm(olds: JsonObject, news: JsonObject): boolean {
    if (isAnotherHosts(olds)) {
      // It has no literal text yet, without which this host could not even delete it.
      return true;
    }
    const formOf = (properties: JsonObject) =>
      canonicalJson([pathsOf(properties), Object.keys(namedLists(this.traits)).map((key) => keysIn(properties[key]))]);
    return !isOlder(olds) && formOf(olds) !== formOf(news);
  }

  private hasOlderList(news: JsonObject): boolean {
    return Object.keys(namedLists(this.traits)).some((property) => Array.isArray(news[property]));
  }

  private isOfOlderList(failure: Failure, news: JsonObject): boolean {
    const [list = ""] = failure.property.split(/[.[]/, 1);
    return Array.isArray(news[list]) && isMissingCredential(failure, this.traits);
  }
}

/** A new resource, or one read by `.get`, has only metadata. */
function isNew(olds: JsonObject): boolean {
  return Object.keys(olds).every(isHiddenProperty);
}

function isAnotherHosts(olds: JsonObject): boolean {
  return !(literalKey in olds);
}

/** Whether the state is of a version that stored lists as lists and did not know what is secret. */
function isOlder(olds: JsonObject): boolean {
  return !(secretPathsKey in olds) && !isAnotherHosts(olds);
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

function keysIn(list: unknown): string[] {
  return isJsonObject(list) ? Object.keys(list).sort() : [];
}
