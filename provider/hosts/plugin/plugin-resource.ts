import { isDeepStrictEqual } from "node:util";
import { adoptionsIn } from "../../core/adoptions";
import { newClaim } from "../../core/claims";
import type { OlderStates, ResourceDefinition } from "../../core/handler";
import { withoutHidden } from "../../core/hidden-properties";
import { isTooDeep, tooDeep } from "../../core/nesting";
import {
  isMissingCredential,
  textsAt,
  withCredentialsOf,
  withoutCredentials,
  type KnownSecrets,
} from "../../core/secrets";
import type { Traits } from "../../core/traits";
import { canonicalJson, isJsonObject, mapValues, pick, type JsonObject } from "../../values/json";
import { quotableTexts } from "../redaction";
import { failureTexts, ResourceService, type Surroundings } from "../resource-service";
import type { Settings } from "../settings";
import { withoutDynamicForm } from "./dynamic-state";
import { Secret } from "./envelopes";
import { detailedDiff, type Change } from "./detailed-diff";
import { predictedOutputs } from "./predicted";
import { hidden, revealed, secretsIn, shownSecrets } from "./secrets";

/** Properties as the protocol has them: with `Secret` and `Unknown` objects. */
type Properties = JsonObject;

/** A resource as the engine stores it. */
export interface Kept {
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
  private readonly older: OlderStates | undefined;

  constructor(definition: ResourceDefinition<Inputs, State>, settings: Settings) {
    this.service = new ResourceService(definition, settings);
    this.traits = definition.traits;
    this.older = definition.older;
  }

  async check(olds: Properties | undefined, given: Properties, surroundings: Surroundings, deletesFirst: boolean) {
    if (isTooDeep(given)) {
      return { inputs: {}, failures: [`the arguments are ${tooDeep}`] };
    }
    const news = withoutHidden(given);
    const plain = revealed(given) as JsonObject;
    const [args, adoptions] = [withoutHidden(plain), adoptionsIn(plain)];
    const isNew = olds === undefined || Object.keys(olds).length === 0;
    const known = this.knowing([olds ?? {}, news], surroundings);
    const { inputs, failures } = await this.service.check(args, isNew, known, adoptions, deletesFirst);
    // An imported object is checked as it was read, without credentials: that is no failure yet.
    const found = isDeepStrictEqual(olds, news)
      ? failures.filter((failure) => !isMissingCredential(failure, this.traits))
      : failures;
    return found.length > 0
      ? { inputs: news, failures: failureTexts(found) }
      : { inputs: this.hiddenAs(inputs, news), failures: [] };
  }

  async diff(id: string, old: Kept, news: Properties, surroundings: Surroundings): Promise<PluginDiff> {
    const kept = this.ownForm(old);
    const args = revealed(news) as JsonObject;
    const state = this.stateOf(kept);
    const detailed = detailedDiff(...withoutInsideOfSecrets(kept.inputs, news), this.traits);
    // Outputs that became secret must be written again, which only an update does.
    const nowSecret = shownSecrets(kept.outputs, this.toOutputs(revealed(kept.outputs) as object, news, kept));
    nowSecret.filter((path) => !detailed.has(path)).forEach((path) => detailed.set(path, "update"));
    const known = this.knowing([news, kept.inputs, kept.outputs], surroundings);
    const found = await this.service.diff(id, state, args, detailed.size > 0, known);
    const { changes, unfinished, replaces = [], deletesLast = false } = found;
    const isFound = changes || unfinished !== undefined || nowSecret.length > 0;
    return { changes: isFound, replaces, deletesLast, detailed };
  }

  /** Warns in a preview of what will prevent the creation. */
  foresee(news: Properties, surroundings: Surroundings): Promise<void> {
    return this.service.foresee(revealed(news) as JsonObject, this.knowing([news], surroundings));
  }

  /** The outputs that a preview can predict. */
  predict(news: Properties, old?: Kept): Properties {
    const kept = old && this.ownForm(old);
    const before = kept && {
      inputs: revealed(kept.inputs) as JsonObject,
      outputs: revealed(kept.outputs) as JsonObject,
    };
    return this.toOutputs(predictedOutputs(revealed(news) as JsonObject, this.traits, before), news, kept);
  }

  async create(news: Properties, surroundings: Surroundings): Promise<{ id: string; outputs: Properties }> {
    const { id, state } = await this.service.create(revealed(news) as JsonObject, this.knowing([news], surroundings));
    return { id, outputs: this.toOutputs(state, news) };
  }

