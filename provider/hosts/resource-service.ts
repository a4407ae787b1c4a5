import { withDeadline } from "../api/transport/deadline";
import { ApiError, ConflictError, NotFoundError, describeError } from "../api/failures/errors";
import { ConfigError } from "../config/config";
import { readArguments } from "../core/arguments";
import { Claims } from "../core/claims";
import { CredentialError, CredentialValues } from "../core/credential-values";
import { Declarations, type RunContext } from "../core/declarations";
import { toPrintable } from "../core/engine-text";
import {
  PartialFailure,
  StateError,
  type Checked,
  type Difference,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../core/handler";
import type { Failure } from "../core/check";
import { NamedCredentialsHandler } from "../core/named-credentials-handler";
import { isTooDeep, tooDeep } from "../core/nesting";
import { pick, type JsonObject } from "../values/json";
import { findAdvice, OperationError } from "./operation-error";
import { checkOldObject, describeAdoption, ignoreRefusal } from "./preview-questions";
import {
  createRedactions,
  redactContext,
  redactFailures,
  redactOutputs,
  redactOwn,
  redactPlatform,
  type Redactions,
  type SecretTexts,
} from "./redaction";
import type { HostSettings } from "./settings";

/** What a host gives to an operation. */
export interface HostContext extends Omit<OperationContext, "claims" | "credentials" | "secrets"> {
  /** The URN of the resource and the kind of run, if the host knows them. */
  runContext?: RunContext;
  /** Finds what no text may show; called only when there is a text to redact. */
  findSecrets?: () => SecretTexts;
}

/** Why resources are compared. */
export interface DiffOptions {
  /** Whether Pulumi shows a difference of the inputs. */
  isShown: boolean;
  /** Whether the program still has the resource; a refresh, which plans nothing, does not know that. */
  isPlanned: boolean;
}

/** An object to read, known with its state or only by its ID. */
export interface ReadTarget {
  state: JsonObject;
  isNew: boolean;
}

/**
 * Serves one resource type to a host. Values are plain JSON with secrets in plain text, with `Unknown` objects for what
 * a preview does not know; encoding and hiding them is up to the host.
 */
export class ResourceService<Inputs extends object, State extends object> {
  private readonly handler: Handler<Inputs, State>;
  private readonly claims = new Claims();
  private readonly declarations = new Declarations();
  /** The earlier inputs of resources that the state has already, by URN. */
  private readonly existing = new Map<string, Partial<Inputs>>();

  constructor(
    private readonly definition: ResourceDefinition<Inputs, State>,
    private readonly settings: HostSettings,
  ) {
    const handler = definition.createHandler(() => settings.connect());
    this.handler = definition.traits.namedBy ? new NamedCredentialsHandler(handler, definition.traits) : handler;
  }

  /**
   * Checks everything that can be known before a change, including the API key and adoptions on the platform. `old` are
   * the earlier inputs; undefined for a new resource and, once Pulumi has decided on it, for a replacement. `sent` is what
   * the program sends with the arguments.
   */
  async check(
    args: JsonObject,
    old: JsonObject | undefined,
    hostContext: HostContext,
    sent: JsonObject = {},
  ): Promise<Checked<Inputs>> {
    const credentials = new CredentialValues();
    const given = this.readArgs(args);
    const { inputs, failures } = this.handler.check(given);
    const { runContext } = hostContext;
    const isNew = old === undefined;
    const replaced = isNew ? this.existing.get(runContext?.urn ?? "") : undefined;
    if (old && runContext) {
      this.existing.set(runContext.urn, old as Partial<Inputs>);
    }
    const repeated = runContext ? this.findRepeated(inputs, runContext.urn) : [];
    const found = [...this.settings.checkConfig(), ...failures, ...repeated];
    const further = [
      () => Promise.resolve(this.checkCredentials(given, credentials, hostContext)),
      // During an `up`, each operation retries for longer by itself, and one failure does not stop the others.
      () => this.settings.checkPlatform(this.definition.product, isNew && runContext?.isPreview !== false),
      () => (isNew ? this.checkAdoption(inputs, credentials, hostContext) : Promise.resolve([])),
      () => (replaced ? checkOldObject(this.definition, this.handler, sent, replaced, inputs) : Promise.resolve([])),
    ];
    for (const runCheck of further) {
      found.push(...(found.length === 0 ? await runCheck() : []));
    }
    if (isNew && found.length === 0 && runContext?.isPreview) {
      await this.warnOfObstacle(inputs as JsonObject, hostContext);
    }
    return { inputs, failures: redactFailures(found, this.collectRedactions(hostContext, credentials)) };
  }

  /** What the resource declares beside another one of the program, or takes from it in the same change. */
  private findRepeated(inputs: Inputs, urn: string): Failure[] {
    const before = this.existing.get(urn);
    // An object that stays may be taken over.
    const isRetained = (before as { onDestroy?: unknown } | undefined)?.onDestroy === "retain";
    const known = before && this.definition.listDeclarations(before).filter(({ object }) => !(isRetained && object));
    return this.declarations.register(urn, this.definition.listDeclarations(inputs), known);
  }

  /** The same for the object that a resource has, whose ID its arguments need not tell. */
  private findRepeatedObject(id: string, { replaces, givesUp }: Difference, { runContext }: HostContext) {
    const object = { property: replaces?.[0] ?? this.definition.noun, key: id, object: "made" } as const;
    const held = [{ ...object, advice: "Only one resource can manage it" }];
    const [found] = runContext
      ? this.declarations.register(runContext.urn, replaces ? [] : held, givesUp ? held : [])
      : [];
    return found && new ConflictError({ message: `${found.property} ${found.reason}` });
  }

  /** Warns in a preview of what will prevent a creation; not at a replacement, which may find its own object. */
  async warnOfObstacle(args: JsonObject, hostContext: HostContext): Promise<void> {
    if (this.existing.has(hostContext.runContext?.urn ?? "")) {
      return;
    }
    const obstacle = await ignoreRefusal(this.handler.findObstacle?.(args as Inputs));
    if (obstacle) {
      const condition = "`pulumi up` will fail unless it first deletes or renames what is there now";
      const redactions = this.collectRedactions(hostContext);
      const subject = redactOwn(this.formatSubject(args), redactions);
      hostContext.notify(`${subject}: ${condition}: ${redactPlatform(obstacle.message, redactions)}`);
    }
  }

  /**
   * Explains an update for which no input differs, or for which Pulumi shows no difference (`isShown`). A refresh
   * compares, too, but plans nothing (`isPlanned`): the program may no longer have the resource, so it claims nothing.
   */
  diff(
    storedId: string,
    olds: JsonObject,
    args: JsonObject,
    { isShown, isPlanned }: DiffOptions,
    hostContext: HostContext,
  ): Promise<Difference> {
    const id = this.normalizeId(storedId);
    return this.runOperation("comparing", olds, [args], hostContext, (context) => {
      const state = toState<State>(olds);
      const difference = this.handler.diff(id, state, args as Inputs, { ...context, isRefresh: !isPlanned });
      const { changes, replaces, unfinished, resent = [], givesUp, effects } = difference;
      const problem = difference.problem ?? (isPlanned && this.findRepeatedObject(id, difference, hostContext));
      if (isPlanned && !replaces) {
        this.claims.claim(id, state);
      }
      if (isPlanned && problem) {
        throw problem;
      }
      if (isPlanned && givesUp && this.definition.findId(args as Partial<Inputs>) === id) {
        // It is deleted and made again, so there is nothing to adopt.
        this.claims.markDeleted(id);
      }
      const subject = `${this.formatSubject(args)}${isPlanned ? "" : ", at the next `pulumi up`"}`;
      if (isPlanned && effects) {
        context.notify(`${subject}: ${effects}`);
      }
      const reasons = [unfinished, ...resent].filter((reason) => reason !== undefined);
      if (reasons.length > 0) {
        context.notify(`${subject}: ${reasons.join("; ")}`);
      } else if (changes && !isShown) {
        const fields = (replaces ?? this.handler.describeChanges(state, args as Inputs)).join(", ");
        const verb = replaces ? "replaced" : "updated";
        context.notify(`${subject}: is ${verb}, although Pulumi shows no difference (${fields})`);
      }
      return Promise.resolve(difference);
    });
  }

  create(args: JsonObject, hostContext: HostContext): Promise<{ id: string; state: State }> {
    const verb = args[this.definition.traits.adoptedBy ?? ""] ? "adopting" : "creating";
    const id = this.definition.findId(args as Partial<Inputs>);
    return this.runOperation(verb, args, [], hostContext, (context, redactions) =>
      this.runInTurn(id, async () => {
        try {
          const { id: made, state } = this.recordClaim(await this.handler.create(args as Inputs, context));
          return { id: made, state: this.redactState(state, redactions) };
        } catch (error) {
          // A partial failure stays in the state and keeps its claim.
          throw error instanceof PartialFailure ? this.recordClaim(error) : error;
        }
      }),
    );
  }

  /** Undefined if the object is gone; an object without a state must exist. The ID is in its one form. */
  read(givenId: string, { state, isNew }: ReadTarget, hostContext: HostContext) {
    const id = this.normalizeId(givenId);
    return this.runOperation("reading", state, [], hostContext, async (context, redactions) => {
      const found = await this.handler.read(id, toState<State>(state), context);
      if (!found && isNew) {
        const problem = `the platform has no ${this.definition.noun} with the ID ${id}`;
        throw new NotFoundError({ message: `${problem}. Correct the ID, or use the key of the account that has it` });
      }
      return found && { ...found, id, state: this.redactState(found.state, redactions) };
    });
  }

  update(storedId: string, olds: JsonObject, args: JsonObject, hostContext: HostContext): Promise<State> {
    const id = this.normalizeId(storedId);
    return this.runOperation("updating", args, [olds], hostContext, (context, redactions) =>
      this.runInTurn(id, async () => {
        const state = await this.handler.update(id, toState<State>(olds), args as Inputs, context);
        return this.redactState(this.recordClaim({ id, state }).state, redactions);
      }),
    );
  }

  delete(storedId: string, olds: JsonObject, hostContext: HostContext): Promise<void> {
    const id = this.normalizeId(storedId);
    return this.runOperation("deleting", olds, [], hostContext, (context) =>
      this.runInTurn(id, () => this.handler.delete(id, toState<State>(olds), context)),
    );
  }

  /** States and users may have another form; claims compare IDs. */
  private normalizeId(id: string): string {
    return this.definition.normalizeId?.(id) ?? id;
  }

  private readArgs(args: JsonObject): JsonObject {
    return readArguments(this.definition.args, args) as JsonObject;
  }

  private recordClaim<Kept extends { id: string; state: object }>(kept: Kept): Kept {
    this.claims.claim(kept.id, kept.state);
    return kept;
  }

  private runInTurn<Result>(id: string | undefined, operation: () => Promise<Result>): Promise<Result> {
    return id === undefined ? operation() : this.claims.runInTurn(id, operation);
  }

  /** Runs an operation within its time limit; its errors name what was being done to which resource. */
  private async runOperation<T>(
    verb: string,
    values: JsonObject,
    others: readonly JsonObject[],
    hostContext: HostContext,
    operation: (context: OperationContext, redactions: Redactions) => Promise<T>,
  ): Promise<T> {
    const known = [values, ...others].filter((given) => !isTooDeep(given));
    // Messages of the platform may repeat credentials, also in operations that send none.
    const credentials = CredentialValues.readAll(known, this.definition.traits);
    const redactions = this.collectRedactions(hostContext, credentials);
    try {
      if (known.length <= others.length) {
        throw new StateError(`it is ${tooDeep}`);
      }
      return await withDeadline(hostContext.timeoutSeconds, () =>
        operation(this.toOperationContext(hostContext, redactions, credentials), redactions),
      );
    } catch (error) {
      const advice = findAdvice(verb, error);
      const reason = [redactPlatform(describeError(error), redactions), advice].filter(Boolean).join(". ");
      const subject = redactOwn(this.formatSubject(values), redactions);
      const isExpected = [ApiError, ConfigError, StateError, CredentialError].some((kind) => error instanceof kind);
      const partial =
        error instanceof PartialFailure
          ? { id: error.id, state: this.redactState(error.state, redactions) }
          : undefined;
      const worded = new OperationError(toPrintable(`${verb} ${subject}: ${reason}`), isExpected, partial);
      worded.stack = error instanceof Error ? toPrintable(redactPlatform(error.stack ?? "", redactions)) : undefined;
      throw worded;
    }
  }

  private toOperationContext(
    hostContext: HostContext,
    redactions: Redactions,
    credentials: CredentialValues,
  ): OperationContext {
    return redactContext({ ...hostContext, claims: this.claims, credentials }, redactions);
  }

  /** A preview without access to the values may pass, but says what it has not checked. */
  private checkCredentials(args: JsonObject, credentials: CredentialValues, hostContext: HostContext): Failure[] {
    const found = this.handler.checkCredentials?.(args, credentials);
    const { failures = [], unreadable = [] } = found ?? {};
    if (!this.settings.load().allowMissingCredentials) {
      return [...failures, ...unreadable];
    }
    const subject = redactOwn(this.formatSubject(args), this.collectRedactions(hostContext, credentials));
    for (const { property, reason } of unreadable) {
      hostContext.notify(`${subject}: ${property} ${reason}: its value was not checked, nor whether it has changed`);
    }
    return failures;
  }

  /** Announces in a preview what adopting an existing object will change. */
  private async checkAdoption(
    inputs: Inputs,
    credentials: CredentialValues,
    hostContext: HostContext,
  ): Promise<Failure[]> {
    const redactions = this.collectRedactions(hostContext, credentials);
    const adoption = await ignoreRefusal(
      this.handler.checkAdoption?.(inputs, this.toOperationContext(hostContext, redactions, credentials)),
    );
    const { failures = [], changes, effects = changes && describeAdoption(changes) } = adoption ?? {};
    if (effects && failures.length === 0) {
      const subject = redactOwn(this.formatSubject(inputs as JsonObject), redactions);
      hostContext.notify(`${subject}: ${redactPlatform(effects, redactions)}`);
    }
    return failures;
  }

  /** The resource as users know it: `function "resize"`. */
  private formatSubject(values: JsonObject): string {
    const label = this.definition.findLabel(values as Partial<Inputs>);
    const quoted = typeof label === "string" && label !== "" ? JSON.stringify(label) : "";
    return [this.definition.noun, quoted].filter(Boolean).join(" ");
  }

  private redactState<Values extends object>(state: Values, redactions: Redactions): Values {
    return redactOutputs(state, this.definition.traits.quoting ?? [], redactions);
  }

  /** Any answer of the platform may repeat what it was once sent, so the secrets of one request are not enough. */
  private collectRedactions({ findSecrets }: HostContext, credentials = new CredentialValues()): Redactions {
    return createRedactions(findSecrets, credentials, () => this.settings.collectSecrets());
  }
}

function toState<State>(olds: JsonObject): State {
  return pick(olds, (_, value) => value !== null) as State;
}
