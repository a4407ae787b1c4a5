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

/** Finds what more than one resource of a program declares. Values that are not known yet cannot be compared. */
export class Declarations {
  /** URNs by what they declare. */
  private readonly owners = new Map<string, string>();
  /** What resources have declared until now and no longer do, with their URNs. */
  private readonly givenUp = new Map<string, string>();

  /**
   * Records what a resource declares, and has declared `before`; fails for what another one has declared already, and for
   * what goes from one to the other in the same change.
   */
  register(urn: string, declared: readonly Declaration[], before: readonly Declaration[] = []): Failure[] {
    const givenUp = before.filter(({ key }) => declared.every((kept) => kept.key !== key));
    givenUp.forEach(({ key }) => this.givenUp.set(key, urn));
    const failures = this.registerDeclared(urn, declared);
    const handedOver = [
      ...declared.map(({ property, key }) => ({ property, owner: this.givenUp.get(key) })),
      ...givenUp.map(({ property, key }) => ({ property, owner: this.owners.get(key) })),
    ].find(({ owner = urn }) => owner !== urn);
    return handedOver?.owner === undefined || failures.length > 0
      ? failures
      : [{ property: handedOver.property, reason: explainHandover(describeOwner(urn, handedOver.owner)) }];
  }

  private registerDeclared(urn: string, declared: readonly Declaration[]): Failure[] {
    return declared.flatMap(({ property, key, advice }) => {
      const owner = this.owners.get(key) ?? urn;
      this.owners.set(key, owner);
      const reason = `is also declared by the resource ${describeOwner(urn, owner)} of this program. ${advice}`;
      return owner === urn ? [] : [{ property, reason }];
    });
  }
}

function explainHandover(owner: string): string {
  return (
    `cannot be handed over in the same change: the resource ${owner} of this program gives up or takes the same. Make the ` +
    "change in two runs of `pulumi up`: first with values that are free in both resources, then with these"
  );
}

/** The name of the other resource, or its URN if both have the same name. */
function describeOwner(urn: string, other: string): string {
  return JSON.stringify(parseUrnName(other) === parseUrnName(urn) ? other : parseUrnName(other));
}
