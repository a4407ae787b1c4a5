import * as pulumi from "@pulumi/pulumi";
import { keysOf, namedEntry, nameOf, namedLists, noList, type NamedList } from "../core/named-lists";
import type { Traits } from "../core/traits";
import { isJsonObject, mapValues, type JsonObject } from "../json";
import { withMarks } from "./secret-paths";
import { isDeferred, isKnown, isSecret, mapInput, outputOf } from "./program";

/** Told of each list as soon as it is known under which keys its entries are registered. */
export type OnNamed = (property: string, keys: readonly string[]) => void;

/**
 * Program side: the arguments with each list by the names of its entries. A name that a preview does not know yet is not
 * waited for, and one that is secret is not shown: such an entry goes by its position.
 */
export function nameLists(args: JsonObject, traits: Traits, onNamed: OnNamed): JsonObject {
  const lists = namedLists(traits);
  return mapValues(args, (value, property) => {
    const list = Object.hasOwn(lists, property) ? lists[property] : undefined;
    return list ? registered(value, new NamedProperty(property, list, traits, onNamed)) : value;
  });
}

class NamedProperty {
  constructor(
    private readonly property: string,
    readonly list: NamedList,
    private readonly traits: Traits,
    private readonly onNamed: OnNamed,
  ) {}

  /** The entries under their keys, each as soon as it is known. What an output holds must not hide what is around it. */
  register(entries: readonly unknown[], names: readonly (string | undefined)[]): JsonObject {
    const keys = keysOf(names);
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
  const names = entries.map((entry) => nameIn(entry, property.list));
  return names.some((name) => name instanceof Promise)
    ? Promise.all(names).then((known) => property.register(entries, known))
    : property.register(entries, names as (string | undefined)[]);
}

/** The name of an entry; a promise of it where only an output has it. */
function nameIn(entry: unknown, list: NamedList): string | undefined | Promise<string | undefined> {
  return nameOf(entry, list) ?? (hasDeferredName(entry, list) ? nameLater(entry, list) : undefined);
}

function hasDeferredName(entry: unknown, { names }: NamedList): boolean {
  return isDeferred(entry) || names.some((path) => isDeferred(deferredAt(entry, path)));
}

/** What is at a path, or the first output on the way to it. */
function deferredAt(entry: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, step) => (isDeferred(value) ? value : isJsonObject(value) ? value[step] : undefined),
      entry,
    );
}

async function nameLater(entry: unknown, list: NamedList): Promise<string | undefined> {
  if (isDeferred(entry)) {
    return nameOf(await shownValue(entry), list);
  }
  for (const path of list.names) {
    const value = deferredAt(entry, path);
    const found: unknown = isDeferred(value) ? await shownValue(value) : value;
    const rest = path.split(".").slice(1).join(".");
    const name = isJsonObject(found) ? nameOf(found, { names: [rest] }) : found;
    if (typeof name === "string") {
      return name;
    }
  }
  return undefined;
}

/** The value of an output, if it is known and no secret. */
async function shownValue(value: unknown): Promise<unknown> {
  const output: pulumi.Output<unknown> = outputOf(value);
  const [known, secret] = await Promise.all([isKnown(output), isSecret(output)]);
  return known && !secret ? (output as unknown as { promise(): Promise<unknown> }).promise() : undefined;
}
