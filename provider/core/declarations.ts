import { isJsonObject, type JsonObject } from "../values/json";
import { parseUrnName } from "../values/urn";
import type { Declaration, Failure } from "./handler";
import { originKey } from "./hidden-properties";

/** The resource that a call is about, and the kind of run. */
export interface RunContext {
  urn: string;
  /** Undefined if unknown. */
  isPreview?: boolean;
}

/** The context that the program sent: the engine does not tell it to a dynamic provider, unlike a plugin. */
export function readRunContext(args: JsonObject): RunContext | undefined {
  const context = args[originKey];
  return isJsonObject(context) && typeof context.urn === "string"
    ? { urn: context.urn, isPreview: context.isPreview === true }
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
      const reason = `is also declared by the resource ${describeOwner(urn, owner)} of this program. ${advice}`;
      return owner === urn ? [] : [{ property, reason }];
    });
  }
}

/** The name of the other resource, or its URN if both have the same name. */
function describeOwner(urn: string, other: string): string {
  return JSON.stringify(parseUrnName(other) === parseUrnName(urn) ? other : parseUrnName(other));
}
