import * as pulumi from "@pulumi/pulumi";
import { formatKey, formatResourceKey, assignKeys, mapLists, type KeyedList } from "../core/keyed-lists";
import { splitPattern, type Traits } from "../core/traits";
import { readValueAt, type JsonObject } from "../values/json";
import { markCredentials } from "./secret-paths";
import { isDeferred, applyToInput, toOutput } from "./inputs";

/** A list of the arguments. */
interface ListProperty {
  property: string;
  list: KeyedList;
  traits: Traits;
}

/**
 * Turns each list of the arguments into an object with the entries under keys derived from their names. The key of an
 * entry whose name comes from a resource is derived from that resource's name, and that of a secret name, or in a secret
 * list, from the position.
 */
export function keyLists(args: JsonObject, traits: Traits): JsonObject {
  return mapLists(args, traits, (value, list, property) => registerList(value, { property, list, traits }));
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
  { property, list, traits }: ListProperty,
): JsonObject {
  const keys = assignKeys(wantedKeys);
  return Object.fromEntries(
    entries.map((entry, index) => {
      const key = keys[index] ?? "";
      const stored = applyToInput(entry, (known) =>
        markCredentials(list.toKeyedEntry(known, key, keys[index - 1]), traits, [property, key]),
      );
      return [key, stored];
    }),
  );
}

/** What the SDK keeps of each resource, whichever of its copies has made it. */
interface RegisteredResource {
  __name: string;
  __pulumiType: string;
}

/**
 * Chooses the key of an entry; undefined gives it its position. It must be the same in a preview and in the `up` after
 * it, or a saved plan would be violated. A name that comes from a resource may be unknown in the preview, so its key is
 * derived from the resource's name.
 */
function chooseKey(entry: unknown, list: KeyedList): string | undefined | pulumi.Output<string | undefined> {
  const name = list.findName(entry);
  if (name !== undefined) {
    return formatKey(name);
  }
  const deferred = list.names.map((path) => readValueAt(entry, splitPattern(path))).find(isDeferred);
  if (deferred === undefined) {
    return undefined;
  }
  const output = toOutput(deferred);
  const resources = (output as unknown as { resources(): Set<RegisteredResource> }).resources();
  // A preview reads stack references, too.
  const origins = [...resources].filter(({ __pulumiType }) => __pulumiType !== "pulumi:pulumi:StackReference");
  return origins.length > 0
    ? formatResourceKey(origins.map(({ __name }) => __name))
    : pulumi
        .output(pulumi.isSecret(output))
        .apply((isHidden) => (isHidden ? undefined : output))
        .apply((known) => (typeof known === "string" ? formatKey(known) : undefined));
}
