import { ApiError, AuthenticationError, NotFoundError, PermissionError, describeError } from "../api/failures/errors";
import { withDeadline } from "../api/transport/deadline";
import { ConfigError } from "../config/config";
import { readArguments, type Failure } from "../core/check";
import { Claims } from "../core/claims";
import { Declarations } from "../core/declarations";
import { toPrintable } from "../core/engine-text";
import { PartialFailure, type Checked, type Difference, type Handler, type ResourceDefinition } from "../core/handler";
import { withoutHidden } from "../core/hidden-properties";
import { CredentialError } from "../core/named-credentials";
import { toConflict } from "../core/notices";
import { findExposedSecrets, withoutCredentials } from "../core/secrets";
import type { Traits } from "../core/traits";
import { reveal } from "../core/tree";
import type { JsonObject } from "../values/json";
import { Operation, type HostContext, type Stored, type Surroundings, type Tree } from "./operation";
import { OperationError } from "./operation-error";
import { checkOldObject, ignoreRefusal } from "./preview-questions";
import type { HostSettings } from "./settings";

/** A resource that the state does not have. */
const nothing: Stored = { inputs: {}, outputs: {} };

type Definition = ResourceDefinition<JsonObject, JsonObject>;

/** One resource type, as both hosts serve it: each only translates between these trees and a form of its own. */
export class ManagedResource {
  readonly traits: Traits;
  private readonly surroundings: Surroundings;
  private readonly definition: Definition;
  private readonly handler: Handler<JsonObject, JsonObject>;
  private readonly claims = new Claims();
  private readonly declarations = new Declarations();
  /** The earlier inputs of resources that the state has already, by URN. */
  private readonly existing = new Map<string, JsonObject>();

  /** @param keepsCredentials Whether outputs have credentials; otherwise they are in the inputs only. */
  constructor(
    definition: ResourceDefinition<object, object>,
    private readonly settings: HostSettings,
    keepsCredentials: boolean,
  ) {
    this.definition = definition as Definition;
    this.handler = this.definition.createHandler(() => settings.connect());
    this.traits = definition.traits;
    const collectSecrets = () => settings.collectSecrets();
    this.surroundings = { traits: this.traits, claims: this.claims, keepsCredentials, collectSecrets };
  }

  /**
   * Checks everything that can be known before a change, including the API key and adoptions on the platform. `olds` are
   * the earlier inputs; undefined for a new resource and, once Pulumi has decided on it, for a replacement. `sent` is all
   * that the program sends with the arguments. The inputs that it returns are in plain text.
   */
  async check(
    olds: Tree | undefined,
    news: Tree,
    hostContext: HostContext,
    sent: JsonObject = {},
  ): Promise<Checked<JsonObject>> {
    const operation = this.open({ ...nothing, inputs: olds ?? {} }, news, hostContext);
    const args = readArguments(this.definition.args, operation.inputs) as JsonObject;
    const checked = operation.names.check(args, (opened) => this.handler.check(opened));
    const { inputs } = checked;
    const { runContext } = hostContext;
    const isNew = olds === undefined;
    const replaced = isNew ? this.existing.get(runContext?.urn ?? "") : undefined;
    if (olds && runContext) {
      this.existing.set(runContext.urn, operation.earlier);
    }
    const repeated = runContext ? this.findRepeated(inputs, runContext.urn) : [];
    const found = [...this.settings.checkConfig(), ...checked.failures, ...repeated];
    const further = [
      () => Promise.resolve([...checked.ofValues, ...this.judgeUnreadable(checked.unreadable, args, operation)]),
      // During an `up`, each operation retries for longer by itself, and one failure does not stop the others.
      () => this.settings.checkPlatform(this.definition.product, isNew && runContext?.isPreview !== false),
      () => (isNew ? this.checkAdoption(inputs, operation) : Promise.resolve([])),
      () => (replaced ? checkOldObject(this.definition, this.handler, sent, replaced, inputs) : Promise.resolve([])),
    ];
    for (const runCheck of further) {
      found.push(...(found.length === 0 ? await runCheck() : []));
    }
    if (isNew && found.length === 0 && runContext?.isPreview) {
      await this.findObstacle(inputs, operation, runContext.urn);
    }
    return { inputs, failures: operation.redactions.redactFailures(found) };
  }

  /** Inputs after `check`, hiding what is secret in the arguments. */
  hideInputs(inputs: JsonObject, news: Tree, hostContext: HostContext): Tree {
    return this.open(nothing, news, hostContext).hideInputs(inputs);
  }

  /** What the resource declares beside another one of the program, or takes from it in the same change. */
  private findRepeated(inputs: JsonObject, urn: string): Failure[] {
    const before = this.existing.get(urn);
    // An object that stays may be taken over.
    const isRetained = before?.onDestroy === "retain";
    const known = before && this.definition.listDeclarations(before).filter(({ object }) => !(isRetained && object));
    return this.declarations.register(urn, this.definition.listDeclarations(inputs), known);
  }