  /**
   * Reads the resource; undefined if it is gone. Without outputs it is known only by its ID. An import claims the
   * object, so that it stays if another resource of the stack with the same object is removed.
   */
  async read(id: string, old: Kept, isImport: boolean, surroundings: Surroundings): Promise<Kept | undefined> {
    const kept = this.ownForm(old);
    const isNew = Object.keys(kept.outputs).length === 0;
    const state = isImport ? { claim: newClaim() } : this.stateOf(kept);
    const found = await this.service.read(
      id,
      { state, isNew },
      this.knowing([kept.inputs, kept.outputs], surroundings),
    );
    if (!found) {
      return undefined;
    }
    const known = revealed(kept.inputs) as JsonObject;
    // A resource read by `get` has outputs and no inputs.
    const inputs = !isNew && Object.keys(known).length === 0 ? {} : defined(found.inputs);
    const secrets = { ...secretsIn([kept.outputs, kept.inputs], this.traits), declared: known };
    const shown = (properties: JsonObject) => hidden(defined(properties), secrets, this.traits);
    return { inputs: shown(inputs), outputs: withoutCredentials(shown(defined(found.state)), this.traits) };
  }

  async update(id: string, kept: Kept, news: Properties, surroundings: Surroundings): Promise<Properties> {
    const args = revealed(news) as JsonObject;
    const own = this.ownForm(kept);
    const known = this.knowing([news, own.inputs, own.outputs], surroundings);
    return this.toOutputs(await this.service.update(id, this.stateOf(own), args, known), news, own);
  }

  delete(id: string, kept: Kept, surroundings: Surroundings): Promise<void> {
    const own = this.ownForm(kept);
    return this.service.delete(id, this.stateOf(own), this.knowing([own.inputs, own.outputs], surroundings));
  }

  /** The state to store: without credentials, and hiding what is secret in the arguments or was secret before. */
  toOutputs(state: object, news: Properties, old: Kept = { inputs: {}, outputs: {} }): Properties {
    const { paths } = secretsIn([news], this.traits);
    const { texts } = secretsIn([news, old.inputs, old.outputs], this.traits);
    return this.withoutSecrets(state, { paths, texts });
  }

  /** Like `toOutputs`, after an operation that did not finish: any value may still be the previous one. */
  unfinishedOutputs(state: object, news: Properties, old: Kept): Properties {
    const { inputs, outputs } = this.ownForm(old);
    return this.withoutSecrets(state, secretsIn([news, inputs, outputs], this.traits));
  }

  private knowing(properties: readonly Properties[], surroundings: Surroundings): Surroundings {
    const { paths, texts } = secretsIn(properties, this.traits);
    const quotable = properties.flatMap((own) => quotableTexts(revealed(own) as JsonObject, paths, this.traits));
    return { ...surroundings, secrets: [...texts], quotable };
  }

  private withoutSecrets(state: object, known: KnownSecrets): Properties {
    const own = defined(state);
    const before = isJsonObject(own.restorePoint) ? textsAt(own.restorePoint, known.paths, this.traits) : [];
    const texts = new Set([...known.texts, ...before]);
    return withoutCredentials(hidden(own, { ...known, texts }, this.traits), this.traits);
  }

  private hiddenAs(properties: object, news: Properties): Properties {
    return hidden(defined(properties), secretsIn([news], this.traits), this.traits);
  }

  private ownForm({ inputs, outputs }: Kept): Kept {
    const fromDynamic = (properties: Properties) => withoutDynamicForm(properties, this.traits, this.older);
    return { inputs: fromDynamic(inputs), outputs: fromDynamic(outputs) };
  }

  /** A state as operations expect it, with the credentials of its inputs. */
  private stateOf({ inputs, outputs }: Kept): JsonObject {
    return withCredentialsOf(revealed(outputs) as JsonObject, revealed(inputs) as JsonObject, this.traits);
  }
}

/** Two sets of properties in clear, with each secret argument as one text: a path inside it would reveal its keys. */
function withoutInsideOfSecrets(...both: [Properties, Properties]): [JsonObject, JsonObject] {
  const isSecret = (name: string) => both.some((properties) => properties[name] instanceof Secret);
  const flat = (properties: Properties) =>
    mapValues(properties, (value, name) => (isSecret(name) ? canonicalJson(revealed(value)) : revealed(value)));
  return [flat(both[0]), flat(both[1])];
}

/** Omits undefined properties. */
function defined(properties: object): JsonObject {
  return pick(properties, (_, value) => value !== undefined);
}
