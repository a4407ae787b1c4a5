import { fn } from "./function";
import { group } from "./group";
import { namespace } from "./function-namespace";
import { snapshot } from "./snapshot";
import type { NamedTraits, Traits } from "./traits";

/** All that a history draws from: another resource needs a line here and a file beside this one. */
const table = { group, namespace, function: fn, snapshot };

export type Kind = keyof typeof table;

/** The kinds whose objects programs create. */
export type NamedKind = {
  [Name in Kind]: (typeof table)[Name] extends NamedTraits ? Name : never;
}[Kind];

export const kinds: Readonly<Record<Kind, Traits>> & Readonly<Record<NamedKind, NamedTraits>> = table;

export const KINDS = Object.keys(kinds) as Kind[];

export const NAMED_KINDS = KINDS.filter(isNamed);

export function isNamed(kind: Kind): kind is NamedKind {
  return kinds[kind].objects !== undefined;
}

/** Finds the kind of a slot. */
export function findKind(slot: string): Kind {
  return KINDS.find((kind) => kinds[kind].letter === slot[0]) as Kind;
}

/** A call of the platform for resources of a kind. */
export interface Call {
  readonly kind: Kind;
  /** What Pulumi has as the object's ID; undefined for the collection. */
  readonly pulumiId: string | undefined;
}

/** Finds for which object a request is. */
export function parseCall(path: string): Call | undefined {
  for (const kind of KINDS) {
    const pattern = kinds[kind].collection.replaceAll("*", "([^/]+)");
    const [match, ...parts] = new RegExp(`^${pattern}(?:/([^/]+))?$`).exec(path) ?? [];
    if (match !== undefined) {
      return { kind, pulumiId: parts.at(-1) === undefined ? undefined : parts.join("/") };
    }
  }
  return undefined;
}
