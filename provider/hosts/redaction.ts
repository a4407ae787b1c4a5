import { redact } from "../api/failures/redaction";
import type { Failure } from "../core/check";
import type { OperationContext, Wait } from "../core/handler";
import type { NamedCredentials } from "../core/named-credentials";
import { collectRecognizedTexts } from "../core/secrets";
import { mapValues, type JsonObject } from "../values/json";
import { mask, minSecretLength } from "../values/mask";

/** Secret texts in the properties of a resource. */
export interface SecretTexts {
  /** Marked as secret by the program or the state. */
  secrets: readonly string[];
  /** Others that messages of the platform must not quote, such as the value of any variable. */
  sensitive: readonly string[];
}

/** What the texts of an operation must not show, collected when the first is shown: most operations show none. */
export class Redactions {
  private collected: { secrets: readonly string[]; inPlatformMessages: readonly string[] } | undefined;

  constructor(
    private readonly findTexts: () => SecretTexts,
    private readonly names: NamedCredentials,
    private readonly collectFromSettings: () => readonly string[],
  ) {}

  /** A message of this package, without secrets. */
  redactOwn(text: string): string {
    return redact(text, this.collect().secrets);
  }

  /** A message of the platform, without anything that is or may be secret. */
  redactPlatform(text: string): string {
    return redact(text, this.collect().inPlatformMessages, this.names.fingerprints);
  }

  /** A context whose notices and waits show no secrets. */
  redactContext(context: Omit<OperationContext, "secrets">): OperationContext {
    const { notify, waits } = context;
    const findSecrets = () => this.collect().secrets;
    const redactWait = (wait: Wait): Wait => ({ ...wait, show: (state) => wait.show(this.redactPlatform(state)) });
    return {
      ...context,
      get secrets() {
        return findSecrets();
      },
      notify: (text) => notify(this.redactOwn(text)),
      waits: {
        get count() {
          return waits.count;
        },
        track: <Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>) =>
          waits.track(noun, this.redactOwn(name), (wait) => work(redactWait(wait))),
      },
    };
  }

  /** A state with the platform's messages in these outputs redacted. */
  redactOutputs(state: JsonObject, outputs: readonly string[]): JsonObject {
    const redactOutput = (value: unknown, name: string) =>
      typeof value === "string" && outputs.includes(name) ? this.redactPlatform(value) : value;
    return outputs.length > 0 ? mapValues(state, redactOutput) : state;
  }

  /** Failures without secrets. */
  redactFailures(failures: readonly Failure[]): Failure[] {
    return failures.map(({ property, reason, ...rest }) => ({
      ...rest,
      property: this.redactOwn(property),
      reason: this.redactQuotes(reason),
    }));
  }

  /** A reason may also quote part of an argument, such as the host in an address. */
  private redactQuotes(reason: string): string {
    const { secrets } = this.collect();
    const isPart = (quoted: string) =>
      quoted.length >= minSecretLength && secrets.some((secret) => secret.includes(quoted));
    return redact(reason, secrets).replace(/"([^"]+)"/g, (whole, quoted: string) => (isPart(quoted) ? mask : whole));
  }

  private collect() {
    if (!this.collected) {
      const { secrets, sensitive } = this.findTexts();
      const all = [...secrets, ...this.names.collectSecrets().flatMap(collectRecognizedTexts)];
      this.collected = { secrets: all, inPlatformMessages: [...all, ...sensitive, ...this.collectFromSettings()] };
    }
    return this.collected;
  }
}
