import * as pulumi from "@pulumi/pulumi";
import { isJsonObject, mapValues, type JsonObject } from "../json";
import { mapKeys, objectOf, positionKey, secretsOf, withoutSecrets, type ArraySecrets } from "../core/array-secrets";
import { isDeferred, mapInput, outputOf } from "./program";

/** Program side: moves the secrets out of the array, each marked as secret by itself. */
export function extractSecrets(args: JsonObject, spec: ArraySecrets): JsonObject {
  const entries = args[spec.array];
  if (isDeferred(entries)) {
    const lifted = outputOf(entries).apply((known) => extractSecrets({ [spec.array]: known }, spec));
    // `apply` leaves the outputs inside as they are; `mapInput` would join them, and one secret would then hide all.
    const part = (name: string) => lifted.apply((values) => values[name]);
    return { ...args, [spec.array]: part(spec.array), [spec.map]: part(spec.map) };
  }
  if (!Array.isArray(entries)) {
    return args;
  }
  const secrets = entries.map((entry: unknown, index) => liftedSecrets(entry, index, spec));
  return {
    ...args,
    [spec.array]: entries.map((entry: unknown) => liftedEntry(entry, spec)),
    [spec.map]: Object.fromEntries(secrets.filter((item) => item !== undefined)),
  };
}

/** The name under which the secrets of an entry of the program are kept. */
export function mapKeyOf(entry: unknown, index: number, spec: ArraySecrets): string {
  const [key = positionKey(index, spec)] = isKnownLater(entry, spec) ? [] : mapKeys(entry, index, spec);
  return key;
}

function liftedEntry(entry: unknown, spec: ArraySecrets): unknown {
  return mapInput(isKnownLater(entry, spec) ? outputOf(entry) : entry, (known) => withoutSecrets(known, spec));
}

function liftedSecrets(entry: unknown, index: number, spec: ArraySecrets): [string, JsonObject] | undefined {
  if (isKnownLater(entry, spec)) {
    const known = outputOf(entry);
    const leaf = (name: unknown) => pulumi.secret(known.apply((value) => objectOf(value, spec)?.[name as string]));
    return [mapKeyOf(entry, index, spec), mapValues(spec.leaves, leaf)];
  }
  const secrets = secretsOf(entry, spec);
  return secrets && [mapKeyOf(entry, index, spec), mapValues(secrets, (secret) => pulumi.secret(secret))];
}

function isKnownLater(entry: unknown, spec: ArraySecrets): boolean {
  return isDeferred(entry) || (isJsonObject(entry) && isDeferred(entry[spec.object]));
}
