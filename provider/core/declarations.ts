import { parseUrnName } from "../values/urn";
import { unknownObject, type Declaration } from "./handler";
import type { Failure } from "./check";

/**
 * Which resource a call is about, and whether the run is a preview. Pulumi tells neither to a dynamic provider, so the
 * program does.
 */
export interface RunContext {
  urn: string;
  /** Undefined in the plugin: the engine does not tell it whether a check belongs to a preview. */
  isPreview?: boolean;
}

interface Owned extends Declaration {
  urn: string;
}

/**
 * Finds conflicts between resources of one type: two that declare the same name or object, or one that takes a name or
 * an object that another gives up in the same run.
 */
export class Declarations {
  private readonly owned = new Map<string, Owned>();
  /** What a resource declared before and no longer declares, by key. */
  private readonly givenUp = new Map<string, Owned>();
  /** The first declaration by which a new resource adopts an object whose ID is not known yet. */
  private unknown?: Owned;

  /**
   * `before` has what an existing resource declared before; a new one has none. Returns a failure for each declaration
   * that another resource has already made. If there are none, returns at most one failure, for something that one
   * resource gives up and another takes.
   */
  register(urn: string, declared: readonly Declaration[], before?: readonly Declaration[]): Failure[] {
    const [current, former = []] = [declared, before].map((all) => all?.map((one): Owned => ({ ...one, urn })));
    const known = current?.filter(({ key }) => key !== unknownObject) ?? [];
    const unknown = before ? undefined : current?.find(({ key }) => key === unknownObject);
    const givenUp = former.filter(({ key }) => known.every((kept) => kept.key !== key));
    this.unknown ??= unknown;
    givenUp.forEach((one) => this.givenUp.set(one.key, one));
    const repeated = known.flatMap((one) => {
      const owner = this.owned.get(one.key) ?? one;
      this.owned.set(one.key, owner);
      const reason = `is also declared by the resource ${describeOwner(urn, owner)} of this program. ${one.advice}`;
      return owner.urn === urn ? [] : [{ property: one.property, reason }];
    });
    const objects = [...this.givenUp.values()].filter(({ object }) => object);
    // This resource takes what was given up, or may take it with an adoption that is not known yet, or gives up what
    // another resource has taken or may take.
    const handedOver = [
      ...known.map((taker) => [this.givenUp.get(taker.key), taker]),
      ...objects.map((giver) => [giver, unknown]),
      ...givenUp.map((giver) => [giver, this.owned.get(giver.key) ?? (giver.object && this.unknown)]),
    ].find(([giver, taker]) => giver && taker && giver.urn !== taker.urn) as [Owned, Owned] | undefined;
    return repeated.length > 0 || !handedOver ? repeated : [explainHandover(urn, ...handedOver)];
  }
}

/** The failure is reported for the resource with the URN `urn`, which is either `giver` or `taker`. */
function explainHandover(urn: string, giver: Owned, taker: Owned): Failure {
  const [reported, other] = taker.urn === urn ? [taker, giver] : [giver, taker];
  const subject = `the resource ${describeOwner(urn, other)} of this program`;
  if (taker.object !== "taken") {
    const reason =
      `cannot be handed over in the same change: ${subject} gives up or takes the same. Make the change in two runs of ` +
      "`pulumi up`: first with values that are free in both resources, then with these";
    return { property: reported.property, reason };
  }
  const isKnown = taker.key !== unknownObject;
  const what =
    reported === taker
      ? `${isKnown ? "takes" : "may take"} what ${subject} has`
      : `gives up what ${subject} ${isKnown ? "takes" : "may take"}`;
  const reason =
    `${what}, which one \`pulumi up\` cannot hand over. Give the resource that takes it an alias of the one that has it, ` +
    "and that one another name in the program; or first run `pulumi up` without this change and with " +
    'onDestroy: "retain" on the one that has it';
  return { property: reported.property, reason };
}

/** The quoted name of the other resource, or its URN if both resources have the same name. */
function describeOwner(urn: string, other: Owned): string {
  return JSON.stringify(parseUrnName(other.urn) === parseUrnName(urn) ? other.urn : parseUrnName(other.urn));
}
