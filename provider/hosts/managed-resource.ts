import { ApiError, AuthenticationError, NotFoundError, PermissionError, describeError } from "../api/failures/errors";
import { withDeadline } from "../api/transport/deadline";
import { ConfigError } from "../config/config";
import { coerceArguments, type Failure } from "../core/check";
import { Claims } from "../core/claims";
import { Declarations } from "../core/declarations";
import { toPrintable } from "../core/engine-text";
import { PartialFailure, type Checked, type Difference, type Handler, type ResourceDefinition } from "../core/handler";
import { CredentialError } from "../core/named-credentials";
import { resolveOnDestroy, toConflict } from "../core/notices";
import type { Properties } from "../core/secrets";
import { containsUnknown } from "../core/tree";
import { pick, type JsonObject } from "../values/json";
import { Operation, type HostContext, type Stored, type ResourceTypeContext, type Tree } from "./operation";
import { OperationError } from "./operation-error";
import type { HostSettings } from "./settings";

const noProperties: Properties = { values: {}, kept: {}, secrets: { paths: new Set(), texts: new Set() } };

const notStored: Stored = { inputs: noProperties, outputs: noProperties };

/** Serves one resource type for both hosts. A host converts its own format to `Properties`, and each `Tree` back. */
export class ManagedResource {
  private readonly definition: ResourceDefinition<JsonObject, JsonObject>;
  private readonly typeContext: ResourceTypeContext;
  private readonly handler: Handler<JsonObject, JsonObject>;
  private readonly claims = new Claims();
  private readonly declarations = new Declarations();
  /** The old inputs of resources, by URN. The engine does not pass them when it checks a replacement. */
  private readonly existing = new Map<string, JsonObject>();

  constructor(
    definition: ResourceDefinition<object, object>,
    private readonly settings: HostSettings,
    keepsCredentials: boolean,
  ) {
    this.definition = definition as ResourceDefinition<JsonObject, JsonObject>;
    this.handler = this.definition.createHandler(() => settings.connect());
    this.typeContext = { traits: definition.traits, claims: this.claims, keepsCredentials, settings };
  }

  /**
   * `olds`, the old inputs, are missing for a new resource and for a replacement. `keeping` names the option that keeps
   * the old object: `retainOnDelete`, or `deleteBeforeReplace` if it is false. The returned `inputs` are in plain text.
   */
  async check(
    olds: Properties | undefined,
    news: Properties,
    hostContext: HostContext,
    keeping?: unknown,
  ): Promise<Checked<JsonObject> & { hide: () => Tree }> {
    const operation = this.open({ ...notStored, inputs: olds ?? noProperties }, news, hostContext);
    const args = coerceArguments(this.definition.args, operation.inputs) as JsonObject;
    const checked = operation.open().names.check(args, (opened) => this.handler.check(opened));
    const { inputs } = checked;
    const { runContext } = hostContext;
    const urn = runContext?.urn ?? "";
    const isNew = olds === undefined;
    if (olds && runContext) {
      this.existing.set(urn, operation.earlierInputs);
    }
    const before = this.existing.get(urn);
    const found = [...this.settings.checkConfig(), ...checked.failures];
    if (runContext) {
      const adopted = Boolean(before?.[this.definition.traits.adoptedBy ?? ""]);
      // If the state says that it was not adopted, `diff` finds out.
      const retains = resolveOnDestroy({ ...before, adopted }) === "retain";
      const declared = this.definition.listDeclarations(inputs);
      const former = before && this.definition.listDeclarations(before);
      found.push(...this.declarations.register(urn, declared, former, retains));
    }
    // Most of these call the platform, so each runs only if those before it found nothing.
    const further = [
      () => Promise.resolve([...checked.valueFailures, ...this.judgeUnreadable(checked.unreadable, args, operation)]),
      // When this is surely an `up`, leave a wrong base URL to the operations: they retry for longer than this check,
      // and one that fails does not stop the others.
      () => this.settings.checkPlatform(this.definition.product, isNew && runContext?.isPreview !== false),
      () => (isNew ? this.checkAdoption(inputs, operation) : Promise.resolve([])),
      () => (isNew && before ? this.checkOldObject(keeping, before, inputs) : Promise.resolve([])),
    ];
    for (const runCheck of further) {
      found.push(...(found.length === 0 ? await runCheck() : []));
    }
    if (isNew && found.length === 0 && runContext?.isPreview) {
      await this.warnOfObstacleTo(inputs, operation, urn);
    }
    return { inputs, failures: operation.redactFailures(found), hide: () => operation.hide(inputs) };
  }

  private judgeUnreadable(unreadable: readonly Failure[], args: JsonObject, operation: Operation): readonly Failure[] {
    if (!this.settings.load().allowMissingCredentials) {
      return unreadable;
    }
    const subject = this.formatSubject(args);
    for (const { property, reason } of unreadable) {
      const problem = `${property} ${reason}: its value was not checked, nor whether it has changed`;
      operation.open().context.notify(`${subject}: ${problem}`);
    }
    return [];
  }

