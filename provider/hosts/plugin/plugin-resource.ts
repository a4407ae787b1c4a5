import { isDeepStrictEqual } from "node:util";
import { createClaim } from "../../core/claims";
import type { ResourceDefinition } from "../../core/handler";
import type { Failure } from "../../core/check";
import { withoutHidden } from "../../core/hidden-properties";
import { withPrivate } from "../../core/private-state";
import { isMissingCredential } from "../../core/secrets";
import { reveal, Secret, Unknown } from "../../core/tree";
import { isTooDeep, mapValues, pick, toCanonicalJson, tooDeep, type JsonObject } from "../../values/json";
import { decode } from "../dynamic/codec";
import { ManagedResource } from "../managed-resource";
import { formatFailures } from "../operation-error";
import type { HostContext, Stored, Tree } from "../operation";
import type { HostSettings } from "../settings";
import { computeDetailedDiff, type Change } from "./detailed-diff";

/** What changes, as the engine receives it. */
export interface PluginDiff {
  changes: boolean;
  replaces: readonly string[];
  deletesLast: boolean;
  detailed: ReadonlyMap<string, Change>;
}

/**
 * One resource type behind the engine's own protocol. Credentials are stored among the inputs only. A stored resource may
 * have the form of the dynamic provider.
 */
export class PluginResource {
  private readonly resource: ManagedResource;
  /** The URNs of resources that were checked. */
  private readonly checked = new Set<string>();

  constructor(definition: ResourceDefinition<object, object>, settings: HostSettings) {
    this.resource = new ManagedResource(definition, settings, false);
  }

  async check(olds: Tree | undefined, given: Tree, hostContext: HostContext) {
    if (isTooDeep(given)) {
      return { inputs: {}, failures: [`the arguments are ${tooDeep}`] };
    }
    this.checked.add(hostContext.runContext?.urn ?? "");
    const news = withoutHidden(given);
    const old = olds && Object.keys(olds).length > 0 ? olds : undefined;
    const { inputs, failures } = await this.resource.check(old, news, hostContext, reveal(given) as JsonObject);
    // An imported object is checked as it was read, without credentials: that is no failure yet.
    const found = isDeepStrictEqual(olds, news)
      ? failures.filter((failure) => !isMissingCredential(failure, this.resource.traits))
      : failures.map((failure) => this.explainIgnored(failure, olds, news));
    return found.length > 0
      ? { inputs: news, failures: formatFailures(found) }
      : { inputs: this.resource.hideInputs(inputs, news, hostContext), failures: [] };
  }

  /** With `ignoreChanges`, Pulumi puts what an import has read in the place of what the program gives. */
  private explainIgnored(failure: Failure, olds: Tree = {}, news: Tree): Failure {
    const [name = ""] = failure.property.split(/[.[]/, 1);
    const isAsRead = isMissingCredential(failure, this.resource.traits) && isDeepStrictEqual(olds[name], news[name]);
    const reason =
      `${failure.reason}. If the program gives it, \`ignoreChanges\` takes ${name} as the platform returns it, ` +
      `without credentials: remove ${name} from ignoreChanges`;
    return isAsRead ? { ...failure, reason } : failure;
  }

  async diff(id: string, old: Stored, news: Tree, hostContext: HostContext): Promise<PluginDiff> {
    const stored = this.decode(old);
    const detailed = computeDetailedDiff(...flattenSecretArguments(stored.inputs, news), this.resource.traits);
    const exposed = this.resource.findExposed(stored, news, hostContext);
    exposed.filter((path) => !detailed.has(path)).forEach((path) => detailed.set(path, "update"));
    // Only a refresh compares without a check before.
    const isPlanned = this.checked.has(hostContext.runContext?.urn ?? "");
    const found = await this.resource.diff(id, stored, news, { isShown: detailed.size > 0, isPlanned }, hostContext);
    const { changes, unfinished, replaces = [], deletesLast = false } = found;
    const isFound = changes || unfinished !== undefined || exposed.length > 0;
    return { changes: isFound, replaces, deletesLast, detailed };
  }

  warnOfObstacle(news: Tree, hostContext: HostContext): Promise<void> {
    return this.resource.warnOfObstacle(news, hostContext);
  }

  /**
   * The outputs that a preview can predict: the arguments, and values that the change does not affect. All others are
   * unknown.
   */
  predict(news: Tree, hostContext: HostContext, old?: Stored): Tree {
    const stored = old && this.decode(old);
    const inputs = reveal(news) as JsonObject;
    const before = stored && {
      inputs: reveal(stored.inputs) as JsonObject,
      outputs: reveal(stored.outputs) as JsonObject,
    };
    const { returned, computed } = this.resource.traits;
    const isChanged = (key: string) => !before || !isDeepStrictEqual(before.inputs[key], inputs[key]);
    const isAnythingChanged = [...Object.keys(inputs), ...Object.keys(before?.inputs ?? {})].some(isChanged);
    const predicted = mapValues(computed, (sources, key) => {
      const isAffected = sources === "any" ? isAnythingChanged : (sources as readonly string[]).some(isChanged);
      return inputs[key] ?? (before && !isAffected ? before.outputs[key] : new Unknown());
    });
    const outputs = { ...pick(inputs, (key) => returned.includes(key)), ...predicted };
    return this.resource.toOutputs(outputs, news, hostContext, stored);
  }

  create(news: Tree, hostContext: HostContext): Promise<{ id: string; outputs: Tree }> {
    return this.resource.create(news, hostContext);
  }

  /**
   * Reads the resource; undefined if it is gone. Without outputs it is known only by its ID. An import claims the
   * object, so that it stays if another resource of the stack with the same object is removed.
   */
  async read(
    id: string,
    old: Stored,
    isImport: boolean,
    hostContext: HostContext,
  ): Promise<(Stored & { id: string }) | undefined> {
    const { inputs: declared, ...stored } = this.decode(old);
    const isNew = Object.keys(stored.outputs).length === 0;
    const known = {
      ...stored,
      inputs: declared,
      ...(isImport && { outputs: withPrivate({}, { claim: createClaim() }) }),
    };
    const found = await this.resource.read(id, known, { isNew, declared }, hostContext);
    if (!found) {
      return undefined;
    }
    // A resource read by `get` has outputs and no inputs.
    const inputs = !isNew && Object.keys(declared).length === 0 ? {} : found.inputs;
    return { ...found, inputs };
  }

  update(id: string, old: Stored, news: Tree, hostContext: HostContext): Promise<Tree> {
    return this.resource.update(id, this.decode(old), news, hostContext);
  }

  delete(id: string, old: Stored, hostContext: HostContext): Promise<void> {
    return this.resource.delete(id, this.decode(old), hostContext);
  }

  private decode({ inputs, outputs }: Stored): Stored {
    const { traits } = this.resource;
    return { inputs: decode(inputs, traits), outputs: decode(outputs, traits) };
  }
}

/**
 * Two sets of properties in plain text, with each secret argument as one text: a path inside it would reveal its keys.
 */
function flattenSecretArguments(...both: [Tree, Tree]): [JsonObject, JsonObject] {
  const isSecret = (name: string) => both.some((properties) => properties[name] instanceof Secret);
  const flattenSecrets = (properties: Tree) =>
    mapValues(properties, (value, name) => (isSecret(name) ? toCanonicalJson(reveal(value)) : reveal(value)));
  return [flattenSecrets(both[0]), flattenSecrets(both[1])];
}
