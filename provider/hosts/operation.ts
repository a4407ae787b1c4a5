import { findCredentials } from "../api/failures/redaction";
import type { Claims } from "../core/claims";
import type { RunContext } from "../core/declarations";
import type { OperationContext } from "../core/handler";
import { withoutHidden } from "../core/hidden-properties";
import { NamedCredentials } from "../core/named-credentials";
import { openState, readPrivate, splitState, withPrivate } from "../core/private-state";
import {
  collectRecognizedTexts,
  findSecrets,
  hideSecrets,
  withCredentialsOf,
  withoutCredentials,
  type KnownSecrets,
} from "../core/secrets";
import type { Traits } from "../core/traits";
import { reveal, Secret } from "../core/tree";
import { isJsonObject, pick, type JsonObject } from "../values/json";
import { Redactions, type SecretTexts } from "./redaction";

/** Properties with `Secret` and `Unknown` objects. */
export type Tree = JsonObject;

/** A resource as the state has it. Its credentials may be in the inputs only. */
export interface Stored {
  inputs: Tree;
  outputs: Tree;
}

/** What a host gives to an operation. */
export interface HostContext extends Omit<OperationContext, "claims" | "secrets"> {
  /** The URN of the resource and the kind of run, if the host knows them. */
  runContext?: RunContext;
}

/** What the operations of a resource type share. */
export interface Surroundings {
  traits: Traits;
  claims: Claims;
  /** Whether outputs have credentials; otherwise they are in the inputs only. */
  keepsCredentials: boolean;
  /** Secrets of the configuration. */
  collectSecrets: () => readonly string[];
}

/**
 * The values of one operation on a resource. It opens what a host gives, so that handlers see plain text and the values
 * of credentials, and seals what they return: each secret is hidden by itself, and credentials go by name where the
 * program names them.
 */
export class Operation {
  /** In plain text, with the names of credentials, and those by value that only the inputs of the state have. */
  readonly state: JsonObject;
  readonly inputs: JsonObject;
  /** The inputs of the state. */
  readonly earlier: JsonObject;
  private read: { names: NamedCredentials; redactions: Redactions; context: OperationContext } | undefined;
  private foundInNews: KnownSecrets | undefined;
  private found: KnownSecrets | undefined;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly stored: Stored,
    private readonly news: Tree,
    private readonly hostContext: HostContext,
  ) {
    const { traits } = surroundings;
    this.inputs = reveal(news) as JsonObject;
    this.earlier = reveal(stored.inputs) as JsonObject;
    this.state = pick(withCredentialsOf(openState(stored.outputs), this.earlier, traits), (_, value) => value !== null);
  }

  get names(): NamedCredentials {
    return this.readNamed().names;
  }

  get redactions(): Redactions {
    return this.readNamed().redactions;
  }

  get context(): OperationContext {
    return this.readNamed().context;
  }

  /** Inputs, hiding what is secret in the arguments. */
  hideInputs(inputs: JsonObject): Tree {
    return this.hide(inputs, this.ofNews);
  }

  /** A state, hiding what is secret in the arguments or was secret before. */
  hideState(state: JsonObject): Tree {
    return this.hideOutputs(state, { paths: this.ofNews.paths, texts: this.all.texts });
  }

  /** A state to store. */
  seal(state: JsonObject): Tree {
    return this.hideState(this.redact(this.names.seal(state)));
  }

  /**
   * A state after an operation that did not finish: any value may still be the previous one. The platform may have
   * secrets that the state does not have, so all that were sent are kept.
   */
  sealUnfinished(state: object): Tree {
    const sealed = this.names.sealUnfinished(state as JsonObject);
    return this.hideOutputs(this.redact(sealed), { ...this.all, declared: this.inputs }, [...this.all.texts]);
  }

  /** What was read. Anything that is not `declared` and may be secret is hidden. */
  sealRead(found: { inputs: JsonObject; state: JsonObject }, declared: Tree): Stored {
    const { inputs, state } = this.names.sealRead(found);
    const known = { ...this.all, declared: reveal(withoutHidden(declared)) as JsonObject };
    return { inputs: this.hide(inputs, known), outputs: this.hideOutputs(this.redact(state), known, this.sent) };
  }

  /**
   * What no text may show. Nobody need have marked what is sensitive: the values of all variables, which the engine sends
   * in plain text; their names, if the map is hidden as a whole; and what looks like a login among dependencies.
   */
  private collectTexts(): SecretTexts {
    const { paths, texts } = this.all;
    const { secretMaps = [], loginsIn = [] } = this.surroundings.traits;
    const all = [this.inputs, this.earlier, this.state];
    const inMaps = all.flatMap((properties) =>
      secretMaps.flatMap((property) => {
        const map = properties[property];
        const names = isJsonObject(map) && paths.has(JSON.stringify([property])) ? Object.keys(map) : [];
        return [...names, map].flatMap(collectRecognizedTexts);
      }),
    );
    const loginTexts = all.flatMap((properties) => loginsIn.map((property) => properties[property]));
    const logins = loginTexts.flatMap((text) => (typeof text === "string" ? findCredentials(text) : []));
    return { secrets: [...texts], sensitive: [...inMaps, ...logins] };
  }

  private get ofNews(): KnownSecrets {
    return (this.foundInNews ??= findSecrets([this.news], this.surroundings.traits));
  }

  private get all(): KnownSecrets {
    if (!this.found) {
      const { inputs, outputs } = this.stored;
      const earlier = [inputs, withoutHidden(outputs), { sent: new Secret(this.sent) }];
      const { paths, texts } = findSecrets(earlier, this.surroundings.traits);
      this.found = {
        paths: new Set([...this.ofNews.paths, ...paths]),
        texts: new Set([...this.ofNews.texts, ...texts]),
      };
    }
    return this.found;
  }

  /** Secrets that a failed operation has sent. */
  private get sent(): readonly string[] {
    const { sent } = readPrivate(this.stored.outputs);
    return Array.isArray(sent) ? (sent as string[]) : [];
  }

  /** Reads named credentials where an operation needs them: what only hides secrets, as a preview does, reads no file. */
  private readNamed() {
    if (!this.read) {
      const { traits, claims, collectSecrets } = this.surroundings;
      const names = new NamedCredentials(traits, this.state, this.inputs);
      const redactions = new Redactions(() => this.collectTexts(), names, collectSecrets);
      const context = redactions.redactContext({ ...this.hostContext, claims });
      this.read = { names, redactions, context };
    }
    return this.read;
  }

  private redact(state: JsonObject): JsonObject {
    return this.redactions.redactOutputs(state, this.surroundings.traits.quoting ?? []);
  }

  private hideOutputs(state: JsonObject, known: KnownSecrets, sent: readonly string[] = []): Tree {
    const { traits, keepsCredentials } = this.surroundings;
    const { outputs, kept } = splitState(state);
    const hidden = this.hide(outputs, known);
    const shown = keepsCredentials ? hidden : withoutCredentials(hidden, traits);
    return withPrivate(shown, { ...kept, ...(sent.length > 0 && { sent }) });
  }

  private hide(properties: JsonObject, known: KnownSecrets): Tree {
    const present = pick(properties, (_, value) => value !== undefined);
    return hideSecrets(present, known, this.surroundings.traits);
  }
}