  /** A preview without access to the values may pass, but says what it has not checked. */
  private judgeUnreadable(unreadable: readonly Failure[], args: JsonObject, operation: Operation): readonly Failure[] {
    if (!this.settings.load().allowMissingCredentials) {
      return unreadable;
    }
    const subject = this.formatSubject(args);
    for (const { property, reason } of unreadable) {
      operation.context.notify(
        `${subject}: ${property} ${reason}: its value was not checked, nor whether it has changed`,
      );
    }
    return [];
  }

  /** Announces in a preview what adopting an existing object will change. */
  private async checkAdoption(inputs: JsonObject, { names, context, redactions }: Operation): Promise<Failure[]> {
    const adoption = await ignoreRefusal(this.handler.checkAdoption?.(names.open(inputs), context));
    const { failures = [], changes, effects: others } = adoption ?? {};
    const all = changes?.length === 0 ? "nothing" : changes?.join(", ");
    const effects = others ?? (all && `adopts the existing one, which changes ${all}`);
    if (effects && failures.length === 0) {
      context.notify(`${this.formatSubject(inputs)}: ${redactions.redactPlatform(effects)}`);
    }
    return failures;
  }

  /** Warns in a preview of what will prevent a creation; not at a replacement, which may find its own object. */
  async warnOfObstacle(news: Tree, hostContext: HostContext): Promise<void> {
    const operation = this.open(nothing, news, hostContext);
    await this.findObstacle(operation.inputs, operation, hostContext.runContext?.urn);
  }

  private async findObstacle(inputs: JsonObject, { names, context, redactions }: Operation, urn = ""): Promise<void> {
    const isReplacement = this.existing.has(urn);
    const obstacle = isReplacement ? undefined : await ignoreRefusal(this.handler.findObstacle?.(names.open(inputs)));
    if (obstacle) {
      const condition = "`pulumi up` will fail unless it first deletes or renames what is there now";
      const message = redactions.redactPlatform(obstacle.message);
      context.notify(`${this.formatSubject(inputs)}: ${condition}: ${message}`);
    }
  }

  /**
   * Explains an update for which no input differs, or for which Pulumi shows no difference (`isShown`). A refresh
   * compares, too, but plans nothing (`isPlanned`): the program may no longer have the resource, so it claims nothing.
   */
  diff(
    id: string,
    stored: Stored,
    news: Tree,
    { isShown, isPlanned }: { isShown: boolean; isPlanned: boolean },
    hostContext: HostContext,
  ): Promise<Difference> {
    const operation = this.open(stored, news, hostContext);
    const { names, context, state, inputs } = operation;
    return this.run("comparing", state, operation, () => {
      const difference = names.compare(!isPlanned, (before, after) => this.handler.diff(id, before, after));
      const { changes, replaces, unfinished, resent = [], effects } = difference;
      if (isPlanned) {
        this.plan(id, difference, operation, hostContext);
      }
      const subject = `${this.formatSubject(inputs)}${isPlanned ? "" : ", at the next `pulumi up`"}`;
      if (isPlanned && effects) {
        context.notify(`${subject}: ${effects}`);
      }
      const reasons = [unfinished, ...resent].filter((reason) => reason !== undefined);
      if (reasons.length > 0) {
        context.notify(`${subject}: ${reasons.join("; ")}`);
      } else if (changes && !isShown) {
        const fields =
          replaces ?? this.handler.describeChanges(names.openComparable(state), names.openComparable(inputs));
        const verb = replaces ? "replaced" : "updated";
        context.notify(`${subject}: is ${verb}, although Pulumi shows no difference (${fields.join(", ")})`);
      }
      return Promise.resolve(difference);
    });
  }

  /** Records what a planned change does with the object. Throws if it cannot be made. */
  private plan(id: string, difference: Difference, operation: Operation, { runContext }: HostContext): void {
    const { replaces, givesUp } = difference;
    // The arguments need not tell the ID of the object that the resource has.
    const object = { property: replaces?.[0] ?? this.definition.noun, key: id, object: "made" } as const;
    const held = [{ ...object, advice: "Only one resource can manage it" }];
    const [repeated] =
      difference.problem || !runContext
        ? []
        : this.declarations.register(runContext.urn, replaces ? [] : held, givesUp ? held : []);
    if (!replaces) {
      this.claims.claim(id, operation.state);
    }
    const problem = difference.problem ?? toConflict(repeated);
    if (problem) {
      throw problem;
    }
    if (givesUp && this.definition.findId(operation.inputs) === id) {
      // It is deleted and made again, so there is nothing to adopt.
      this.claims.markDeleted(id);
    }
  }

