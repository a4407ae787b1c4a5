import { parseUrn } from "../values/urn";
import { unknownObject, type Declaration } from "./handler";
import type { Failure } from "./check";

/** Pulumi tells a dynamic provider neither of these, so the program does. */
export interface RunContext {
  urn: string;
  /** Undefined in the plugin: the engine does not tell it whether a check belongs to a preview. */
  isPreview?: boolean;
}

interface Owned extends Declaration {
  urn: string;
  /** Whether the resource adopts an object. */
  adopts: boolean;
  /** Whether the resource takes another object, and the old one keeps this name. */
  isLeft?: boolean;
}

/** Finds resources of one type that declare the same name or object, or that take what another gives up in this run. */
export class Declarations {
  private readonly owned = new Map<string, Owned>();
  /** What resources declared before and no longer declare, by key. */
  private readonly givenUp = new Map<string, Owned>();
  /** The first declaration by which a new resource adopts an object whose ID is not known yet. */
  private unknown?: Owned;

  /** `before` is undefined for a new resource. With `retains`, the old object stays on the platform if it is left. */
  register(urn: string, declared: readonly Declaration[], before?: readonly Declaration[], retains = false): Failure[] {
    const adopts = declared.some(({ object }) => object === "taken");
    const [current = [], former = []] = [declared, before].map((all) =>
      all?.map((one): Owned => ({ ...one, urn, adopts })),
    );
    const known = current.filter(({ key }) => key !== unknownObject);
    const unknown = before ? undefined : current.find(({ key }) => key === unknownObject);
    const isLeft = retains && current.some(({ object, key }) => object && former.every((old) => old.key !== key));
    const lost = former.filter(({ key }) => known.every((kept) => kept.key !== key));
    const givenUp = lost.filter(({ object }) => !(retains && object)).map((one) => ({ ...one, isLeft }));
    this.unknown ??= unknown;
    givenUp.forEach((one) => this.givenUp.set(one.key, one));
    const repeated = known.flatMap((one) => {
      const owner = this.owned.get(one.key) ?? one;
      this.owned.set(one.key, owner);
      const reason = `is also declared by the resource ${describeOwner(urn, owner)} of this program. ${one.advice}`;
      return owner.urn === urn ? [] : [{ property: one.property, reason }];
    });
    const objects = [...this.givenUp.values()].filter(({ object }) => object);
    // This resource takes what another gives up, or the reverse. An adoption of an unknown ID may take any object, and
    // one of an object that is left takes its name, too.
    const handedOver = [
      ...known.map((taker) => [this.givenUp.get(taker.key), taker]),
      ...objects.map((giver) => [giver, unknown]),
      ...givenUp.map((giver) => [giver, this.owned.get(giver.key) ?? (giver.object && this.unknown)]),
    ].find(([giver, taker]) => giver && taker && giver.urn !== taker.urn && !(giver.isLeft && taker.adopts)) as
      [Owned, Owned] | undefined;
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
    "and rename that one in the program; or first run `pulumi up` without this change and with " +
    'onDestroy: "retain" on the one that has it';
  return { property: reported.property, reason };
}

function describeOwner(urn: string, other: Owned): string {
  const { name } = parseUrn(other.urn);
  return JSON.stringify(name === parseUrn(urn).name ? other.urn : name);
}
