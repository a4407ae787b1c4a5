import { isJsonObject, type JsonObject } from "../values/json";
import type { Failure } from "./handler";
import { originKey } from "./hidden-properties";

/** Something that only one resource of a program can declare. */
export interface Declaration {
  /** The argument that says so. */
  property: string;
  /** Equal for two resources that declare the same. */
  key: string;
  /** What to do if another one does, too. */
  advice: string;
}

/** Which resource of a program something comes from, and in which kind of run. */
export interface Origin {
  urn: string;
  /** Undefined where that is not known. */
  isPreview?: boolean;
}

/** Where a resource comes from, if its program has said so: unlike a plugin, Pulumi's host for dynamic providers is not told. */
export function originIn(args: JsonObject): Origin | undefined {
  const origin = args[originKey];
  return isJsonObject(origin) && typeof origin.urn === "string"
    ? { urn: origin.urn, isPreview: origin.isPreview === true }
    : undefined;
}

/** What the resources of one program declare. What is known only later cannot be compared. */
export class Declarations {
  private readonly owners = new Map<string, string>();

  /** Notes what a resource declares; fails for what another one has declared before. */
  failures(urn: string, declared: readonly Declaration[]): Failure[] {
    return declared.flatMap(({ property, key, advice }) => {
      const owner = this.owners.get(key) ?? urn;
      this.owners.set(key, owner);
      const reason = `is declared by the resource ${namedBeside(urn, owner)} of this program, too. ${advice}`;
      return owner === urn ? [] : [{ property, reason }];
    });
  }
}

/** The name of another resource, or its URN if both have the same. */
function namedBeside(urn: string, other: string): string {
  return JSON.stringify(nameIn(other) === nameIn(urn) ? other : nameIn(other));
}

function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
