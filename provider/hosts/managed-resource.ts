import type { Failure } from "../core/check";
import { toPrintable } from "../core/engine-text";
import type { Checked, Difference, ResourceDefinition } from "../core/handler";
import {
  collectTextsAt,
  findExposedSecrets,
  findSecrets,
  hideSecrets,
  withCredentialsOf,
  withoutCredentials,
  type KnownSecrets,
} from "../core/secrets";
import type { Traits } from "../core/traits";
import { reveal, Secret } from "../core/tree";
import { isJsonObject, pick, type JsonObject } from "../values/json";
import { OperationError } from "./operation-error";
import { collectSensitiveTexts } from "./redaction";
import { ResourceService, type DiffOptions, type HostContext } from "./resource-service";
import type { HostSettings } from "./settings";

/** Properties with `Secret` and `Unknown` objects. */
export type Tree = JsonObject;

/** A resource as the state has it. Its credentials may be in the inputs only. */
export interface Stored {
  inputs: Tree;
  outputs: Tree;
  /** Secrets that a failed operation has sent. */
  sent?: readonly string[];
}

const nothing: Stored = { inputs: {}, outputs: {} };

/**
 * One resource type on trees: what both hosts do with secrets. Credentials stay where the user writes them, each hidden by
 * itself.
 */
export class ManagedResource<Inputs extends object, State extends object> {
  private readonly service: ResourceService<Inputs, State>;
  readonly traits: Traits;

  /** @param keepsCredentials Whether outputs have credentials; otherwise they are in the inputs only. */
  constructor(
    definition: ResourceDefinition<Inputs, State>,
    settings: HostSettings,
    private readonly keepsCredentials: boolean,
  ) {
    this.service = new ResourceService(definition, settings);
    this.traits = definition.traits;
  }

  /** `olds` are undefined for a new resource; `sent` is all that the program sends with the arguments. */
  async check(
    olds: Tree | undefined,
    news: Tree,
    hostContext: HostContext,
    sent: JsonObject = {},
  ): Promise<Checked<Tree>> {
    const known = this.withSecrets(hostContext, { ...nothing, inputs: olds ?? {} }, news);
    const old = olds && (reveal(olds) as JsonObject);
    const { inputs, failures } = await this.service.check(reveal(news) as JsonObject, old, known, sent);
    return { inputs: this.hide(inputs, findSecrets([news], this.traits)), failures };
  }

  diff(id: string, stored: Stored, news: Tree, options: DiffOptions, hostContext: HostContext): Promise<Difference> {
    const known = this.withSecrets(hostContext, stored, news);
    return this.service.diff(id, this.toState(stored), reveal(news) as JsonObject, options, known);
  }

  /** The outputs that became secret: they must be written again, which only an update does. */
  findExposed(stored: Stored, news: Tree): string[] {
    const outputs = withoutCredentials(stored.outputs, this.traits);
    return findExposedSecrets(outputs, this.toOutputs(reveal(outputs) as object, news, stored));
  }

  /** Warns in a preview of what will prevent the creation. */
  warnOfObstacle(news: Tree, hostContext: HostContext): Promise<void> {
    return this.service.warnOfObstacle(reveal(news) as JsonObject, this.withSecrets(hostContext, nothing, news));
  }

  async create(news: Tree, hostContext: HostContext): Promise<{ id: string; outputs: Tree }> {
    const known = this.withSecrets(hostContext, nothing, news);
    const { id, state } = await this.keepPartialState(
      this.service.create(reveal(news) as JsonObject, known),
      nothing,
      news,
    );
    return { id, outputs: this.toOutputs(state, news) };
  }

