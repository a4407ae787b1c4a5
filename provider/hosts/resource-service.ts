import { withinSeconds } from "../api/deadline";
import { ApiError, AuthenticationError, NotFoundError, PermissionError, messageOf } from "../api/errors";
import { redact, secretValues } from "../api/redaction";
import { shortestSecret } from "../api/secret-forms";
import { ConfigError } from "../config";
import { readArguments } from "../core/arguments";
import { schemaFailures } from "../core/check";
import { Claims } from "../core/claims";
import { printable } from "../core/engine-text";
import {
  PartialFailure,
  StateError,
  type Adoption,
  type Checked,
  type Difference,
  type Failure,
  type Handler,
  type OperationContext,
  type ResourceDefinition,
} from "../core/handler";
import { mask } from "../core/hidden-values";
import { isTooDeep, tooDeep } from "../core/nesting";
import type { Wait } from "../core/waits";
import { pick, type JsonObject } from "../json";
import type { Settings } from "./settings";

/** What a host gives to an operation. */
export type Surroundings = Omit<OperationContext, "claims">;

/** More failures at once help nobody. */
const mostFailures = 100;

/** These two do not run the program, so the engine takes the connection from the state. */
const verbsWithoutProgram = ["reading", "deleting"];

/** An operation that failed, in the words of the user and without secrets. */
export class OperationError extends Error {
  override readonly name = "OperationError";

  constructor(
    message: string,
    /** Whether the message is complete; if not, this is a bug in this package, and the stack is shown. */
    readonly isExpected: boolean,
    /** There if the object exists although the operation did not finish. */
    readonly partial?: { id: string; state: object },
  ) {
    super(message);
  }
}

/** An object that is read with its state, or by its ID alone. */
export interface Known {
  state: JsonObject;
  isNew: boolean;
}

/**
 * Serves one resource type to a host. Values are plain and in clear, with `Unknown` objects for what a preview does not
 * know; how they travel, and which of them stay hidden, is the host's matter.
 */
export class ResourceService<Inputs extends object, State extends object> {
  private readonly handler: Handler<Inputs, State>;
  private readonly claims = new Claims();

  constructor(
    private readonly definition: ResourceDefinition<Inputs, State>,
    private readonly settings: Settings,
  ) {
    this.handler = definition.handler(() => settings.connect());
  }

  /** What can be known before anything is changed, also of the platform: whether the key is good, and what adopting does. */
  async check(args: JsonObject, isNew: boolean, surroundings: Surroundings): Promise<Checked<Inputs>> {
    const { inputs, failures } = this.handler.check(readArguments(this.definition.args, args) as JsonObject);
    const found = [...this.settings.failures(), ...failures];
    const further = [
      () => this.settings.keyFailures(),
      () => (isNew ? this.adoptionFailures(inputs, surroundings) : Promise.resolve([])),
    ];
    for (const failuresOf of further) {
      found.push(...(found.length === 0 ? await failuresOf() : []));
    }
    const { secrets = [] } = surroundings;
    const clean = ({ property, reason }: Failure) => ({
      property: redact(property, secrets),
      reason: redactQuotes(reason, secrets),
    });
    return { inputs, failures: secrets.length > 0 ? found.map(clean) : found };
  }

  /**
   * Records that this resource still owns the object, and says what an update does although no input differs, or although
   * Pulumi shows no input that does (`isShown`).
   */
  diff(
    id: string,
    olds: JsonObject,
    args: JsonObject,
    isShown: boolean,
    surroundings: Surroundings,
  ): Promise<Difference> {
    return this.inWords("comparing", olds, [args], surroundings, (context) => {
      const state = this.stateIn(olds);
      const difference = this.handler.diff(id, state, args as Inputs, context);
      if (!difference.replaces) {
        this.claims.hold(id, state);
      }
      const { changes, replaces, unfinished } = difference;
      if (unfinished !== undefined) {
        context.notice(`${this.subjectOf(args)}: ${unfinished}`);
      } else if (changes && !isShown) {
        const fields = (replaces ?? this.handler.describeChanges(state, args as Inputs)).join(", ");
        const verb = replaces ? "replaced" : "updated";
        context.notice(`${this.subjectOf(args)}: is ${verb}, although Pulumi shows no difference (${fields})`);
      }
      return Promise.resolve(difference);
    });
  }

  create(args: JsonObject, surroundings: Surroundings): Promise<{ id: string; state: State }> {
    const verb = this.definition.adopts?.(args as Partial<Inputs>) ? "adopting" : "creating";
    return this.inWords(verb, args, [], surroundings, async (context) => {
      const created = await this.handler.create(args as Inputs, context);
      this.claims.hold(created.id, created.state);
      return created;
    });
  }

  /** Undefined if the object is gone; an object without a state must exist. */
  read(id: string, { state, isNew }: Known, surroundings: Surroundings) {
    return this.inWords("reading", state, [], surroundings, async (context) => {
      const found = await this.handler.read(id, this.stateIn(state), context);
      if (!found && isNew) {
        const problem = `the platform has no ${this.definition.noun} with the ID ${id}`;
        throw new NotFoundError({ message: `${problem}. Correct the ID, or use the key of the account that has it` });
      }
      return found;
    });
  }

  update(id: string, olds: JsonObject, args: JsonObject, surroundings: Surroundings): Promise<State> {
    return this.inWords("updating", args, [olds], surroundings, async (context) => {
      const state = await this.handler.update(id, this.stateIn(olds), args as Inputs, context);
      this.claims.hold(id, state);
      return state;
    });
  }

