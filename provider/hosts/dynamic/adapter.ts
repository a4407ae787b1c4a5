import type * as pulumi from "@pulumi/pulumi";
import { originIn, originKey } from "../../core/declarations";
import { sendable } from "../../core/engine-text";
import { adoptionsIn, adoptionsKey } from "../../core/adoptions";
import type { ResourceDefinition } from "../../core/handler";
import { isTooDeep, tooDeep } from "../../core/nesting";
import type { Traits } from "../../core/traits";
import { markUnknowns, unmarkUnknowns } from "../../core/unknown";
import { pick, type JsonObject } from "../../json";
import { failureTexts, OperationError, ResourceService, type Surroundings } from "../resource-service";
import { Settings } from "../settings";
import { EngineComparison } from "./engine-comparison";
import { haveSecretPathsMoved, injectSecrets, extractSecrets } from "./inject-secrets";
import { engineNotice, hostWaits } from "./progress";
import { withoutNewSecrets } from "./secret-leaves";

const literalKey = "__provider";

/**
 * Serves a resource to Pulumi's host for dynamic providers. All rules of that host are kept here: the literal text and
 * the sentinel for unknown values among the properties, secrets apart from arrays, plain JSON only, failures of
 * `check` as values, partial failures as errors with an id, configuration that arrives once and unawaited.
 */
export class DynamicProvider<Inputs extends object, State extends object> implements pulumi.dynamic.ResourceProvider {
  private readonly settings = new Settings((untilMs) => hostWaits.slowedDown(untilMs));
  private readonly service: ResourceService<Inputs, State>;
  private readonly traits: Traits;
  private readonly surroundings: Surroundings;
  private readonly comparison = new EngineComparison();

  constructor(definition: ResourceDefinition<Inputs, State>, surroundings: Partial<Surroundings> = {}) {
    this.service = new ResourceService(definition, this.settings);
    this.traits = definition.traits;
    this.surroundings = { notice: engineNotice(), waits: hostWaits, ...surroundings };
  }

  configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.settings.configure((key) => request.config.get(key));
    return Promise.resolve();
  }

  async check(olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.CheckResult> {
    if (isTooDeep(news)) {
      // Not what came: the host itself fails at answering it.
      return { inputs: {}, failures: [{ property: "", reason: `the arguments are ${tooDeep}` }] };
    }
    const args = this.incoming(news);
    const surroundings = { ...this.surroundings, origin: originIn(news) };
    const checked = await this.service.check(args, isNew(olds), surroundings, adoptionsIn(news));
    const failures = failureTexts(checked.failures).map((reason) => ({ property: "", reason }));
    const inputs = failures.length > 0 ? { ...news } : this.outgoing(checked.inputs, news);
    this.comparison.note(olds, { ...inputs, [literalKey]: news[literalKey] });
    return { inputs, failures };
  }

  /**
   * A difference is answered without `changes: true`: only then does the engine compare the inputs leaf by leaf, so
   * that a rotated secret shows as a change of that leaf. Where it finds no input different, it would not update by
   * itself, and its diff would not show why it does. Names are unique on the platform, and a restore would come after
   * what replaces it: so the old object goes first, unless the new one takes nothing of it.
   */
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    return this.keeping(olds, async () => {
      const [before, after] = [this.together(olds), this.incoming(news)];
      const isShown = this.comparison.showsChange(news);
      const found = await this.service.diff(id, before, after, isShown, this.surroundings);
      const { changes, unfinished, replaces, deletesLast = false } = found;
      const { arraySecrets } = this.traits;
      // What the plugin has made has no literal text yet, without which this host could not even delete it.
      const isAnotherHosts = !(literalKey in olds);
      const isSplit = arraySecrets !== undefined && haveSecretPathsMoved(olds, news, arraySecrets);
      const differs = changes || isSplit || isAnotherHosts;
      return {
        changes: differs && isShown ? undefined : differs || unfinished !== undefined,
        ...(replaces && { replaces }),
        deleteBeforeReplace: !deletesLast,
      };
    });
  }

  create(news: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    return this.keeping(news, async () => {
      const { id, state } = await this.service.create(this.incoming(news), this.surroundings);
      return { id, outs: this.outgoing(state, news) };
    });
  }

  read(id: pulumi.ID, olds: JsonObject = {}): Promise<pulumi.dynamic.ReadResult> {
    return this.keeping(olds, async () => {
      const known = { state: this.together(olds), isNew: isNew(olds) };
      const found = await this.service.read(id, known, this.surroundings);
      if (!found) {
        return {};
      }
      // `.get` brings nothing, and shows everything.
      const before = known.isNew ? (found.state as JsonObject) : olds;
      return { id, props: this.outgoing(found.state, before), inputs: this.outgoing(found.inputs, before) };
    });
  }

  update(id: pulumi.ID, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    return this.keeping(news, async () => {
      const state = await this.service.update(id, this.together(olds), this.incoming(news), this.surroundings);
      return { outs: this.outgoing(state, news) };
    });
  }

  delete(id: pulumi.ID, olds: JsonObject): Promise<void> {
    return this.keeping(olds, () => this.service.delete(id, this.together(olds), this.surroundings));
  }

  /** Runs an operation; if it did not finish, the error has the state from which the next one goes on. */
  private async keeping<T>(props: JsonObject, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw error instanceof OperationError ? this.hostError(error, props) : error;
    }
  }

  private hostError({ message, partial, isExpected, stack }: OperationError, props: JsonObject): Error {
    if (!partial) {
      // The host prints the stack of every failed read, diff and delete; it helps only with a bug in this package.
      return Object.assign(new Error(message), { stack: isExpected ? "" : stack });
    }
    const properties = { ...this.outgoing(partial.state, props), [literalKey]: props[literalKey] };
    return Object.assign(new Error(message), { id: partial.id, properties, reasons: [message] });
  }

  private incoming(news: JsonObject): JsonObject {
    return this.together(markUnknowns(news) as JsonObject);
  }

  private together(values: JsonObject): JsonObject {
    const properties = pick(values, (key) => ![literalKey, originKey, adoptionsKey].includes(key));
    return this.traits.arraySecrets ? injectSecrets(properties, this.traits.arraySecrets) : properties;
  }

  private outgoing(values: object, before: JsonObject): JsonObject {
    const { arraySecrets: spec, secretLeaves = {} } = this.traits;
    const marked = markUnknowns(before) as JsonObject;
    const known = withoutNewSecrets(values as JsonObject, secretLeaves, marked);
    const split = spec ? extractSecrets(known, spec, marked[spec.map]) : known;
    return sendable(unmarkUnknowns(split) as JsonObject);
  }
}

/** What is new, or is read by `.get`, has no properties yet but the literal. */
function isNew(olds: JsonObject): boolean {
  return Object.keys(olds).every((key) => key === literalKey);
}
