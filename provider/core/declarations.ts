import { parseUrnName } from "../values/urn";
import { unknownObject, type Declaration } from "./handler";
import type { Failure } from "./check";

/** The resource that a call is about, and the kind of run: a dynamic provider is told by the program, not by the engine. */
export interface RunContext {
  urn: string;
  /** Undefined if unknown. */
  isPreview?: boolean;
}

interface Owned extends Declaration {
  urn: string;
}

/** Finds what more than one resource of a program declares. */
export class Declarations {
  private readonly owned = new Map<string, Owned>();
  /** What resources have declared until now and no longer do. */
  private readonly givenUp = new Map<string, Owned>();
  /** What a new resource takes over, if that is not known yet. */
  private unknown?: Owned;

  /**
   * Records what a resource declares, and has declared `before`, if it is not new. Fails for what another one has
   * declared already, and for what goes from one to the other in the same change.
   */
  register(urn: string, declared: readonly Declaration[], before?: readonly Declaration[]): Failure[] {
    const [taken, gone = []] = [declared, before].map((all) => all?.map((one): Owned => ({ ...one, urn })));
    const known = taken?.filter(({ key }) => key !== unknownObject) ?? [];
    const unknown = before ? undefined : taken?.find(({ key }) => key === unknownObject);
    const givenUp = gone.filter(({ key }) => known.every((kept) => kept.key !== key));
    this.unknown ??= unknown;
    givenUp.forEach((former) => this.givenUp.set(former.key, former));
    const repeated = known.flatMap((own) => {
      const owner = this.owned.get(own.key) ?? own;
      this.owned.set(own.key, owner);
      const reason = `is also declared by the resource ${describeOwner(urn, owner)} of this program. ${own.advice}`;
      return owner.urn === urn ? [] : [{ property: own.property, reason }];
    });
    const objects = [...this.givenUp.values()].filter(({ object }) => object);
    const handedOver = [
      ...known.map((taker) => [this.givenUp.get(taker.key), taker]),
      ...objects.map((former) => [former, unknown]),
      ...givenUp.map((former) => [former, this.owned.get(former.key) ?? (former.object && this.unknown)]),
    ].find(([former, taker]) => former && taker && former.urn !== taker.urn) as [Owned, Owned] | undefined;
    return repeated.length > 0 || !handedOver ? repeated : [explainHandover(urn, ...handedOver)];
  }
}

/** Why what one resource gives up cannot go to another one, told about the resource with that URN. */
function explainHandover(urn: string, former: Owned, taker: Owned): Failure {
  const [own, other] = taker.urn === urn ? [taker, former] : [former, taker];
  const subject = `the resource ${describeOwner(urn, other)} of this program`;
  if (taker.object !== "taken") {
    const reason =
      `cannot be handed over in the same change: ${subject} gives up or takes the same. Make the change in two runs of ` +
      "`pulumi up`: first with values that are free in both resources, then with these";
    return { property: own.property, reason };
  }
  const isKnown = taker.key !== unknownObject;
  const what =
    own === taker
      ? `${isKnown ? "takes" : "may take"} what ${subject} has`
      : `gives up what ${subject} ${isKnown ? "takes" : "may take"}`;
  const reason =
    `${what}, which one \`pulumi up\` cannot hand over. Give the resource that takes it an alias of the one that has it, ` +
    "and that one another name in the program; or first run `pulumi up` without this change and with " +
    'onDestroy: "retain" on the one that has it';
  return { property: own.property, reason };
}

/** The name of the other resource, or its URN if both have the same name. */
function describeOwner(urn: string, other: Owned): string {
  return JSON.stringify(parseUrnName(other.urn) === parseUrnName(urn) ? other.urn : parseUrnName(other.urn));
}
