import type { Claims } from "../core/claims";
import { CredentialValues } from "../core/credential-values";
import type { RunContext } from "../core/declarations";
import type { OperationContext } from "../core/handler";
import { NamedValues } from "../core/named-values";
import { openState } from "../core/private-state";
import { withCredentialsOf } from "../core/secrets";
import type { Traits } from "../core/traits";
import { reveal } from "../core/tree";
import { pick, type JsonObject } from "../values/json";
import type { OperationSecrets, Stored, Tree } from "./operation-secrets";
import { Redactions } from "./redaction";

/** What a host gives to an operation. */
export interface HostContext extends Omit<OperationContext, "claims" | "secrets"> {
  /** The URN of the resource and the kind of run, if the host knows them. */
  runContext?: RunContext;
}

/** What the operations of a resource type share. */
interface Surroundings {
  traits: Traits;
  claims: Claims;
  /** Secrets of the configuration. */
  collectSecrets: () => readonly string[];
}

/**
 * The values of one operation on a resource. It opens what a host gives, so that handlers see plain text and the values
 * of credentials, and seals what they return: with each secret hidden by itself, and credentials by name where the
 * program names them.
 */
export class Operation {
  /** In plain text, with the names of credentials, and those by value that only the inputs of the state have. */
  readonly state: JsonObject;
  readonly inputs: JsonObject;
  /** The inputs of the state. */
  readonly earlier: JsonObject;
  readonly names: NamedValues;
  readonly redactions: Redactions;
  readonly context: OperationContext;
  private readonly quoting: readonly string[];

  constructor(
    { traits, claims, collectSecrets }: Surroundings,
    stored: Stored,
    news: Tree,
    private readonly secrets: OperationSecrets,
    hostContext: HostContext,
  ) {
    this.inputs = reveal(news) as JsonObject;
    this.earlier = reveal(stored.inputs) as JsonObject;
    this.state = pick(withCredentialsOf(openState(stored.outputs), this.earlier, traits), (_, value) => value !== null);
    // Messages of the platform may repeat credentials, also in operations that send none.
    const credentials = CredentialValues.readAll([this.state, this.inputs], traits);
    this.names = new NamedValues(traits, credentials);
    this.redactions = new Redactions(() => secrets.collectTexts(), credentials, collectSecrets);
    this.context = this.redactions.redactContext({ ...hostContext, claims });
    this.quoting = traits.quoting ?? [];
  }

  /** A state to store. */
  seal(state: JsonObject): Tree {
    return this.secrets.hideState(this.redact(this.names.seal(state, this.inputs, this.state)));
  }

  /** A state after an operation that did not finish. */
  sealUnfinished(state: object): Tree {
    const sealed = this.names.sealUnfinished(state as JsonObject, this.inputs, this.state);
    return this.secrets.hideUnfinished(this.redact(sealed));
  }

  /** What was read. Anything that is not `declared` and may be secret is hidden. */
  sealRead(found: { inputs: JsonObject; state: JsonObject }, declared: Tree): Stored {
    const { inputs, state } = this.names.sealRead(found, this.state);
    return this.secrets.hideRead({ inputs, state: this.redact(state) }, declared);
  }

  private redact(state: JsonObject): JsonObject {
    return this.redactions.redactOutputs(state, this.quoting);
  }
}
