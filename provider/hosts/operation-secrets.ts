import { findCredentials } from "../api/failures/redaction";
import { withoutHidden } from "../core/hidden-properties";
import { readPrivate, splitState, withPrivate } from "../core/private-state";
import {
  collectRecognizedTexts,
  collectTextsAt,
  findSecrets,
  hideSecrets,
  withoutCredentials,
  type KnownSecrets,
} from "../core/secrets";
import type { Traits } from "../core/traits";
import { reveal, Secret } from "../core/tree";
import { isJsonObject, pick, type JsonObject } from "../values/json";
import type { SecretTexts } from "./redaction";

/** Properties with `Secret` and `Unknown` objects. */
export type Tree = JsonObject;

/** A resource as the state has it. Its credentials may be in the inputs only. */
export interface Stored {
  inputs: Tree;
  outputs: Tree;
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
  hideInputs(inputs: JsonObject): Tree {
    return this.hide(inputs, this.ofNews);
  }

  /** A state to store, hiding what is secret in the arguments or was secret before. */
  hideState(state: JsonObject): Tree {
    return this.hideOutputs(state, { paths: this.ofNews.paths, texts: this.all.texts });
  }

  /**
   * A state after an operation that did not finish: any value may still be the previous one. The platform may have
   * secrets that the state does not have, so all that were sent are kept.
   */
  hideUnfinished(state: JsonObject): Tree {
    const known = { ...this.all, declared: reveal(this.news) as JsonObject };
    return this.hideOutputs(state, known, [...known.texts]);
  }

  /** What was read. Anything that is not `declared` and may be secret is hidden. */
  hideRead({ inputs, state }: { inputs: JsonObject; state: JsonObject }, declared: Tree): Stored {
    const known = { ...this.all, declared: reveal(withoutHidden(declared)) as JsonObject };
    return { inputs: this.hide(inputs, known), outputs: this.hideOutputs(state, known, this.sent) };
  }

  /**
   * What no text may show. Nobody need have marked what is sensitive: the values of all variables, which the engine sends
   * in plain text; their names, if the map is hidden as a whole; and what looks like a login among dependencies.
   */
  collectTexts(): SecretTexts {
    const { paths, texts } = this.all;
    const { secretMaps = [], loginsIn = [] } = this.traits;
    const all = [this.news, this.stored.inputs, this.stored.outputs].map((tree) => reveal(tree) as JsonObject);
    const inMaps = all.flatMap((properties) =>
      secretMaps.flatMap((property) => {
        const map = properties[property];
        const names = isJsonObject(map) && paths.covers([property]) ? Object.keys(map) : [];
        return [...names, map].flatMap(collectRecognizedTexts);
      }),
    );
    const logins = all.flatMap((properties) =>
      loginsIn.flatMap((property) => {
        const text = properties[property];
        return typeof text === "string" ? findCredentials(text) : [];
      }),
    );
    return { secrets: [...texts], sensitive: [...inMaps, ...logins] };
  }

  private get ofNews(): KnownSecrets {
    return (this.foundInNews ??= findSecrets([this.news], this.traits));
  }

  private get all(): KnownSecrets {
    return (this.found ??= this.findAll());
  }

  /** A restore point is as secret as what has taken its place. */
  private findAll(): KnownSecrets {
    const { inputs, outputs } = this.stored;
    const earlier = findSecrets([inputs, withoutHidden(outputs), { sent: new Secret(this.sent) }], this.traits);
    const paths = this.ofNews.paths.concat(earlier.paths);
    const { restorePoint = {} } = readPrivate(outputs);
    const restored = collectTextsAt(restorePoint as JsonObject, paths, this.traits);
    return { paths, texts: new Set([...this.ofNews.texts, ...earlier.texts, ...restored]) };
  }

  /** Secrets that a failed operation has sent. */
  private get sent(): readonly string[] {
    const { sent } = readPrivate(this.stored.outputs);
    return Array.isArray(sent) ? (sent as string[]) : [];
  }

  private hideOutputs(state: JsonObject, known: KnownSecrets, sent: readonly string[] = []): Tree {
    const { outputs, kept } = splitState(state);
    const hidden = this.hide(outputs, known);
    const shown = this.keepsCredentials ? hidden : withoutCredentials(hidden, this.traits);
    return withPrivate(shown, { ...kept, ...(sent.length > 0 && { sent }) });
  }

  private hide(properties: JsonObject, known: KnownSecrets): Tree {
    const present = pick(properties, (_, value) => value !== undefined);
    return hideSecrets(present, known, this.traits);
  }
}
