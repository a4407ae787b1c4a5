import { credentialsIn, redact } from "../api/failures/redaction";
import { shortestSecret } from "../api/failures/secret-forms";
import type { Failure, OperationContext } from "../core/handler";
import { recognisedTexts, type SecretPaths } from "../core/secrets";
import type { Traits } from "../core/traits";
import type { Wait } from "../core/waits";
import { isJsonObject, mapValues, type JsonObject } from "../values/json";
import { mask } from "../values/mask";

/** What the texts of an operation must not show. */
export interface Withheld {
  /** What is secret: no text shows it. */
  secrets: readonly string[];
  /** The secrets, and what the platform may quote and must not be seen there either, such as the value of any variable. */
  inQuotes: readonly string[];
}

/**
 * What no message repeats although it is not known as a secret: every variable, since the engine sends a host all of them
 * in clear; the names of those that are hidden as a whole; and what looks like a login among dependencies.
 */
export function quotableTexts(properties: JsonObject, paths: SecretPaths, traits: Traits): string[] {
  const { secretMaps = [], loginsIn = [] } = traits;
  const inMaps = secretMaps.flatMap((property) => {
    const map = properties[property];
    const names = isJsonObject(map) && paths.covers([property]) ? Object.keys(map) : [];
    return [...names, map].flatMap(recognisedTexts);
  });
  const texts = loginsIn.map((property) => properties[property]).filter((text) => typeof text === "string");
  return [...inMaps, ...texts.flatMap(credentialsIn)];
}

/** A sentence of this package, without what is secret. */
export function redactOwn(text: string, { secrets }: Withheld): string {
  return redact(text, secrets);
}

/** What the platform says, without what is secret or may be. */
export function redactPlatform(text: string, { inQuotes }: Withheld): string {
  return redact(text, inQuotes);
}

/** Where an operation writes to, without what is secret. */
export function redactContext(context: OperationContext, withheld: Withheld): OperationContext {
  const { notice, waits } = context;
  const showing = (wait: Wait): Wait => ({ ...wait, show: (state) => wait.show(redactPlatform(state, withheld)) });
  return {
    ...context,
    notice: (text) => notice(redactOwn(text, withheld)),
    waits: {
      get count() {
        return waits.count;
      },
      during: <Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>) =>
        waits.during(noun, redactOwn(name, withheld), (wait) => work(showing(wait))),
    },
  };
}

/** A state in which the outputs that are the platform's words show nothing that is secret. */
export function redactOutputs<State extends object>(
  state: State,
  outputs: readonly string[],
  withheld: Withheld,
): State {
  return mapValues(state, (value, name) =>
    typeof value === "string" && outputs.includes(name) ? redactPlatform(value, withheld) : value,
  ) as State;
}

/** Failures without what is secret. */
export function redactFailures(failures: Failure[], { secrets }: Withheld): Failure[] {
  const clean = ({ property, reason }: Failure) => ({
    property: redact(property, secrets),
    reason: redactQuotes(reason, secrets),
  });
  return secrets.length > 0 ? failures.map(clean) : failures;
}

/** What is wrong with an argument quotes parts of it, too: the host in an address, for instance. */
function redactQuotes(reason: string, secrets: readonly string[]): string {
  const isPart = (quoted: string) =>
    quoted.length >= shortestSecret && secrets.some((secret) => secret.includes(quoted));
  return redact(reason, secrets).replace(/"([^"]+)"/g, (whole, quoted: string) => (isPart(quoted) ? mask : whole));
}
