import { isDeepStrictEqual } from "node:util";
import type * as pulumi from "@pulumi/pulumi";
import { readRunContext } from "../../core/declarations";
import { secretSignature, signatureKey, toEngineJson } from "../../core/engine-text";
import type { Failure, ResourceDefinition } from "../../core/handler";
import { ignoredKey, inputPathsKey, literalKey, secretPathsKey, secretValuesKey } from "../../core/hidden-properties";
import { withPlainLists, withKeyedLists, findKeyedLists } from "../../core/keyed-lists";
import { isTooDeep, tooDeep } from "../../core/nesting";
import { parseEnginePath } from "../../core/property-paths";
import {
  findHiddenMarkedPaths,
  hideSecrets,
  readInputPaths,
  isCredential,
  isMissingCredential,
  pickLeavesAt,
  findCommonPaths,
  readMarkedPaths,
  filterPresentPaths,
  SecretPaths,
  findHiddenPaths,
  collectSecretTexts,
  readSentTexts,
  collectTextsAt,
  unmarked,
  withCredentialsOf,
  restoreSecrets,
  withLeaves,
  withoutCredentials,
  type KeyedPath,
  type SplitSecrets,
} from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { markUnknowns, unmarkUnknowns } from "../../core/unknown";
import { isJsonObject, pick, type JsonObject } from "../../values/json";
import { formatFailures } from "../check-failures";
import { OperationError } from "../operation-error";
import { collectSensitiveTexts } from "../redaction";
import { ResourceService, type HostContext } from "../resource-service";
import { HostSettings } from "../settings";
import { assertDisclosed, restoreUndisclosed, withoutUndisclosed } from "../undisclosed";
import { EarlierInputs, showsChange } from "./earlier-inputs";
import { createDetail, createNotice, hostWaits } from "./progress";
import { isNew, wasWrittenByPlugin } from "./state-forms";

/**
 * Serves a resource to Pulumi's host for dynamic providers. All rules of that host are kept here: the literal text and
 * the sentinel for unknown values among the properties, lists by the names of their entries, secrets by the paths that
 * came in, plain JSON only, failures of `check` as values, partial failures as errors with an id, configuration that
 * arrives once and unawaited.
 */
export class DynamicProvider<Inputs extends object, State extends object> implements pulumi.dynamic.ResourceProvider {
  private readonly settings = new HostSettings({
    onSlowDown: (untilMs) => hostWaits.showSlowDown(untilMs),
    onDetail: createDetail(),
  });
  private readonly service: ResourceService<Inputs, State>;
  private readonly traits: Traits;
  private readonly hostContext: HostContext;
  private readonly earlierInputs = new EarlierInputs();

  constructor(definition: ResourceDefinition<Inputs, State>, hostContext: Partial<HostContext> = {}) {
    this.service = new ResourceService(definition, this.settings);
    this.traits = definition.traits;
    this.hostContext = { notify: createNotice(), waits: hostWaits, ...hostContext };
  }

  configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.settings.configure((key) => request.config.get(key));
    return Promise.resolve();
  }

  async check(olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.CheckResult> {
    if (isTooDeep(news)) {
      // An answer that repeated the arguments would make the host itself fail.
      return { inputs: {}, failures: [{ property: "", reason: `the arguments are ${tooDeep}` }] };
    }
    const hostContext = { ...this.toHostContext(news, olds), runContext: readRunContext(news) };
    const old = isNew(olds) ? undefined : olds;
    const checked = await this.service.check(this.toHandlerArgs(news), old, hostContext, news);
    const found = checked.failures.filter((failure) => !this.isAboutKeptList(failure, news, olds));
    const failures = [...findUnkeptEntries(news, olds), ...found];
    if (failures.length > 0) {
      return { inputs: { ...news }, failures: formatFailures(failures).map((reason) => ({ property: "", reason })) };
    }
    const inputs = this.toEngineInputs(checked.inputs, news);
    if (old) {
      this.earlierInputs.remember(olds, inputs, hostContext.runContext);
    }
    return { inputs, failures: [] };
  }

  /**
   * Leaves `changes` undefined where inputs differ: only then does the engine compare them leaf by leaf, so that a
   * rotated secret shows as a change of that leaf. Where it finds no input different, it updates, and a refresh reports
   * drift, only if `changes` is true. Names are unique on the platform, and a restore would come after what replaces it,
   * so the old object is deleted first unless the new one needs nothing of it.
   */
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    return this.runKeepingState(olds, news, async () => {
      const [before, after] = this.toStateAndArgs(olds, news);
      const previous = this.earlierInputs.find(news);
      // Only a refresh compares without a check before.
      const isPlanned = previous !== undefined;
      const isShown = !isPlanned || showsChange(previous.inputs, news);
      const hostContext = { ...this.toHostContext(news, olds), runContext: previous?.runContext };
      const found = await this.service.diff(id, before, after, { isShown, isPlanned }, hostContext);
      const { changes, unfinished, replaces, deletesLast = false, isOnlyBehindNames = false } = found;
      if (isPlanned) {
        // A replacement creates without the state.
        assertDisclosed(replaces ? news : restoreUndisclosed(news, olds), olds);
      }
      const mayDiffer = isPlanned ? isShown : !isOnlyBehindNames;
      const isCompared = mayDiffer && (changes || this.hasAnotherForm(olds, news));
      return {
        changes: isCompared ? undefined : changes || unfinished !== undefined,
        ...(replaces && { replaces }),
        deleteBeforeReplace: !deletesLast,
      };
    });
  }

  create(news: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    return this.runKeepingState({}, news, async () => {
      assertDisclosed(news);
      const { id, state } = await this.service.create(this.toHandlerArgs(news), this.toHostContext(news));
      return { id, outs: this.toEngineState(state, news, this.createSplitter(news)) };
    });
  }

  read(id: pulumi.ID, olds: JsonObject = {}): Promise<pulumi.dynamic.ReadResult> {
    return this.runKeepingState(olds, olds, async () => {
      const known = { state: this.toHandlerState(olds), isNew: isNew(olds) };
      const found = await this.service.read(id, known, this.toHostContext(olds));
      if (!found) {
        return {};
      }
      if (known.isNew || olds[secretPathsKey] === unmarked) {
        return { id: found.id, props: this.toReadOnlyState(found.state), inputs: {} };
      }
      const splitSecrets = this.createSplitter(olds);
      const props = this.toEngineState(found.state, olds, splitSecrets, readSentTexts(olds));
      const inputs = this.toEngineInputs(found.inputs, olds, splitSecrets);
      const places = readInputPaths(olds);
      return {
        id: found.id,
        props: { ...props, ...(places && { [inputPathsKey]: filterPresentPaths(places, inputs) }) },
        inputs,
      };
    });
  }

  update(id: pulumi.ID, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    return this.runKeepingState(olds, news, async () => {
      const [before, after] = this.toStateAndArgs(olds, news);
      const state = await this.service.update(id, before, after, this.toHostContext(news, olds));
      return { outs: this.toEngineState(state, news, this.createSplitter(news, olds)) };
    });
  }

  delete(id: pulumi.ID, olds: JsonObject): Promise<void> {
    return this.runKeepingState({}, olds, () =>
      this.service.delete(id, this.toHandlerState(olds), this.toHostContext(olds)),
    );
  }

  /** Runs an operation; if it did not finish, attaches partial state to the error, so that the next run can resume. */
  private async runKeepingState<T>(olds: JsonObject, props: JsonObject, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw error instanceof OperationError ? this.toHostError(error, olds, props) : error;
    }
  }

  private toHostError({ message, partial, isExpected, stack }: OperationError, olds: JsonObject, props: JsonObject) {
    if (!partial) {
      // The host prints the stack of every failed read, diff and delete; it helps only with a bug in this package.
      return Object.assign(new Error(message), { stack: isExpected ? "" : stack });
    }
    // The platform may have the old or the new secrets, and so may the stored inputs.
    const sent = [olds, props].flatMap((properties) => collectSecretTexts(properties, this.traits));
    const places = readInputPaths(olds) ?? findHiddenPaths(olds, this.traits);
    const properties = {
      ...this.toEngineState(partial.state, props, this.createSplitter(props, olds), sent),
      ...(!isNew(olds) && { [inputPathsKey]: findCommonPaths(places, findHiddenPaths(props, this.traits)) }),
      [literalKey]: props[literalKey],
    };
    return Object.assign(new Error(message), { id: partial.id, properties, reasons: [message] });
  }

  /** The context for operations on these properties, with the secrets that no text may show. */
  private toHostContext(...known: readonly JsonObject[]): HostContext {
    const findSecrets = () => ({
      secrets: known.flatMap((properties) => collectSecretTexts(properties, this.traits)),
      sensitive: known.flatMap((properties) =>
        collectSensitiveTexts(restoreSecrets(properties), new SecretPaths(readMarkedPaths(properties)), this.traits),
      ),
    });
    return { ...this.hostContext, findSecrets };
  }

  /** Arguments as handlers expect them. */
  private toHandlerArgs(news: JsonObject): JsonObject {
    return this.toHandlerState(markUnknowns(news) as JsonObject);
  }

  /** A state as handlers expect it. */
  private toHandlerState(olds: JsonObject): JsonObject {
    return withPlainLists(restoreSecrets(olds), this.traits);
  }

  /**
   * State and arguments for a handler. A state that the plugin wrote has credentials only in its inputs, an ignored list
   * from such a state has none, and an ignored value may be known only to the state: they are filled in.
   */
  private toStateAndArgs(olds: JsonObject, news: JsonObject): [JsonObject, JsonObject] {
    const state = this.toHandlerState(olds);
    const before = wasWrittenByPlugin(olds)
      ? withCredentialsOf(state, this.earlierInputs.find(news)?.inputs ?? {}, this.traits)
      : state;
    const after = this.toHandlerArgs(restoreUndisclosed(news, olds));
    return [before, this.hasListInOldForm(news) ? withCredentialsOf(after, before, this.traits) : after];
  }

  /** The state to store: secrets that came in are hidden at their paths, and the others go into one secret property. */
  private toEngineState(
    state: object,
    incoming: JsonObject,
    splitSecrets: SecretSplitter,
    sent: readonly string[] = [],
  ): JsonObject {
    const { shown, given, others: apart } = splitSecrets(state);
    const kept = pick({ given, others: apart, sent: [...new Set(sent)] }, (_, tree) => !isEmpty(tree as object));
    const toPlain = (values: JsonObject) => toEngineJson(unmarkUnknowns(values) as JsonObject);
    // Hooks get these outputs before the engine has looked at the options that make one of them secret.
    const hidden = { [signatureKey]: secretSignature, value: toPlain(kept) };
    return {
      ...toPlain({ ...shown, [secretPathsKey]: readMarkedPaths(incoming) }),
      ...(!isEmpty(kept) && { [secretValuesKey]: hidden }),
    };
  }

  /** `.get` has no inputs. Everything is shown: the program says which outputs are secret. */
  private toReadOnlyState(state: object): JsonObject {
    const values = withKeyedLists(state as JsonObject, this.traits);
    return toEngineJson({ ...withoutCredentials(values, this.traits), [secretPathsKey]: unmarked });
  }

  /** The inputs to store, with their credentials where they came in. */
  private toEngineInputs(
    inputs: object,
    incoming: JsonObject,
    splitSecrets = this.createSplitter(incoming),
  ): JsonObject {
    const places = readInputPaths(incoming);
    const paths = places?.filter((path) => !isCredential(path, this.traits)) ?? findHiddenMarkedPaths(incoming);
    const { shown, given } = splitSecrets(inputs, paths);
    const result = withLeaves(shown, places ? pickLeavesAt(given, places) : given);
    return toEngineJson(
      unmarkUnknowns({ ...result, ...(paths.length > 0 && { [secretPathsKey]: paths }) }) as JsonObject,
    );
  }

  /** Creates a function that splits properties by the secrets that came in, and by those of `others`. */
  private createSplitter(incoming: JsonObject, others: JsonObject = {}): SecretSplitter {
    const marked = withoutUndisclosed(restoreSecrets(markUnknowns(incoming) as JsonObject, ["given"]), this.traits);
    const marks = new SecretPaths(readMarkedPaths(incoming));
    const known = [incoming, others].flatMap((properties) => collectSecretTexts(properties, this.traits));
    return (values, paths = findHiddenMarkedPaths(incoming)) => {
      const { restorePoint: before } = values as JsonObject;
      // A restore point is as secret as what has taken its place.
      const texts = isJsonObject(before) ? [...known, ...collectTextsAt(before, marks, this.traits)] : known;
      const secrets = { paths: marks, texts: new Set(texts), declared: marked };
      const keyed = withKeyedLists(values as JsonObject, this.traits, marked, secrets.texts);
      return hideSecrets(keyed, marked, secrets, this.traits, new SecretPaths(paths));
    };
  }

  /** Whether only the form of the state differs: writing it anew sends nothing. */
  private hasAnotherForm(olds: JsonObject, news: JsonObject): boolean {
    if (wasWrittenByPlugin(olds)) {
      // It has no literal text yet, without which this host could not even delete it.
      return true;
    }
    const describeForm = (properties: JsonObject) => [
      readMarkedPaths(properties),
      Object.keys(findKeyedLists(this.traits)).map((key) => listKeys(properties[key])),
    ];
    return !isDeepStrictEqual(describeForm(olds), describeForm(news));
  }

  private hasListInOldForm(news: JsonObject): boolean {
    return Object.keys(findKeyedLists(this.traits)).some((property) => Array.isArray(news[property]));
  }

  /** Whether a credential is missing in a list that the program ignores: such a list comes as it was read, or stored. */
  private isAboutKeptList(failure: Failure, news: JsonObject, olds: JsonObject): boolean {
    const [list = ""] = failure.property.split(/[.[]/, 1);
    const isKept = () => Array.isArray(news[list]) || isDeepStrictEqual(news[list], olds[list]);
    return isMissingCredential(failure, this.traits) && isKept();
  }
}

/**
 * Pulumi keeps entries that are ignored by their names, except where the old state does not have the name: it then takes
 * the new entry away, too. The state of the plugin has a list, and so no name at all.
 */
function findUnkeptEntries(news: JsonObject, olds: JsonObject): Failure[] {
  const paths = Array.isArray(news[ignoredKey]) ? (news[ignoredKey] as string[]) : [];
  return paths.flatMap((path) => {
    const [property = "", entry = "", ...rest] = parseEnginePath(path);
    const before = olds[property];
    const isKept = rest.length > 0 || entry === "*" || !isJsonObject(before) || Object.hasOwn(before, entry);
    return isKept && !Array.isArray(before)
      ? []
      : [
          {
            property: path,
            reason:
              "cannot be ignored: the state has no entry of this name to keep. Remove it from ignoreChanges, or ignore " +
              `all of \`${property}\``,
          },
        ];
  });
}

/** Splits properties; the engine hides what is at `paths`, which are those that came in if they are not given. */
type SecretSplitter = (values: object, paths?: readonly KeyedPath[]) => SplitSecrets;

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

function listKeys(list: unknown): string[] {
  return isJsonObject(list) ? Object.keys(list).sort() : [];
}