  /** Reads the resource; undefined if it is gone. Without outputs, apart from a claim, it is known only by its ID. */
  async read(
    id: string,
    stored: Stored,
    { isNew, declared }: { isNew: boolean; declared: Tree },
    hostContext: HostContext,
  ): Promise<(Stored & { id: string }) | undefined> {
    const known = this.withSecrets(hostContext, stored);
    const found = await this.service.read(id, { state: this.toState(stored), isNew }, known);
    if (!found) {
      return undefined;
    }
    const secrets = { ...this.findSecrets(stored), declared: reveal(declared) as JsonObject };
    return {
      id: found.id,
      inputs: this.hide(found.inputs, secrets),
      outputs: this.hideState(found.state, secrets),
    };
  }

  async update(id: string, stored: Stored, news: Tree, hostContext: HostContext): Promise<Tree> {
    const known = this.withSecrets(hostContext, stored, news);
    const update = this.service.update(id, this.toState(stored), reveal(news) as JsonObject, known);
    return this.toOutputs(await this.keepPartialState(update, stored, news), news, stored);
  }

  delete(id: string, stored: Stored, hostContext: HostContext): Promise<void> {
    return this.service.delete(id, this.toState(stored), this.withSecrets(hostContext, stored));
  }

  /** The state to store, hiding what is secret in the arguments or was secret before. */
  toOutputs(state: object, news: Tree, stored: Stored = nothing): Tree {
    const { paths, texts } = findSecrets([news], this.traits);
    return this.hideState(state, { paths, texts: new Set([...texts, ...this.findSecrets(stored).texts]) });
  }

  /** A state as operations expect it, with the credentials of its inputs. */
  private toState({ inputs, outputs }: Stored): JsonObject {
    return withCredentialsOf(reveal(outputs) as JsonObject, reveal(inputs) as JsonObject, this.traits);
  }

  /** After an operation that did not finish, any value may still be the previous one. */
  private async keepPartialState<Result>(operation: Promise<Result>, stored: Stored, news: Tree): Promise<Result> {
    try {
      return await operation;
    } catch (error) {
      if (!(error instanceof OperationError && error.partial)) {
        throw error;
      }
      const { message, isExpected, stack, partial } = error;
      const secrets = { ...this.findSecrets(stored, news), declared: reveal(news) as JsonObject };
      const state = this.hideState(partial.state, secrets);
      const kept = new OperationError(message, isExpected, { ...partial, state, sent: [...secrets.texts] });
      throw Object.assign(kept, { stack });
    }
  }

  private findSecrets({ inputs, outputs, sent }: Stored, ...news: readonly Tree[]): KnownSecrets {
    return findSecrets([...news, inputs, outputs, { sent: new Secret(sent) }], this.traits);
  }

  /** The context of an operation, with the secrets that no text may show. */
  private withSecrets(hostContext: HostContext, stored: Stored, ...news: readonly Tree[]): HostContext {
    const findTexts = () => {
      const { paths, texts } = this.findSecrets(stored, ...news);
      const sensitive = [...news, stored.inputs, stored.outputs].flatMap((properties) =>
        collectSensitiveTexts(reveal(properties) as JsonObject, paths, this.traits),
      );
      return { secrets: [...texts], sensitive };
    };
    return { ...hostContext, findSecrets: findTexts };
  }

  /** A restore point is as secret as what has taken its place. */
  private hideState(state: object, known: KnownSecrets): Tree {
    const before = (state as JsonObject).restorePoint;
    const texts = isJsonObject(before) ? collectTextsAt(before, known.paths, this.traits) : [];
    const hidden = this.hide(state, { ...known, texts: new Set([...known.texts, ...texts]) });
    return this.keepsCredentials ? hidden : withoutCredentials(hidden, this.traits);
  }

  private hide(properties: object, known: KnownSecrets): Tree {
    return hideSecrets(
      pick(properties, (_, value) => value !== undefined),
      known,
      this.traits,
    );
  }
}

/** More failures at once help nobody. */
const maxFailures = 100;

/**
 * One sentence for each failure, which names its property itself: given the property, the engine would print its value,
 * secret or not.
 */
export function formatFailures(failures: readonly Failure[]): string[] {
  const texts = failures.slice(0, maxFailures).map(({ property, reason }) => toPrintable(`${property} ${reason}`));
  const more = failures.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])];
}
