import { isDeepStrictEqual } from "node:util";
import { createClaim } from "../../core/claims";
import type { Failure, ResourceDefinition } from "../../core/handler";
import { withoutHidden } from "../../core/hidden-properties";
import { isTooDeep, tooDeep } from "../../core/nesting";
import {
  isMissingCredential,
  collectTextsAt,
  withCredentialsOf,
  withoutCredentials,
  type KnownSecrets,
} from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { toCanonicalJson, isJsonObject, mapValues, pick, type JsonObject } from "../../values/json";
import { formatFailures } from "../check-failures";
import { collectSensitiveTexts } from "../redaction";
import { ResourceService, type HostContext } from "../resource-service";
import type { HostSettings } from "../settings";
import { assertDisclosed } from "../undisclosed";
import { fromDynamicForm } from "./dynamic-state";
import { Secret } from "./envelopes";
import { computeDetailedDiff, type Change } from "./detailed-diff";
import { predictOutputs } from "./predicted-outputs";
import { hideSecrets, reveal, findSecrets, findExposedSecrets } from "./secrets";

/** Properties as the protocol has them: with `Secret` and `Unknown` objects. */
type Properties = JsonObject;

/** A resource as the engine stores it. */
export interface StoredResource {
  inputs: Properties;
  outputs: Properties;
}

/** What changes, as the engine receives it. */
export interface PluginDiff {
  changes: boolean;
  replaces: readonly string[];
  deletesLast: boolean;
  detailed: ReadonlyMap<string, Change>;
}

/**
 * One resource type behind the engine's own protocol. Credentials stay where the user writes them, each hidden by
 * itself; they are stored among the inputs only, and are added to the state when an operation needs them.
 */
export class PluginResource<Inputs extends object, State extends object> {
  private readonly service: ResourceService<Inputs, State>;
  private readonly traits: Traits;
  /** The URNs of resources that were checked. */
  private readonly checked = new Set<string>();

  constructor(definition: ResourceDefinition<Inputs, State>, settings: HostSettings) {
    this.service = new ResourceService(definition, settings);
    this.traits = definition.traits;
  }

  async check(olds: Properties | undefined, given: Properties, hostContext: HostContext) {
    if (isTooDeep(given)) {
      return { inputs: {}, failures: [`the arguments are ${tooDeep}`] };
    }
    this.checked.add(hostContext.runContext?.urn ?? "");
    const news = withoutHidden(given);
    const plain = reveal(given) as JsonObject;
    const old = olds && Object.keys(olds).length > 0 ? (reveal(olds) as JsonObject) : undefined;
    const known = this.toHostContext([olds ?? {}, news], hostContext);
    const { inputs, failures } = await this.service.check(withoutHidden(plain), old, known, plain);
    // An imported object is checked as it was read, without credentials: that is no failure yet.
    const found = isDeepStrictEqual(olds, news)
      ? failures.filter((failure) => !isMissingCredential(failure, this.traits))
      : failures.map((failure) => this.explainIgnored(failure, olds, news));
    return found.length > 0
      ? { inputs: news, failures: formatFailures(found) }
      : { inputs: this.hideLike(inputs, news), failures: [] };
  }

