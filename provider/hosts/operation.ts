import { findCredentials, redact } from "../api/failures/redaction";
import type { Failure } from "../core/check";
import type { Claims } from "../core/claims";
import type { RunContext } from "../core/declarations";
import { fingerprintsProperty } from "../core/fingerprints";
import type { OperationContext } from "../core/handler";
import { withPrivate } from "../core/hidden-properties";
import { NamedCredentials } from "../core/named-credentials";
import {
  collectRecognizedTexts,
  hideSecrets,
  withCredentialsOf,
  withoutCredentials,
  type KnownSecrets,
  type Properties,
} from "../core/secrets";
import type { Traits } from "../core/traits";
import { isJsonObject, mapValues, pick, type JsonObject } from "../values/json";
import { mask, minSecretLength } from "../values/mask";
import type { HostSettings } from "./settings";

/** Properties that may contain `Secret` and `Unknown` objects. */
export type Tree = JsonObject;

/** The properties of a resource in the state. With the plugin, only the inputs have credentials. */
export interface Stored {
  inputs: Properties;
  outputs: Properties;
}

export interface HostContext extends Omit<OperationContext, "claims" | "secrets" | "marked"> {
  runContext?: RunContext;
}

export interface ResourceTypeContext {
  traits: Traits;
  claims: Claims;
  keepsCredentials: boolean;
  settings: Pick<HostSettings, "collectSecrets">;
}

/** Properties of a state that no output shows. They are stored in `__private`, except the claim (`__claim`). */
const privateProperties = ["claim", "operation", "restorePoint", fingerprintsProperty];

/**
 * Prepares what a handler gets in one operation, and what the host then stores. The handler gets secrets in plain text,
 * and the values of named credentials, which the program gives as `{ env }` or `{ file }`. The `seal…` methods mark
 * each secret for the state, and put the names in place of the values again.
 */
export class Operation {
  /** The old outputs in plain text, with credentials that only the old inputs have. Named credentials stay names. */
  readonly state: JsonObject;
  readonly inputs: JsonObject;
  readonly earlierInputs: JsonObject;
  /** Secrets that an earlier, unfinished operation may have sent. */
  private readonly sent: readonly string[];
  private opened?: { names: NamedCredentials; context: OperationContext };
  private readonly known: KnownSecrets;
  private hiddenTexts?: { secrets: readonly string[]; inPlatformMessages: readonly string[] };

  constructor(
    private readonly typeContext: ResourceTypeContext,
    stored: Stored,
    private readonly news: Properties,
    private readonly hostContext: HostContext,
  ) {
    const { values, kept } = stored.outputs;
    this.sent = Array.isArray(kept.sent) ? (kept.sent as string[]) : [];
    const all = [news.secrets, stored.inputs.secrets, stored.outputs.secrets];
    this.known = {
      paths: new Set(all.flatMap(({ paths }) => [...paths])),
      texts: new Set([...all.flatMap(({ texts }) => [...texts]), ...this.sent]),
    };
    this.inputs = news.values;
    this.earlierInputs = stored.inputs.values;
    const outputs = { ...values, ...pick(kept, isPrivate) };
    this.state = pick(withCredentialsOf(outputs, this.earlierInputs, typeContext.traits), (_, value) => value !== null);
  }

  /** Reads named credentials on first use, because a prediction of outputs needs none. */
  open() {
    if (!this.opened) {
      const { traits, claims } = this.typeContext;
      const { notify, waits } = this.hostContext;
      const redacted: OperationContext["waits"] = {
        all: waits.all,
        track: (noun, name, work) =>
          waits.track(noun, this.redactOwnText(name), (wait) =>
            work({ ...wait, show: (state) => wait.show(this.redactPlatformText(state)) }),
          ),
      };
      this.opened = {
        names: new NamedCredentials(traits, this.state, this.inputs),
        context: { ...this.hostContext, claims, notify: (text) => notify(this.redactOwnText(text)), waits: redacted },
      };
    }
    return this.opened;
  }

  hide(properties: JsonObject, known = this.news.secrets): Tree {
    const present = pick(properties, (_, value) => value !== undefined);
    return hideSecrets(present, known, this.typeContext.traits);
  }

