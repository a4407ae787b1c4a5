import { isJsonObject, type JsonObject } from "../values/json";
import type { Declaration, Failure } from "./handler";
import { originKey } from "./hidden-properties";

/** The resource that a call is about, and the kind of run. */
export interface Origin {
  urn: string;
  /** Undefined if unknown. */
  isPreview?: boolean;
}

/** The origin that the program sent: the engine does not tell it to a dynamic provider, unlike a plugin. */
export function readOrigin(args: JsonObject): Origin | undefined {
  const origin = args[originKey];
  return isJsonObject(origin) && typeof origin.urn === "string"
    ? { urn: origin.urn, isPreview: origin.isPreview === true }
    : undefined;
}

/** Finds what two resources of one program declare. Values that are not known yet cannot be compared. */
export class Declarations {
  private readonly owners = new Map<string, string>();

  /** Records what a resource declares; fails for what another one has declared before. */
  register(urn: string, declared: readonly Declaration[]): Failure[] {
    return declared.flatMap(({ property, key, advice }) => {
      const owner = this.owners.get(key) ?? urn;
      this.owners.set(key, owner);
      const reason = `is declared by the resource ${describeOwner(urn, owner)} of this program, too. ${advice}`;
      return owner === urn ? [] : [{ property, reason }];
    });
  }
}

/** The name of the other resource, or its URN if both have the same name. */
function describeOwner(urn: string, other: string): string {
  return JSON.stringify(parseName(other) === parseName(urn) ? other : parseName(other));
}

function parseName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