  private async checkAdoption(inputs: JsonObject, operation: Operation): Promise<Failure[]> {
    const { names, context } = operation.open();
    const hidden = { secrets: operation.collectTexts().secrets, marked: operation.hide(inputs) };
    const adoption = await ignoreApiError(this.handler.checkAdoption?.(names.open(inputs), { ...context, ...hidden }));
    const { failures = [], changes, effects: effectsOnPart } = adoption ?? {};
    const all = changes?.length === 0 ? "nothing" : changes?.join(", ");
    const effects = effectsOnPart ?? (all && `adopts the existing one, which changes ${all}`);
    if (effects && failures.length === 0) {
      context.notify(`${this.formatSubject(inputs)}: ${operation.redactPlatformText(effects)}`);
    }
    return failures;
  }

  /** Refuses a replacement that needs the name of the old object while `option` or `onDestroy` keeps that object. */
  private async checkOldObject(option: unknown, old: JsonObject, inputs: JsonObject): Promise<Failure[]> {
    const { definition } = this;
    const name = inputs[definition.label];
    const isRetained = option === "retainOnDelete" || old.onDestroy === "retain";
    const keepsName = old[definition.label] === name && definition.findId(old) === definition.findId(inputs);
    if (!keepsName || !(isRetained || option === "deleteBeforeReplace")) {
      return [];
    }
    const known = pick(inputs, (_, value) => !containsUnknown(value));
    // If somebody has already removed the old object, its name is free.
    const isThere = await ignoreApiError(this.handler.findObstacle?.(known));
    const [subject, renamed] = [`the ${definition.noun} ${JSON.stringify(name)}`, "give the new one another name"];
    const [property, other, same] =
      option === "retainOnDelete" ? [option, "false", "true"] : ["onDestroy", '"delete"', '"retain"'];
    const failure = isRetained
      ? {
          property,
          reason:
            `leaves ${subject} on the platform, so its name stays taken. To replace it, first run \`pulumi up\` with ` +
            `${property}: ${other} alone, then make this change. To keep it, first run \`pulumi up\` with ${property}: ` +
            `${same} alone, then make this change and ${renamed}`,
        }
      : {
          property: "deleteBeforeReplace: false",
          reason: `makes the new one before ${subject} is deleted, and both have that name. Leave the option out, or ${renamed}`,
        };
    return isThere ? [failure] : [];
  }

  async warnOfObstacle(news: Properties, hostContext: HostContext): Promise<void> {
    const operation = this.open(notStored, news, hostContext);
    await this.warnOfObstacleTo(operation.inputs, operation, hostContext.runContext?.urn ?? "");
  }

  private async warnOfObstacleTo(inputs: JsonObject, operation: Operation, urn: string): Promise<void> {
    const { names, context } = operation.open();
    // A replacement may find its own old object.
    const isReplacement = this.existing.has(urn);
    const obstacle = isReplacement ? undefined : await ignoreApiError(this.handler.findObstacle?.(names.open(inputs)));
    if (obstacle) {
      const condition = "`pulumi up` will fail unless it first deletes or renames what is there now";
      context.notify(`${this.formatSubject(inputs)}: ${condition}: ${operation.redactPlatformText(obstacle.message)}`);
    }
  }

