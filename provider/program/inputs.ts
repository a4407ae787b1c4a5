import * as pulumi from "@pulumi/pulumi";
import { countStepsToCredential } from "../core/secrets";
import type { Traits } from "../core/traits";
import type { KeyedPath } from "../core/tree";
import { isJsonObject, mapValues } from "../values/json";

/** The arguments of the `...Output` form of a data source: each value, at any depth, may be an output or a promise. */
export type Wrapped<T> = pulumi.Input<T extends Date ? T : T extends object ? { [K in keyof T]: Wrapped<T[K]> } : T>;

/** The options of the `...Output` form of a data source. `dependsOn` delays the call until those resources exist. */
export type OutputOptions = pulumi.InvokeOptions | pulumi.InvokeOutputOptions;

export function isDeferred(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

export function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  // The SDK's types lack `isKnown`, but Pulumi's own packages use it, too.
  return (output as unknown as { isKnown: Promise<boolean> }).isKnown;
}

export function applyToInput(value: unknown, map: (known: unknown) => unknown): unknown {
  return isDeferred(value) ? (pulumi.output(value) as pulumi.Output<unknown>).apply(map) : map(value);
}

/**
 * Makes each credential a secret by itself, so that a diff still shows the rest. Lists stay as they are: `dynamicHost`
 * calls this again for each entry, and the plugin's check marks the credentials in them.
 */
export function markCredentials(value: unknown, traits: Traits, path: KeyedPath = []): unknown {
  const steps = countStepsToCredential(path, traits);
  if (value === undefined || steps === undefined) {
    return value;
  }
  if (steps === 0) {
    return pulumi.secret(value);
  }
  // `apply` leaves outputs in the returned object as they are, so only the credentials become secret. `pulumi.output`
  // would unwrap them and make the whole object secret.
  return applyToInput(value, (known) =>
    isJsonObject(known) ? mapValues(known, (child, key) => markCredentials(child, traits, [...path, key])) : known,
  );
}

export type WithSecrets<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]: pulumi.Output<T[Name]> };

export function withSecrets<T extends object, Names extends keyof T & string>(
  object: T,
  names: readonly Names[],
): WithSecrets<T, Names> {
  const secrets = Object.fromEntries(names.map((name) => [name, pulumi.secret(object[name])]));
  return { ...object, ...secrets } as WithSecrets<T, Names>;
}
