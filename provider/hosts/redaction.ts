import { findCredentials, redact, type Fingerprinted } from "../api/failures/redaction";
import type { CredentialValues } from "../core/credential-values";
import type { OperationContext } from "../core/handler";
import type { Failure } from "../core/check";
import { collectRecognizedTexts, type SecretPaths } from "../core/secrets";
import type { Traits } from "../core/traits";
import type { Wait } from "../core/waits";
import { isJsonObject, mapValues, type JsonObject } from "../values/json";
import { mask, minSecretLength } from "../values/mask";

/** What the texts of an operation must not show. */
export interface Redactions {
  /** Known secrets: no text shows them. */
  secrets: readonly string[];
  /** The secrets, and other texts that messages of the platform must not quote, such as the value of any variable. */
  inPlatformMessages: readonly string[];
  /** Secrets of which only fingerprints are known. */
  fingerprinted?: Fingerprinted;
}

/** Secret texts in the properties of a resource. */
export interface SecretTexts {
  /** Marked as secret by the program or the state. */
  secrets: readonly string[];
  /** Others that messages of the platform must not quote. */
  sensitive: readonly string[];
}

/**
 * The redactions of an operation, whose texts are collected when the first message is shown: most operations show none.
 */
export function createRedactions(
  findSecrets: (() => SecretTexts) | undefined,
  credentials: CredentialValues,
  collectFromSettings: () => readonly string[],
): Redactions {
  const collect = () => {
    const { secrets, sensitive } = findSecrets?.() ?? { secrets: [], sensitive: [] };
    const all = [...secrets, ...credentials.collectSecrets().flatMap(collectRecognizedTexts)];
    return { secrets: all, inPlatformMessages: [...all, ...sensitive, ...collectFromSettings()] };
  };
  let collected: ReturnType<typeof collect> | undefined;
  return {
    get secrets() {
      return (collected ??= collect()).secrets;
    },
    get inPlatformMessages() {
      return (collected ??= collect()).inPlatformMessages;
    },
    fingerprinted: credentials,
  };
}

/**
 * Texts that messages of the platform must not repeat although nobody marked them: the values of all variables, which
 * the engine sends in plain text; their names, if the map is hidden as a whole; and what looks like a login among
 * dependencies.
 */
export function collectSensitiveTexts(properties: JsonObject, paths: SecretPaths, traits: Traits): string[] {
  const { secretMaps = [], loginsIn = [] } = traits;
  const inMaps = secretMaps.flatMap((property) => {
    const map = properties[property];
    const names = isJsonObject(map) && paths.covers([property]) ? Object.keys(map) : [];
    return [...names, map].flatMap(collectRecognizedTexts);
  });
  const texts = loginsIn.map((property) => properties[property]).filter((text) => typeof text === "string");
  return [...inMaps, ...texts.flatMap(findCredentials)];
}

/** A message of this package, without secrets. */
export function redactOwn(text: string, { secrets }: Redactions): string {
  return redact(text, secrets);
}

/** A message of the platform, without anything that is or may be secret. */
export function redactPlatform(text: string, { inPlatformMessages, fingerprinted }: Redactions): string {
  return redact(text, inPlatformMessages, fingerprinted);
}

/** A context whose notices and waits show no secrets. */
export function redactContext(context: Omit<OperationContext, "secrets">, redactions: Redactions): OperationContext {
  const { notify, waits } = context;
  const redactWait = (wait: Wait): Wait => ({ ...wait, show: (state) => wait.show(redactPlatform(state, redactions)) });
  return {
    ...context,
    get secrets() {
      return redactions.secrets;
    },
    notify: (text) => notify(redactOwn(text, redactions)),
    waits: {
      get count() {
        return waits.count;
      },
      track: <Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>) =>
        waits.track(noun, redactOwn(name, redactions), (wait) => work(redactWait(wait))),
    },
  };
}

/** A state with the platform's messages in its outputs redacted. */
export function redactOutputs<State extends object>(
  state: State,
  outputs: readonly string[],
  redactions: Redactions,
): State {
  const redactOutput = (value: unknown, name: string) =>
    typeof value === "string" && outputs.includes(name) ? redactPlatform(value, redactions) : value;
  return outputs.length > 0 ? (mapValues(state, redactOutput) as State) : state;
}

/** Failures without secrets. */
export function redactFailures(failures: Failure[], redactions: Redactions): Failure[] {
  return failures.map(({ property, reason, ...rest }) => ({
    ...rest,
    property: redact(property, redactions.secrets),
    reason: redactQuotes(reason, redactions.secrets),
  }));
}

/** A reason may also quote part of an argument, such as the host in an address. */
function redactQuotes(reason: string, secrets: readonly string[]): string {
  const isPart = (quoted: string) =>
    quoted.length >= minSecretLength && secrets.some((secret) => secret.includes(quoted));
  return redact(reason, secrets).replace(/"([^"]+)"/g, (whole, quoted: string) => (isPart(quoted) ? mask : whole));
}
