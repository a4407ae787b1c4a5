import { parseAdoptionArgs, type Adoptions } from "../core/adoptions";
import { explainLateAdoption, type Claims } from "../core/claims";
import type { Failure, ResourceDefinition } from "../core/handler";
import { containsUnknown } from "../core/unknown";
import { pick, type JsonObject } from "../values/json";

/** Tells the claims of one resource type what its program adopts, as early as that is known. */
export class ExpectedAdoptions<Inputs extends object, State extends object> {
  /** The adoptions that came with the last resource; most resources come with the same. */
  private lastAdoptions?: string;

  constructor(
    private readonly definition: ResourceDefinition<Inputs, State>,
    private readonly claims: Claims,
    private readonly toInputs: (args: JsonObject) => Inputs,
  ) {}

  /** Records an adoption before another resource that has the object may be deleted. */
  expect(inputs: Inputs, isNew: boolean, adoptions: Adoptions | undefined, deletesFirst: boolean): Failure[] {
    if (adoptions && adoptions.all !== this.lastAdoptions) {
      this.lastAdoptions = adoptions.all;
      parseAdoptionArgs(adoptions).forEach((args, number) => this.expectOne(args, number));
    }
    const id = this.findAdoptedId(inputs);
    if (adoptions?.own !== undefined && (id !== undefined || this.isKnownNotToAdopt(inputs))) {
      this.claims.resolveUnknownAdoption(adoptions.own);
    }
    if (id === undefined) {
      return [];
    }
    if (isNew) {
      this.claims.expectAdoption(id);
    }
    const { noun, traits } = this.definition;
    // Only the classes of this package send adoptions, and they ask Pulumi to delete first.
    const isDeletedFirst = deletesFirst || adoptions !== undefined;
    const isTooLate = isNew && isDeletedFirst && this.claims.isAdoptedLate(id) && !this.claims.isDeleted(id);
    return isTooLate ? [{ property: traits.adoptedBy?.[0] ?? "", reason: explainLateAdoption(noun) }] : [];
  }

  /** Records one adoption of the program; `args` identify the object, if they are known yet. */
  private expectOne(args: JsonObject | undefined, number: number): void {
    const inputs = args && this.toInputs(args);
    const id = inputs && this.findAdoptedId(inputs);
    if (id !== undefined) {
      this.claims.expectAdoption(id);
    }
    if (id !== undefined || (inputs && this.isKnownNotToAdopt(inputs))) {
      this.claims.resolveUnknownAdoption(number);
    } else {
      this.claims.expectUnknownAdoption(number);
    }
  }

  /** Announces an adoption if the resource could also create the object, with the same ID. */
  announce(inputs: Inputs): void {
    const id = this.findAdoptedId(inputs);
    const whenCreated = pick(inputs, (key) => key !== this.definition.traits.adoptedBy?.[0]);
    if (id !== undefined && this.definition.findId(whenCreated as Partial<Inputs>) === id) {
      this.claims.announceAdoption(id);
    }
  }

  /** Whether these inputs say that nothing is adopted, although the program has an expression for it. */
  private isKnownNotToAdopt(inputs: Inputs): boolean {
    const [condition = ""] = this.definition.traits.adoptedBy ?? [];
    return !this.definition.adopts?.(inputs) && !containsUnknown((inputs as JsonObject)[condition]);
  }

  /** The ID of the object that a resource with these inputs adopts, if it does and as far as it is known. */
  private findAdoptedId(inputs: Inputs): string | undefined {
    return this.definition.adopts?.(inputs) ? this.definition.findId(inputs) : undefined;
  }
}