  /** By default, hides what is at a path that is secret in the arguments, and every text that is or was secret. */
  hideState(state: JsonObject, known?: KnownSecrets, sent: readonly string[] = []): Tree {
    const { traits, keepsCredentials } = this.typeContext;
    const all = pick(state, (key) => !isPrivate(key));
    const outputs = keepsCredentials ? all : withoutCredentials(all, traits);
    const shown = this.hide(outputs, known ?? { paths: this.news.secrets.paths, texts: this.known.texts });
    const kept = pick(state, (key, value) => isPrivate(key) && value !== undefined);
    return withPrivate(shown, { ...kept, ...(sent.length > 0 && { sent }) });
  }

  seal(state: JsonObject): Tree {
    return this.hideState(this.redactOutputs(this.open().names.seal(state, "change")));
  }

  /**
   * Any value in this state may still be the old one, so old secrets stay hidden, too. The state remembers all secrets
   * that may have been sent, because the platform may have some that the state lacks.
   */
  sealUnfinished(state: object): Tree {
    const sealed = this.open().names.seal(state as JsonObject, "failure");
    const known = { ...this.known, declared: this.inputs };
    return this.hideState(this.redactOutputs(sealed), known, [...known.texts]);
  }

  sealRead(found: { inputs: JsonObject; state: JsonObject }, declared: JsonObject): { inputs: Tree; outputs: Tree } {
    const { names } = this.open();
    const inputs = names.sealInputs(found.inputs);
    const state = names.seal(found.state, "refresh");
    const known = { ...this.known, declared };
    return { inputs: this.hide(inputs, known), outputs: this.hideState(this.redactOutputs(state), known, this.sent) };
  }

  redactOwnText(text: string): string {
    return redact(text, this.collectTexts().secrets);
  }

  /** The platform may quote anything in a message, so this also masks what nobody has marked but may be secret. */
  redactPlatformText(text: string): string {
    return redact(text, this.collectTexts().inPlatformMessages, this.open().names.fingerprints);
  }

  /** Besides whole secrets, masks quoted parts of them, such as the host in a secret address. */
  redactFailures(failures: readonly Failure[]): Failure[] {
    return failures.map(({ property, reason, ...rest }) => ({
      ...rest,
      property: this.redactOwnText(property),
      reason: this.redactOwnText(reason).replace(/"([^"]+)"/g, (whole, quoted: string) => {
        const { secrets } = this.collectTexts();
        const isPart = quoted.length >= minSecretLength && secrets.some((secret) => secret.includes(quoted));
        return isPart ? mask : whole;
      }),
    }));
  }

  private redactOutputs(state: JsonObject): JsonObject {
    const { quoting = [] } = this.typeContext.traits;
    return mapValues(state, (value, name) =>
      typeof value === "string" && quoting.includes(name) ? this.redactPlatformText(value) : value,
    );
  }

  collectTexts() {
    if (!this.hiddenTexts) {
      const { paths, texts } = this.known;
      const { secretMaps = [], loginsIn = [] } = this.typeContext.traits;
      const all = [this.inputs, this.earlierInputs, this.state];
      const inMaps = all.flatMap((properties) =>
        secretMaps.flatMap((property) => {
          const map = properties[property];
          const names = isJsonObject(map) && paths.has(JSON.stringify([property])) ? Object.keys(map) : [];
          return [...names, map].flatMap(collectRecognizedTexts);
        }),
      );
      const loginTexts = all.flatMap((properties) => loginsIn.map((property) => properties[property]));
      const logins = loginTexts.flatMap((text) => (typeof text === "string" ? findCredentials(text) : []));
      const secrets = [...texts, ...this.open().names.collectSecrets().flatMap(collectRecognizedTexts)];
      const settingsSecrets = this.typeContext.settings.collectSecrets();
      this.hiddenTexts = { secrets, inPlatformMessages: [...secrets, ...inMaps, ...logins, ...settingsSecrets] };
    }
    return this.hiddenTexts;
  }
}

function isPrivate(key: string): boolean {
  return privateProperties.includes(key);
}