  /** The outputs that became secret: they must be written again, which only an update does. */
  findExposed(stored: Stored, news: Tree, hostContext: HostContext): string[] {
    const outputs = withoutCredentials(withoutHidden(stored.outputs), this.traits);
    return findExposedSecrets(outputs, this.toOutputs(reveal(outputs) as JsonObject, news, hostContext, stored));
  }

  /** The state to store, hiding what is secret in the arguments or was secret before. */
  toOutputs(state: JsonObject, news: Tree, hostContext: HostContext, stored: Stored = nothing): Tree {
    return this.open(stored, news, hostContext).hideState(state);
  }

  create(news: Tree, hostContext: HostContext): Promise<{ id: string; outputs: Tree }> {
    const operation = this.open(nothing, news, hostContext);
    const { inputs, names, context } = operation;
    const verb = inputs[this.traits.adoptedBy ?? ""] ? "adopting" : "creating";
    return this.run(verb, inputs, operation, () =>
      this.runInTurn(this.definition.findId(inputs), async () => {
        try {
          const { id, state } = await this.handler.create(names.openToSend(), context);
          this.claims.claim(id, state);
          return { id, outputs: operation.seal(state) };
        } catch (error) {
          if (error instanceof PartialFailure) {
            // It stays in the state and keeps its claim.
            this.claims.claim(error.id, error.state);
          }
          throw error;
        }
      }),
    );
  }

  /**
   * Reads the resource; undefined if it is gone. Without outputs, apart from a claim, it is known only by its ID, which
   * must exist if `isNew`. The ID is in its one form.
   */
  read(
    id: string,
    stored: Stored,
    { isNew, declared }: { isNew: boolean; declared: Tree },
    hostContext: HostContext,
  ): Promise<(Stored & { id: string }) | undefined> {
    const operation = this.open(stored, {}, hostContext);
    const { state, names } = operation;
    return this.run("reading", state, operation, async () => {
      const found = await this.handler.read(id, names.openState());
      if (!found && isNew) {
        const problem = `the platform has no ${this.definition.noun} with the ID ${id}`;
        throw new NotFoundError({ message: `${problem}. Correct the ID, or use the key of the account that has it` });
      }
      return found && { id, ...operation.sealRead(found, declared) };
    });
  }

  update(id: string, stored: Stored, news: Tree, hostContext: HostContext): Promise<Tree> {
    const operation = this.open(stored, news, hostContext);
    const { inputs, names, context } = operation;
    return this.run("updating", inputs, operation, () =>
      this.runInTurn(id, async () => {
        const sent = names.openToSend();
        const state = await this.handler.update(id, names.openState(sent), sent, context);
        this.claims.claim(id, state);
        return operation.seal(state);
      }),
    );
  }

  delete(id: string, stored: Stored, hostContext: HostContext): Promise<void> {
    const operation = this.open(stored, {}, hostContext);
    const { state, names, context } = operation;
    return this.run("deleting", state, operation, () =>
      this.runInTurn(id, () => this.handler.delete(id, names.openState(), context)),
    );
  }

  private open(stored: Stored, news: Tree, hostContext: HostContext): Operation {
    return new Operation(this.surroundings, stored, news, hostContext);
  }

  private runInTurn<Result>(id: string | undefined, operation: () => Promise<Result>): Promise<Result> {
    return id === undefined ? operation() : this.claims.runInTurn(id, operation);
  }

  /** Runs an operation within its time limit; its errors name what was being done to which resource. */
  private async run<T>(verb: string, values: JsonObject, operation: Operation, work: () => Promise<T>): Promise<T> {
    const { redactions, context } = operation;
    try {
      return await withDeadline(context.timeoutSeconds, work);
    } catch (error) {
      const isRefused = [AuthenticationError, PermissionError, ConfigError].some((kind) => error instanceof kind);
      // These do not run the program, so the engine takes the configuration from the state.
      const advice =
        isRefused && (verb === "reading" || verb === "deleting")
          ? "`pulumi refresh` and `pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, " +
            "add --run-program"
          : undefined;
      const reason = [redactions.redactPlatform(describeError(error)), advice];
      const subject = redactions.redactOwn(this.formatSubject(values));
      const message = toPrintable(`${verb} ${subject}: ${reason.filter(Boolean).join(". ")}`);
      const isExpected = [ApiError, ConfigError, CredentialError].some((kind) => error instanceof kind);
      const partial =
        error instanceof PartialFailure ? { id: error.id, state: operation.sealUnfinished(error.state) } : undefined;
      const worded = new OperationError(message, isExpected, partial);
      worded.stack = error instanceof Error ? toPrintable(redactions.redactPlatform(error.stack ?? "")) : undefined;
      throw worded;
    }
  }

  /** The resource as users know it: `function "resize"`. */
  private formatSubject(values: JsonObject): string {
    const label = this.definition.findLabel(values);
    const quoted = typeof label === "string" && label !== "" ? JSON.stringify(label) : "";
    return [this.definition.noun, quoted].filter(Boolean).join(" ");
  }
}
