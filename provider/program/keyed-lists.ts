import * as pulumi from "@pulumi/pulumi";
import { formatKey, formatResourceKey, assignKeys, mapLists, KeyedList } from "../core/keyed-lists";
import { splitPattern, type Traits } from "../core/traits";
import { isJsonObject, type JsonObject } from "../values/json";
import { markCredentialsAt } from "./secret-paths";
import { isDeferred, applyToInput, toOutput } from "./inputs";

/** Called for each list as soon as the keys under which its entries are registered are known. */
export type OnKeysKnown = (property: string, keys: readonly string[]) => void;

/** A list of the arguments. */
interface ListProperty {
  property: string;
  list: KeyedList;
  traits: Traits;
  onKeysKnown: OnKeysKnown;
}

/**
 * Turns each list of the arguments into an object with the entries under keys derived from their names. The key of an
 * entry whose name comes from a resource is derived from that resource's name, and that of a secret name, or
 * in a secret list, from the position.
 */
export function keyLists(args: JsonObject, traits: Traits, onKeysKnown: OnKeysKnown): JsonObject {
  return mapLists(args, traits, (value, list, property) =>
    registerList(value, { property, list, traits, onKeysKnown }),
  );
}

function registerList(value: unknown, property: ListProperty, isSecret = false): unknown {
  if (isDeferred(value)) {
    const output = toOutput(value);
    return pulumi
      .output(pulumi.isSecret(output))
      .apply((isHidden) => output.apply((known) => registerList(known, property, isHidden)));
  }
  if (!Array.isArray(value)) {
    return value;
  }
  const entries: readonly unknown[] = value;
  // A preview shows the keys of a secret object (seen with Pulumi 3.274), so names must not be among them.
  const keys = entries.map((entry) => (isSecret ? undefined : chooseKey(entry, property.list)));
  return keys.some(isDeferred)
    ? pulumi.all(keys).apply((known) => registerEntries(entries, known, property))
    : registerEntries(entries, keys as (string | undefined)[], property);
}

/** Maps each entry on its own, so that a secret or an unknown value inside an output hides only that entry. */
function registerEntries(
  entries: readonly unknown[],
  wantedKeys: readonly (string | undefined)[],
  { property, list, traits, onKeysKnown }: ListProperty,
): JsonObject {
  const keys = assignKeys(wantedKeys);
  onKeysKnown(property, keys);
  return Object.fromEntries(
    entries.map((entry, index) => {
      const key = keys[index] ?? "";
      const stored = applyToInput(entry, (known) =>
        markCredentialsAt(list.toKeyedEntry(known, key, keys[index - 1]), [property, key], traits),
      );
      return [key, stored];
    }),
  );
}

/**
 * Chooses the key of an entry. It must be the same in a preview and in the `up` after it, or a saved plan would be
 * violated. A name that comes from a resource may be unknown in the preview, so its key is derived from the resource's
 * name.
 */
function chooseKey(entry: unknown, list: KeyedList): string | undefined | pulumi.Output<string | undefined> {
  const name = list.findName(entry);
  if (name !== undefined) {
    return formatKey(name);
  }
  const deferred = isDeferred(entry) ? entry : list.names.map((path) => findDeferred(entry, path)).find(isDeferred);
  if (deferred === undefined) {
    return undefined;
  }
  const resources =
    list.members || !pulumi.Output.isInstance(deferred)
      ? []
      : [...(deferred as unknown as { resources(): Set<RegisteredResource> }).resources()];
  // A preview reads stack references, too.
  const origins = resources.filter(({ __pulumiType }) => __pulumiType !== "pulumi:pulumi:StackReference");
  return origins.length > 0 ? formatResourceKey(origins.map(({ __name }) => __name)) : resolveKey(entry, list);
}

/** Returns the value at a path, or the first output or promise on the way to it. */
function findDeferred(entry: unknown, path: string): unknown {
  return splitPattern(path).reduce<unknown>(
    (value, step) => (isDeferred(value) ? value : isJsonObject(value) ? value[step] : undefined),
    entry,
  );
}

/** What the SDK keeps of each resource, whichever of its copies has made it. */
interface RegisteredResource {
  __name: string;
  __pulumiType: string;
}

/** The key as an output, once the name is known; undefined if the name is secret. */
function resolveKey(entry: unknown, list: KeyedList): pulumi.Output<string | undefined> {
  const names = isDeferred(entry)
    ? [hideSecret(entry).apply((known) => list.findName(known))]
    : list.names.map((path) => resolveName(findDeferred(entry, path), path));
  return pulumi.all(names).apply((known) => {
    const name = known.find((found) => typeof found === "string");
    return name === undefined ? undefined : formatKey(name);
  });
}

function resolveName(value: unknown, path: string): unknown {
  const rest = splitPattern(path).slice(1).join(".");
  return isDeferred(value)
    ? hideSecret(value).apply((known) => (isJsonObject(known) ? new KeyedList([rest]).findName(known) : known))
    : value;
}

/** An output without its value if that is secret. */
function hideSecret(value: unknown): pulumi.Output<unknown> {
  const output = toOutput(value);
  return pulumi.output(pulumi.isSecret(output)).apply((isHidden) => (isHidden ? undefined : output));
}
