import * as pulumi from "@pulumi/pulumi";
import {
  keyOfName,
  keyOfOrigin,
  keysOf,
  mapLists,
  namedEntry,
  nameOf,
  noList,
  type NamedList,
} from "../core/named-lists";
import type { Traits } from "../core/traits";
import { isJsonObject, type JsonObject } from "../values/json";
import { withMarks } from "./secret-paths";
import { isDeferred, mapInput, outputOf } from "./program";

/** Called for each list as soon as the keys under which its entries are registered are known. */
export type OnNamed = (property: string, keys: readonly string[]) => void;

/**
 * Turns each list of the arguments into an object with the entries under keys made of their names. The key of an entry
 * whose name comes from a resource is made of that resource's name, and that of a secret name of the position.
 */
export function nameLists(args: JsonObject, traits: Traits, onNamed: OnNamed): JsonObject {
  return mapLists(args, traits, (value, list, property) =>
    registered(value, new NamedProperty(property, list, traits, onNamed)),
  );
}

class NamedProperty {
  constructor(
    private readonly property: string,
    readonly list: NamedList,
    private readonly traits: Traits,
    private readonly onNamed: OnNamed,
  ) {}

  /** Maps each entry on its own, so that a secret or an unknown value inside an output hides only that entry. */
  register(entries: readonly unknown[], wantedKeys: readonly (string | undefined)[]): JsonObject {
    const keys = keysOf(wantedKeys);
    this.onNamed(this.property, keys);
    return Object.fromEntries(
      entries.map((entry, index) => {
        const key = keys[index] ?? "";
        const own = (known: unknown) => namedEntry(known, key, keys[index - 1], this.list);
        return [key, mapInput(entry, (known) => withMarks(own(known), [this.property, key], this.traits))];
      }),
    );
  }
}

function registered(value: unknown, property: NamedProperty): unknown {
  if (isDeferred(value)) {
    return outputOf(value).apply((known) => registered(known, property));
  }
  if (!Array.isArray(value)) {
    return noList(value);
  }
  const entries: readonly unknown[] = value;
  const keys = entries.map((entry) => keyIn(entry, property.list));
  return keys.some(isDeferred)
    ? pulumi.all(keys).apply((known) => property.register(entries, known))
    : property.register(entries, keys as (string | undefined)[]);
}

/**
 * Chooses the key of an entry. It must be the same in a preview and in the `up` after it, or a saved plan would be
 * violated. A name that comes from a resource may be unknown in the preview, so its key is made of the resource's name.
 */
function keyIn(entry: unknown, list: NamedList): string | undefined | pulumi.Output<string | undefined> {
  const name = nameOf(entry, list);
  if (name !== undefined) {
    return keyOfName(name);
  }
  const deferred = isDeferred(entry) ? entry : list.names.map((path) => deferredAt(entry, path)).find(isDeferred);
  if (deferred === undefined) {
    return undefined;
  }
  const origin = list.members ? [] : originOf(deferred);
  return origin.length > 0 ? keyOfOrigin(origin) : keyLater(entry, list);
}

/** Returns the value at a path, or the first output or promise on the way to it. */
function deferredAt(entry: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, step) => (isDeferred(value) ? value : isJsonObject(value) ? value[step] : undefined),
      entry,
    );
}

/** Lists the names of the resources that an output comes from, except stack references: a preview reads those, too. */
function originOf(value: unknown): string[] {
  if (!pulumi.Output.isInstance(value)) {
    return [];
  }
  const resources = [...(value as unknown as { resources(): Set<pulumi.Resource> }).resources()];
  return resources
    .filter((resource) => !(resource instanceof pulumi.StackReference))
    .map((resource) => (resource as unknown as { __name: string }).__name);
}

/** The key as an output, once the name is known; undefined if the name is secret. */
function keyLater(entry: unknown, list: NamedList): pulumi.Output<string | undefined> {
  const names = isDeferred(entry)
    ? [shownValue(entry).apply((known) => nameOf(known, list))]
    : list.names.map((path) => nameLater(deferredAt(entry, path), path));
  return pulumi.all(names).apply((known) => {
    const name = known.find((found) => typeof found === "string");
    return name === undefined ? undefined : keyOfName(name);
  });
}

function nameLater(value: unknown, path: string): unknown {
  const rest = path.split(".").slice(1).join(".");
  return isDeferred(value)
    ? shownValue(value).apply((known) => (isJsonObject(known) ? nameOf(known, { names: [rest] }) : known))
    : value;
}

/** An output without its value if that is secret. */
function shownValue(value: unknown): pulumi.Output<unknown> {
  const output = outputOf(value);
  return pulumi.output(pulumi.isSecret(output)).apply((isHidden) => (isHidden ? undefined : output));
}
