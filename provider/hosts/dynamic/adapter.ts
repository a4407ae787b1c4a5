import type * as pulumi from "@pulumi/pulumi";
import type { Connection } from "../../api/connection";
import { redact, secretValues } from "../../api/redaction";
import { ApiError, AuthenticationError, NotFoundError, PermissionError, messageOf } from "../../api/errors";
import { ConfigError, loadConfig, type Config } from "../../config";
import { Claims } from "../../core/claims";
import { pick, type JsonObject } from "../../json";
import { hostConnection } from "../host-connection";
import { schemaFailures } from "../../core/check";
import { printable, sendable } from "../../core/engine-text";
import { isSplitOtherwise, joinSecrets, splitSecrets } from "./join-secrets";
import { engineNotice } from "../progress";
import {
  PartialFailure,
  StateError,
  type Adoption,
  type Failure,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../../core/handler";
import { hostWaits } from "./wait-display";
import { isTooDeep, tooDeep } from "../../core/nesting";
import { withoutNewSecrets } from "./secret-leaves";
import { markUnknowns, unmarkUnknowns } from "../../core/unknown";

const literalKey = "__provider";

/** More failures at once tell nobody more. */
const mostFailures = 100;

/** These two do not run the program, so the engine takes the connection from the state. */
const verbsWithoutProgram = ["reading", "deleting"];

/**
 * Serves a handler to Pulumi's host for dynamic providers. All rules of that host are kept here: the literal text and
 * the sentinel for unknown values among the properties, secrets apart from arrays, plain JSON only, failures of
 * `check` as values, partial failures as errors with an id, configuration that arrives once and unawaited.
 */
export class DynamicProvider<Inputs extends object, State extends object> implements pulumi.dynamic.ResourceProvider {
  private readonly handler: Handler<Inputs, State>;
  private readonly context: OperationContext;
  private getConfig: (key: string) => string | undefined = () => undefined;
  private config?: Config;

  constructor(
    private readonly definition: ResourceDefinition<Inputs, State>,
    surroundings: Partial<Pick<OperationContext, "notice" | "waits">> = {},
  ) {
    this.handler = definition.handler(() => this.connect());
    this.context = { claims: new Claims(), notice: engineNotice(), waits: hostWaits, ...surroundings };
  }

  /** Keeps the configuration; it is read at the first use, so that a wrong key is an error of each operation. */
  configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.getConfig = (key) => request.config.get(key);
    return Promise.resolve();
  }

  /** What can be known before anything is changed, also of the platform: whether the key is good, and what adopting does. */
  async check(olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.CheckResult> {
    if (isTooDeep(news)) {
      // Not what came: the host itself fails at answering it.
      return { inputs: {}, failures: [{ property: "", reason: `the arguments are ${tooDeep}` }] };
    }
    const checked = this.handler.check(this.incoming(news));
    let failures = [...this.configFailures(), ...checked.failures];
    if (failures.length === 0) {
      failures = await this.keyFailures();
    }
    if (failures.length === 0 && isNew(olds)) {
      failures = await this.adoptionFailures(checked.inputs, news);
    }
    return {
      inputs: failures.length > 0 ? { ...news } : this.outgoing(checked.inputs, news),
      failures: listed(failures),
    };
  }

  /**
   * A difference is answered without `changes: true`: only then does the engine compare the inputs leaf by leaf, so
   * that a rotated secret shows as a change of that leaf. Where no input differs, it would not update by itself, and
   * its diff would not tell why it does. Names are unique on the platform, and a restore would come after what replaces
   * it: so the old object always goes first.
   */
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    return this.named("comparing", olds, () => {
      const [state, inputs] = [this.stateIn(olds), this.incoming(news) as Inputs];
      const { changes, unfinished, replaces } = this.handler.diff(id, state, inputs, this.context);
      if (!replaces) {
        this.context.claims.hold(id, state);
      }
      if (unfinished !== undefined) {
        this.context.notice(`${this.subjectOf(news)}: ${unfinished}`);
      }
      const { arraySecrets } = this.definition.traits;
      const differs = changes || (arraySecrets !== undefined && isSplitOtherwise(olds, news, arraySecrets));
      return Promise.resolve({
        changes: differs ? undefined : unfinished !== undefined,
        ...(replaces && { replaces }),
        deleteBeforeReplace: true,
      });
    });
  }

  create(news: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    const verb = this.definition.adopts?.(news as Partial<Inputs>) ? "adopting" : "creating";
    return this.named(verb, news, async () => {
      const { id, state } = await this.handler.create(this.incoming(news) as Inputs, this.context);
      this.context.claims.hold(id, state);
      return { id, outs: this.outgoing(state, news) };
    });
  }

  read(id: pulumi.ID, olds: JsonObject = {}): Promise<pulumi.dynamic.ReadResult> {
    return this.named("reading", olds, async () => {
      const found = await this.handler.read(id, this.stateIn(olds), this.context);
      if (found) {
        // `.get` brings nothing, and shows everything.
        const before = isNew(olds) ? (found.state as JsonObject) : olds;
        return { id, props: this.outgoing(found.state, before), inputs: this.outgoing(found.inputs, before) };
      }
      if (isNew(olds)) {
        throw new NotFoundError({ message: `the platform has no ${this.definition.noun} with the ID ${id}` });
      }
      return {};
    });
  }

  update(id: pulumi.ID, olds: JsonObject, news: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    const update = async () => {
      const inputs = this.incoming(news) as Inputs;
      const state = await this.handler.update(id, this.stateIn(olds), inputs, this.context);
      this.context.claims.hold(id, state);
      return { outs: this.outgoing(state, news) };
    };
    return this.named("updating", news, update, olds);
  }

  delete(id: pulumi.ID, olds: JsonObject): Promise<void> {
    return this.named("deleting", olds, () => this.handler.delete(id, this.stateIn(olds), this.context));
  }

  private connect(): Connection {
    return hostConnection(this.loadConfig(), (untilMs) => hostWaits.slowedDown(untilMs));
  }

  private loadConfig(): Config {
    return (this.config ??= loadConfig(this.getConfig));
  }

  private configFailures(): Failure[] {
    try {
      this.loadConfig();
      return [];
    } catch (error) {
      const messages = error instanceof ConfigError ? error.message.split("\n") : [String(error)];
      return messages.map((message) => ({ property: "configuration:", reason: message }));
    }
  }

  /** A key that the platform refuses is told at preview; whatever else may be wrong is told by the operation itself. */
  private async keyFailures(): Promise<Failure[]> {
    const refused = await this.connect().checkKey();
    return refused ? [{ property: "configuration:", reason: refused.message }] : [];
  }

  /** Of an existing object that is to be managed, the preview says what will change on it. */
  private async adoptionFailures(inputs: Inputs, news: JsonObject): Promise<Failure[]> {
    let adoption: Adoption | undefined;
    try {
      adoption = await this.handler.adoption?.(inputs, this.context);
    } catch (error) {
      if (error instanceof ApiError) {
        return [];
      }
      throw error;
    }
    if (adoption && adoption.failures.length === 0) {
      const { changes } = adoption;
      const what = changes.length > 0 ? `which changes ${changes.join(", ")}` : "which changes nothing on it";
      this.context.notice(this.redacted(`${this.subjectOf(news)}: adopts what is there, ${what}`, [news]));
    }
    return adoption?.failures ?? [];
  }

  private incoming(news: JsonObject): JsonObject {
    return this.together(markUnknowns(pick(news, (key) => key !== literalKey)) as JsonObject);
  }

  /** Whoever writes into a state by hand gets a sentence, and not what comes of it. A state holds nothing unknown. */
  private stateIn(olds: JsonObject): State {
    const state = this.together(pick(olds, (key, value) => key !== literalKey && value !== null));
    const problems = schemaFailures(this.definition.state, state);
    if (problems.length > 0) {
      throw new StateError(problems.map(({ property, reason }) => `${property} ${reason}`).join("; "));
    }
    return state as State;
  }

  private together(values: JsonObject): JsonObject {
    return this.definition.traits.arraySecrets ? joinSecrets(values, this.definition.traits.arraySecrets) : values;
  }

  private outgoing(values: object, before: JsonObject): JsonObject {
    const spec = this.definition.traits.arraySecrets;
    const marked = markUnknowns(before) as JsonObject;
    const known = withoutNewSecrets(values as JsonObject, this.definition.traits.secretLeaves ?? {}, marked);
    const split = spec ? splitSecrets(known, spec, marked[spec.map]) : known;
    return sendable(unmarkUnknowns(split) as JsonObject);
  }

  /** Runs an operation; its errors say what was being done to which resource. */
  private async named<T>(
    verb: string,
    props: JsonObject,
    operation: () => Promise<T>,
    olds: JsonObject = {},
  ): Promise<T> {
    const known = [props, olds].filter((values) => !isTooDeep(values));
    try {
      if (known.length < 2) {
        throw new StateError(`it is ${tooDeep}`);
      }
      return await operation();
    } catch (error) {
      const text = [this.redacted(messageOf(error), known), adviceFor(verb, error)].filter(Boolean).join(". ");
      const stack = error instanceof Error ? printable(this.redacted(error.stack ?? "", known)) : undefined;
      throw this.hostError(error, printable(`${verb} ${this.subjectOf(props)}: ${text}`), stack, props);
    }
  }

  /** The resource as users know it: `function "resize"`. */
  private subjectOf(props: JsonObject): string {
    const label = this.definition.label(props as Partial<Inputs>);
    const quoted = typeof label === "string" && label !== "" ? JSON.stringify(label) : "";
    return [this.definition.noun, quoted].filter(Boolean).join(" ");
  }

  /** The platform may repeat in any answer what it was once sent, so the secrets of the one request are not enough. */
  private redacted(text: string, known: JsonObject[]): string {
    const { arraySecrets, secretLeaves = {} } = this.definition.traits;
    const leaves = Object.entries(secretLeaves).flatMap(([property, names]) => (names === "any" ? [property] : names));
    const names = [...Object.entries(arraySecrets?.leaves ?? {}).flat(), ...leaves];
    const others = known.flatMap((values) => this.definition.secretsIn?.(values) ?? []);
    return redact(text, [...secretValues(known, new Set(names)), ...others]);
  }

  private hostError(error: unknown, message: string, stack: string | undefined, props: JsonObject): Error {
    if (!(error instanceof PartialFailure)) {
      // The host prints the stack of every failed read, diff and delete; only of a fault in our code does it tell more.
      const expected = [ApiError, ConfigError, StateError].some((kind) => error instanceof kind);
      return Object.assign(new Error(message), { stack: expected ? "" : stack });
    }
    const properties = { ...this.outgoing(error.state, props), [literalKey]: props[literalKey] };
    return Object.assign(new Error(message), { id: error.id, properties, reasons: [message] });
  }
}

/** Failures as the engine takes them. It prints the value of a named property, secret or not: so the reason names it. */
function listed(failures: readonly Failure[]): pulumi.dynamic.CheckFailure[] {
  const reasons = failures.slice(0, mostFailures).map(({ property, reason }) => printable(`${property} ${reason}`));
  const more = failures.length - reasons.length;
  return [...reasons, ...(more > 0 ? [`and ${more} more`] : [])].map((reason) => ({ property: "", reason }));
}

/** What is new, or is read by `.get`, has no properties yet but the literal. */
function isNew(olds: JsonObject): boolean {
  return Object.keys(olds).every((key) => key === literalKey);
}

function adviceFor(verb: string, error: unknown): string | undefined {
  const refused = [AuthenticationError, PermissionError, ConfigError].some((refusal) => error instanceof refusal);
  return refused && verbsWithoutProgram.includes(verb)
    ? "`pulumi refresh` and `pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, " +
        "add --run-program"
    : undefined;
}