  /** With `ignoreChanges`, Pulumi puts what an import has read in the place of what the program gives. */
  private explainIgnored(failure: Failure, olds: Properties = {}, news: Properties): Failure {
    const [name = ""] = failure.property.split(/[.[]/, 1);
    const isAsRead = isMissingCredential(failure, this.traits) && isDeepStrictEqual(olds[name], news[name]);
    const reason =
      `${failure.reason}. If the program gives it, \`ignoreChanges\` takes ${name} as the platform returns it, ` +
      `without credentials: remove ${name} from ignoreChanges`;
    return isAsRead ? { ...failure, reason } : failure;
  }

  async diff(id: string, old: StoredResource, news: Properties, hostContext: HostContext): Promise<PluginDiff> {
    const stored = this.toOwnForm(old);
    const args = reveal(news) as JsonObject;
    const state = this.toState(stored);
    const detailed = computeDetailedDiff(...flattenSecretArguments(stored.inputs, news), this.traits);
    // Outputs that became secret must be written again, which only an update does.
    const nowSecret = findExposedSecrets(
      stored.outputs,
      this.toOutputs(reveal(stored.outputs) as object, news, stored),
    );
    nowSecret.filter((path) => !detailed.has(path)).forEach((path) => detailed.set(path, "update"));
    const known = this.toHostContext([news, stored.inputs, stored.outputs], hostContext);
    // Only a refresh compares without a check before.
    const isPlanned = this.checked.has(hostContext.runContext?.urn ?? "");
    const found = await this.service.diff(id, state, args, { isShown: detailed.size > 0, isPlanned }, known);
    if (isPlanned && found.changes) {
      assertDisclosed(args);
    }
    const { changes, unfinished, replaces = [], deletesLast = false } = found;
    const isFound = changes || unfinished !== undefined || nowSecret.length > 0;
    return { changes: isFound, replaces, deletesLast, detailed };
  }

  /** Warns in a preview of what will prevent the creation. */
  warnOfObstacle(news: Properties, hostContext: HostContext): Promise<void> {
    return this.service.warnOfObstacle(reveal(news) as JsonObject, this.toHostContext([news], hostContext));
  }

  /** The outputs that a preview can predict. */
  predict(news: Properties, old?: StoredResource): Properties {
    const stored = old && this.toOwnForm(old);
    const before = stored && {
      inputs: reveal(stored.inputs) as JsonObject,
      outputs: reveal(stored.outputs) as JsonObject,
    };
    return this.toOutputs(predictOutputs(reveal(news) as JsonObject, this.traits, before), news, stored);
  }

  async create(news: Properties, hostContext: HostContext): Promise<{ id: string; outputs: Properties }> {
    const { id, state } = await this.service.create(
      reveal(news) as JsonObject,
      this.toHostContext([news], hostContext),
    );
    return { id, outputs: this.toOutputs(state, news) };
  }

  /**
   * Reads the resource; undefined if it is gone. Without outputs it is known only by its ID. An import claims the
   * object, so that it stays if another resource of the stack with the same object is removed.
   */
  async read(
    id: string,
    old: StoredResource,
    isImport: boolean,
    hostContext: HostContext,
  ): Promise<(StoredResource & { id: string }) | undefined> {
    const stored = this.toOwnForm(old);
    const isNew = Object.keys(stored.outputs).length === 0;
    const state = isImport ? { claim: createClaim() } : this.toState(stored);
    const found = await this.service.read(
      id,
      { state, isNew },
      this.toHostContext([stored.inputs, stored.outputs], hostContext),
    );
    if (!found) {
      return undefined;
    }
    const known = reveal(stored.inputs) as JsonObject;
    // A resource read by `get` has outputs and no inputs.
    const inputs = !isNew && Object.keys(known).length === 0 ? {} : omitUndefined(found.inputs);
    const secrets = { ...findSecrets([stored.outputs, stored.inputs], this.traits), declared: known };
    const toVisible = (properties: JsonObject) => hideSecrets(omitUndefined(properties), secrets, this.traits);
    return {
      id: found.id,
      inputs: toVisible(inputs),
      outputs: withoutCredentials(toVisible(omitUndefined(found.state)), this.traits),
    };
  }

  async update(id: string, stored: StoredResource, news: Properties, hostContext: HostContext): Promise<Properties> {
    const args = reveal(news) as JsonObject;
    const own = this.toOwnForm(stored);
    const known = this.toHostContext([news, own.inputs, own.outputs], hostContext);
    return this.toOutputs(await this.service.update(id, this.toState(own), args, known), news, own);
  }

  delete(id: string, stored: StoredResource, hostContext: HostContext): Promise<void> {
    const own = this.toOwnForm(stored);
    return this.service.delete(id, this.toState(own), this.toHostContext([own.inputs, own.outputs], hostContext));
  }

  /** The state to store: without credentials, and hiding what is secret in the arguments or was secret before. */
  toOutputs(state: object, news: Properties, old: StoredResource = { inputs: {}, outputs: {} }): Properties {
    const { paths } = findSecrets([news], this.traits);
    const { texts } = findSecrets([news, old.inputs, old.outputs], this.traits);
    return this.withoutSecrets(state, { paths, texts });
  }

  /** Like `toOutputs`, after an operation that did not finish: any value may still be the previous one. */
  toUnfinishedOutputs(state: object, news: Properties, old: StoredResource): Properties {
    const { inputs, outputs } = this.toOwnForm(old);
    return this.withoutSecrets(state, findSecrets([news, inputs, outputs], this.traits));
  }

  private toHostContext(known: readonly Properties[], hostContext: HostContext): HostContext {
    const findTexts = () => {
      const { paths, texts } = findSecrets(known, this.traits);
      const sensitive = known.flatMap((properties) =>
        collectSensitiveTexts(reveal(properties) as JsonObject, paths, this.traits),
      );
      return { secrets: [...texts], sensitive };
    };
    return { ...hostContext, findSecrets: findTexts };
  }

  private withoutSecrets(state: object, known: KnownSecrets): Properties {
    const own = omitUndefined(state);
    const before = isJsonObject(own.restorePoint) ? collectTextsAt(own.restorePoint, known.paths, this.traits) : [];
    const texts = new Set([...known.texts, ...before]);
    return withoutCredentials(hideSecrets(own, { ...known, texts }, this.traits), this.traits);
  }

  private hideLike(properties: object, news: Properties): Properties {
    return hideSecrets(omitUndefined(properties), findSecrets([news], this.traits), this.traits);
  }

  private toOwnForm({ inputs, outputs }: StoredResource): StoredResource {
    return { inputs: fromDynamicForm(inputs, this.traits), outputs: fromDynamicForm(outputs, this.traits) };
  }

  /** A state as operations expect it, with the credentials of its inputs. */
  private toState({ inputs, outputs }: StoredResource): JsonObject {
    return withCredentialsOf(reveal(outputs) as JsonObject, reveal(inputs) as JsonObject, this.traits);
  }
}

/**
 * Two sets of properties in plain text, with each secret argument as one text: a path inside it would reveal its keys.
 */
function flattenSecretArguments(...both: [Properties, Properties]): [JsonObject, JsonObject] {
  const isSecret = (name: string) => both.some((properties) => properties[name] instanceof Secret);
  const flattenSecrets = (properties: Properties) =>
    mapValues(properties, (value, name) => (isSecret(name) ? toCanonicalJson(reveal(value)) : reveal(value)));
  return [flattenSecrets(both[0]), flattenSecrets(both[1])];
}

function omitUndefined(properties: object): JsonObject {
  return pick(properties, (_, value) => value !== undefined);
}
