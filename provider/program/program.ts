import * as pulumi from "@pulumi/pulumi";
import { isJsonObject, mapValues } from "../values/json";

/** Whether a value of the program is only known later. */
export function isDeferred(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** A value of the program as an output, whatever may be known later inside it. */
export function outputOf(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value) as pulumi.Output<unknown>;
}

/** Whether an output has its value: in a preview some have none. */
export function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  // Not among the SDK's declarations, yet what every other package of the SDK's family relies on.
  return (output as unknown as { isKnown: Promise<boolean> }).isKnown;
}

/** An output of a resource, or another one of it while a preview does not know the first. */
export function knownOr<T>(
  output: pulumi.Output<T>,
  other: pulumi.Output<T>,
  resource: pulumi.Resource,
): pulumi.Output<T> {
  const found = pulumi.output(isKnown(output).then((known) => (known ? output : other))) as pulumi.Output<T>;
  // A promise does not say which resource it comes from. The URN does, and every preview knows it.
  return pulumi.all([found, resource.urn]).apply(([value]) => value) as pulumi.Output<T>;
}

/** Applies `map` to a value of the program now, or as soon as it is known. */
export function mapInput(value: unknown, map: (known: unknown) => unknown): unknown {
  return isDeferred(value) ? outputOf(value).apply(map) : map(value);
}

/** Dates at any depth as ISO texts, because `pulumi.output` would make empty objects of them. */
export function withDatesAsText(value: unknown): unknown {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  }
  if (value instanceof Promise) {
    return value.then(withDatesAsText);
  }
  if (pulumi.Output.isInstance<unknown>(value)) {
    return value.apply(withDatesAsText);
  }
  return Array.isArray(value)
    ? value.map(withDatesAsText)
    : isJsonObject(value)
      ? mapValues(value, withDatesAsText)
      : value;
}

/** An object of which some properties are secret outputs. */
export type WithSecrets<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]: pulumi.Output<T[Name]> };

/** Marks properties of a known object as secret, one by one, so that the others can be read. */
export function withSecrets<T extends object, Names extends keyof T & string>(
  object: T,
  names: readonly Names[],
): WithSecrets<T, Names> {
  const secrets = Object.fromEntries(names.map((name) => [name, pulumi.secret(object[name])]));
  return { ...object, ...secrets } as WithSecrets<T, Names>;
}

/**
 * Warns at preview and up of each deprecated argument that is used, saying what to write instead. The warning is not
 * attached to the resource: such a message waits for the resource's URN, and so for ever if the resource fails.
 */
export function warnDeprecated<Args extends object>(
  resourceName: string,
  args: Args,
  instead: Partial<Record<keyof Args, string>>,
): void {
  const used = (Object.keys(instead) as (keyof Args)[]).filter((key) => args[key] !== undefined);
  for (const key of used) {
    void pulumi.log.warn(`${resourceName}: ${String(key)} is deprecated: ${instead[key]}.`);
  }
}

/** Warns at preview and up if an argument is `true`; not attached to the resource, for the reason of `warnDeprecated`. */
export function warnIfTrue(resourceName: string, property: string, value: unknown, reason: string): void {
  mapInput(value, (known) => {
    if (known === true) {
      void pulumi.log.warn(`${resourceName}: ${property}: ${reason}.`);
    }
  });
}