  /**
   * Tells the user what Pulumi does not show. `isShown` says whether Pulumi shows any difference. In a refresh,
   * `isPlanned` is false: the program may no longer have the resource, so this must not claim its object.
   */
  diff(
    id: string,
    stored: Stored,
    news: Properties,
    { isShown, isPlanned }: { isShown: boolean; isPlanned: boolean },
    hostContext: HostContext,
  ): Promise<Difference> {
    const operation = this.open(stored, news, hostContext);
    const { state, inputs } = operation;
    const named = typeof inputs[this.definition.label] === "string" ? inputs : state;
    return this.run("comparing", undefined, named, operation, ({ names, context }) => {
      const difference = names.compare(!isPlanned, (before, after) => this.handler.diff(id, before, after));
      const { changes, fields = [], replaces, unfinished, resent = [], effects } = difference;
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
        const problem = "although Pulumi shows no difference";
        const what = (replaces ?? fields).join(", ");
        context.notify(`${subject}: is ${replaces ? "replaced" : "updated"}, ${problem} (${what})`);
      }
      return Promise.resolve(difference);
    });
  }

  private plan(id: string, difference: Difference, operation: Operation, { runContext }: HostContext): void {
    const { replaces, givesUp } = difference;
    // Declares the object by its ID, too: the arguments do not always say which object a resource has.
    const object = { property: replaces?.[0] ?? this.definition.noun, key: id, object: "made" } as const;
    const declared = [{ ...object, advice: "Only one resource can manage it" }];
    if (!replaces) {
      this.claims.claim(id, operation.state);
    }
    const before = this.existing.get(runContext?.urn ?? "");
    if (before && runContext) {
      // Without the argument, only the state says what happens to the object.
      this.existing.set(runContext.urn, { ...before, onDestroy: resolveOnDestroy(operation.state) });
    }
    const isRegistered = runContext && !difference.problem;
    const [repeated] = isRegistered
      ? this.declarations.register(runContext.urn, replaces ? [] : declared, givesUp ? declared : [])
      : [];
    const problem = difference.problem ?? toConflict(repeated);
    if (problem) {
      throw problem;
    }
    if (givesUp && this.definition.findId(operation.inputs) === id) {
      // The replacement deletes the object and makes it again under the same ID, so nothing is left to adopt.
      this.claims.deleted.add(id);
    }
  }

  toOutputs(state: JsonObject, news: Properties, hostContext: HostContext, stored: Stored = notStored): Tree {
    return this.open(stored, news, hostContext).hideState(state);
  }

  create(news: Properties, hostContext: HostContext): Promise<{ id: string; outputs: Tree }> {
    const operation = this.open(notStored, news, hostContext);
    const { inputs } = operation;
    const verb = inputs[this.definition.traits.adoptedBy ?? ""] ? "adopting" : "creating";
    return this.run(verb, this.definition.findId(inputs), inputs, operation, async ({ names, context }) => {
      try {
        const { id, state } = await this.handler.create(names.openToSend(), context);
        this.claims.claim(id, state);
        return { id, outputs: operation.seal(state) };
      } catch (error) {
        if (error instanceof PartialFailure) {
          // The engine keeps the resource in the state, so the resource claims its object.
          this.claims.claim(error.id, error.state);
        }
        throw error;
      }
    });
  }

  /**
   * For an import or a `get`, `isNew` is true: only the ID is known, and a missing object is an error. Values that may
   * be secret are hidden unless `declared` has them.
   */
  read(
    id: string,
    stored: Stored,
    { isNew, declared }: { isNew: boolean; declared: JsonObject },
    hostContext: HostContext,
  ): Promise<{ id: string; inputs: Tree; outputs: Tree } | undefined> {
    const operation = this.open(stored, noProperties, hostContext);
    const { state } = operation;
    return this.run("reading", undefined, state, operation, async ({ names }) => {
      const found = await this.handler.read(id, names.openState(names.open(state)));
      if (!found && isNew) {
        const problem = `the platform has no ${this.definition.noun} with the ID ${id}`;
        throw new NotFoundError({ message: `${problem}. Correct the ID, or use the key of the account that has it` });
      }
      return found && { id, ...operation.sealRead(found, declared) };
    });
  }

  update(id: string, stored: Stored, news: Properties, hostContext: HostContext): Promise<Tree> {
    const operation = this.open(stored, news, hostContext);
    return this.run("updating", id, operation.inputs, operation, async ({ names, context }) => {
      const sent = names.openToSend();
      const state = await this.handler.update(id, names.openState(sent), sent, context);
      this.claims.claim(id, state);
      return operation.seal(state);
    });
  }

  delete(id: string, stored: Stored, hostContext: HostContext): Promise<void> {
    const operation = this.open(stored, noProperties, hostContext);
    const { state } = operation;
    return this.run("deleting", id, state, operation, ({ names, context }) =>
      this.handler.delete(id, names.openState(), context),
    );
  }

  private open(stored: Stored, news: Properties, hostContext: HostContext): Operation {
    return new Operation(this.typeContext, stored, news, hostContext);
  }

  private async run<Result>(
    verb: string,
    changedId: string | undefined,
    values: JsonObject,
    operation: Operation,
    work: (opened: ReturnType<Operation["open"]>) => Promise<Result>,
  ): Promise<Result> {
    const opened = operation.open();
    try {
      return await withDeadline(opened.context.timeoutSeconds, () =>
        changedId === undefined ? work(opened) : this.claims.runInTurn(changedId, () => work(opened)),
      );
    } catch (error) {
      const isRefused = [AuthenticationError, PermissionError, ConfigError].some((kind) => error instanceof kind);
      // `pulumi refresh` and `pulumi destroy` do not run the program: the engine takes the settings from the state.
      const usesStoredConfig = verb === "reading" || verb === "deleting";
      const advice =
        "`pulumi refresh` and `pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, " +
        "add --run-program";
      const reason =
        operation.redactPlatformText(describeError(error)) + (isRefused && usesStoredConfig ? `. ${advice}` : "");
      const message = toPrintable(`${verb} ${operation.redactOwnText(this.formatSubject(values))}: ${reason}`);
      const isExpected = [ApiError, ConfigError, CredentialError].some((kind) => error instanceof kind);
      const partial =
        error instanceof PartialFailure ? { id: error.id, state: operation.sealUnfinished(error.state) } : undefined;
      const worded = new OperationError(message, isExpected, partial);
      worded.stack = error instanceof Error ? toPrintable(operation.redactPlatformText(error.stack ?? "")) : undefined;
      throw worded;
    }
  }

  /** Returns the resource as users know it, such as `function "resize"`. */
  private formatSubject(values: JsonObject): string {
    const label = values[this.definition.label];
    const quoted = typeof label === "string" && label !== "" ? JSON.stringify(label) : "";
    return [this.definition.noun, quoted].filter(Boolean).join(" ");
  }
}

/** Returns undefined for an `ApiError`: if the error lasts, the operation that follows meets and reports it. */
async function ignoreApiError<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}