  delete(id: string, olds: JsonObject, surroundings: Surroundings): Promise<void> {
    return this.inWords("deleting", olds, [], surroundings, (context) =>
      this.handler.delete(id, this.stateIn(olds), context),
    );
  }

  /** Runs an operation within the time that it is given; its errors say what was being done to which resource. */
  private async inWords<T>(
    verb: string,
    values: JsonObject,
    others: readonly JsonObject[],
    surroundings: Surroundings,
    operation: (context: OperationContext) => Promise<T>,
  ): Promise<T> {
    const known = [values, ...others].filter((given) => !isTooDeep(given));
    try {
      if (known.length <= others.length) {
        throw new StateError(`it is ${tooDeep}`);
      }
      return await withinSeconds(surroundings.timeoutSeconds, () => operation(this.contextOf(surroundings)));
    } catch (error) {
      const { secrets = [] } = surroundings;
      const reason = [this.redacted(messageOf(error), known, secrets), adviceFor(verb, error)]
        .filter(Boolean)
        .join(". ");
      const subject = redact(this.subjectOf(values), secrets);
      const isExpected = [ApiError, ConfigError, StateError].some((kind) => error instanceof kind);
      const partial = error instanceof PartialFailure ? { id: error.id, state: error.state } : undefined;
      const worded = new OperationError(printable(`${verb} ${subject}: ${reason}`), isExpected, partial);
      worded.stack = error instanceof Error ? printable(this.redacted(error.stack ?? "", known, secrets)) : undefined;
      throw worded;
    }
  }

  private contextOf(surroundings: Surroundings): OperationContext {
    const { secrets = [] } = surroundings;
    const own = { ...surroundings, claims: this.claims };
    return secrets.length > 0 ? { ...own, ...withoutSecrets(own, secrets) } : own;
  }

  /** Of an existing object that is to be managed, the preview says what will change on it. */
  private async adoptionFailures(inputs: Inputs, surroundings: Surroundings): Promise<Failure[]> {
    let adoption: Adoption | undefined;
    try {
      adoption = await this.handler.adoption?.(inputs, this.contextOf(surroundings));
    } catch (error) {
      if (error instanceof ApiError) {
        return [];
      }
      throw error;
    }
    if (adoption && adoption.failures.length === 0) {
      const { changes } = adoption;
      const what = changes.length > 0 ? `which changes ${changes.join(", ")}` : "which changes nothing";
      const known = inputs as JsonObject;
      const text = `${this.subjectOf(known)}: adopts the existing one, ${what}`;
      surroundings.notice(this.redacted(text, [known], surroundings.secrets));
    }
    return adoption?.failures ?? [];
  }

  /** Whoever writes into a state by hand gets a sentence, and not what comes of it. A state holds nothing unknown. */
  private stateIn(olds: JsonObject): State {
    const state = pick(olds, (_, value) => value !== null);
    const problems = schemaFailures(this.definition.state, state);
    if (problems.length > 0) {
      throw new StateError(problems.map(({ property, reason }) => `${property} ${reason}`).join("; "));
    }
    return state as State;
  }

  /** The resource as users know it: `function "resize"`. */
  private subjectOf(values: JsonObject): string {
    const label = this.definition.label(values as Partial<Inputs>);
    const quoted = typeof label === "string" && label !== "" ? JSON.stringify(label) : "";
    return [this.definition.noun, quoted].filter(Boolean).join(" ");
  }

  /** The platform may repeat in any answer what it was once sent, so the secrets of the one request are not enough. */
  private redacted(text: string, known: readonly JsonObject[], secrets: readonly string[] = []): string {
    const { credentials = [], secretMaps = [] } = this.definition.traits;
    const names = [...credentials.flatMap((path) => path.split(".").slice(-1)), ...secretMaps];
    const others = known.flatMap((values) => this.definition.secretsIn?.(values) ?? []);
    return redact(text, [...secretValues([...known], new Set(names)), ...others, ...secrets]);
  }
}

/** Where an operation writes to, without what is secret. */
function withoutSecrets({ notice, waits }: OperationContext, secrets: readonly string[]) {
  const clean = (text: string) => redact(text, secrets);
  return {
    notice: (text: string) => notice(clean(text)),
    waits: {
      get count() {
        return waits.count;
      },
      during: <Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>) =>
        waits.during(noun, clean(name), (wait) => work({ ...wait, show: (state) => wait.show(clean(state)) })),
    },
  };
}

/** What is wrong with an argument quotes parts of it, too: the host in an address, for instance. */
function redactQuotes(reason: string, secrets: readonly string[]): string {
  const isPart = (quoted: string) =>
    quoted.length >= shortestSecret && secrets.some((secret) => secret.includes(quoted));
  return redact(reason, secrets).replace(/"([^"]+)"/g, (whole, quoted: string) => (isPart(quoted) ? mask : whole));
}

/**
 * Failures as the engine takes them, each in one sentence. It prints the value of a property that it is given by name,
 * secret or not: so the sentence names it.
 */
export function failureTexts(failures: readonly Failure[]): string[] {
  const texts = failures.slice(0, mostFailures).map(({ property, reason }) => printable(`${property} ${reason}`));
  const more = failures.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])];
}

function adviceFor(verb: string, error: unknown): string | undefined {
  const refused = [AuthenticationError, PermissionError, ConfigError].some((refusal) => error instanceof refusal);
  return refused && verbsWithoutProgram.includes(verb)
    ? "`pulumi refresh` and `pulumi destroy` use the configuration of the last `pulumi up`; if it has changed since, " +
        "add --run-program"
    : undefined;
}
