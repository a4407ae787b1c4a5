import { collectTextsAt, findSecrets, hideSecrets, withoutCredentials, type KnownSecrets } from "../core/secrets";
import type { Traits } from "../core/traits";
import { reveal, Secret } from "../core/tree";
import { isJsonObject, pick, type JsonObject } from "../values/json";
import { collectSensitiveTexts, type SecretTexts } from "./redaction";

/** Properties with `Secret` and `Unknown` objects. */
export type Tree = JsonObject;

/** A resource as the state has it. Its credentials may be in the inputs only. */
export interface Stored {
  inputs: Tree;
  outputs: Tree;
  /** Secrets that a failed operation has sent. */
  sent?: readonly string[];
}

/** What is secret in the state and in the arguments of an operation, and so in what it returns. */
export class OperationSecrets {
  private foundInNews: KnownSecrets | undefined;
  private found: KnownSecrets | undefined;

  /** @param keepsCredentials Whether outputs have credentials; otherwise they are in the inputs only. */
  constructor(
    private readonly traits: Traits,
    private readonly keepsCredentials: boolean,
    private readonly stored: Stored,
    private readonly news: Tree,
  ) {}

  /** Inputs, hiding what is secret in the arguments. */
  hideInputs(inputs: object): Tree {
    return this.hide(inputs, this.ofNews);
  }

  /** A state to store, hiding what is secret in the arguments or was secret before. */
  hideState(state: object): Tree {
    return this.hideOutputs(state, { paths: this.ofNews.paths, texts: this.all.texts });
  }

  /** A state after an operation that did not finish: any value may still be the previous one. */
  hideUnfinished(state: object): { state: Tree; sent: readonly string[] } {
    const known = { ...this.all, declared: reveal(this.news) as JsonObject };
    return { state: this.hideOutputs(state, known), sent: [...known.texts] };
  }

  /** What was read. Anything that is not `declared` and may be secret is hidden. */
  hideRead({ inputs, state }: { inputs: object; state: object }, declared: Tree): Stored {
    const known = { ...this.all, declared: reveal(declared) as JsonObject };
    return { inputs: this.hide(inputs, known), outputs: this.hideOutputs(state, known) };
  }

  /** What no text may show. */
  collectTexts(): SecretTexts {
    const { paths, texts } = this.all;
    const { inputs, outputs } = this.stored;
    const sensitive = [this.news, inputs, outputs].flatMap((properties) =>
      collectSensitiveTexts(reveal(properties) as JsonObject, paths, this.traits),
    );
    return { secrets: [...texts], sensitive };
  }

  private get ofNews(): KnownSecrets {
    return (this.foundInNews ??= findSecrets([this.news], this.traits));
  }

  private get all(): KnownSecrets {
    const { inputs, outputs, sent } = this.stored;
    return (this.found ??= findSecrets([this.news, inputs, outputs, { sent: new Secret(sent) }], this.traits));
  }

  /** A restore point is as secret as what has taken its place. */
  private hideOutputs(state: object, known: KnownSecrets): Tree {
    const before = (state as JsonObject).restorePoint;
    const texts = isJsonObject(before) ? collectTextsAt(before, known.paths, this.traits) : [];
    const hidden = this.hide(state, { ...known, texts: new Set([...known.texts, ...texts]) });
    return this.keepsCredentials ? hidden : withoutCredentials(hidden, this.traits);
  }

  private hide(properties: object, known: KnownSecrets): Tree {
    const present = pick(properties, (_, value) => value !== undefined);
    return hideSecrets(present, known, this.traits);
  }
}
