import { randomBytes } from "node:crypto";
import { ConflictError } from "../api/failures/errors";

/** The part of a state that distinguishes two resources with the same object. */
interface ClaimedState {
  /** Random; missing in states of older versions. */
  claim?: string;
}

const unclaimed = "";

/** A claim for an object that a resource creates, recognizes or adopts. */
export function createClaim(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Tracks which resource manages which object during one run of Pulumi. The engine may delete one resource's object
 * before it registers the resource that adopts it, or while that one is adopting. So an object that another remaining
 * resource claims is neither deleted nor restored, even if the claim is from an earlier run that was interrupted before
 * its deletes. An object that the program adopts is not deleted.
 */
export class Claims {
  private readonly states = new Map<string, Map<string, object>>();
  private readonly adoptions = new Set<string>();
  private readonly lateAdoptions = new Set<string>();
  private readonly unknownAdoptions = new Set<number>();
  private readonly knownAdoptions = new Set<number>();
  private readonly successors = new Map<string, string | undefined>();
  private readonly announced = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Records that a resource that remains in the program manages the object. */
  claim(id: string, state: ClaimedState): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** The state of another resource that stays and manages the object. */
  findOtherHolder(id: string, { claim = unclaimed }: ClaimedState): object | undefined {
    return [...(this.states.get(id) ?? [])].find(([other]) => other !== claim)?.[1];
  }

  /** Records that a resource of the program adopts the object. */
  expectAdoption(id: string): void {
    if (!this.adoptions.has(id) && this.successors.has(id)) {
      this.lateAdoptions.add(id);
    }
    this.adoptions.add(id);
  }

  /** Records that a new resource is about to adopt an object that it would otherwise create under the same ID. */
  announceAdoption(id: string): void {
    this.announced.add(id);
  }

  /** Records that a resource adopts the object now. */
  beginAdoption(id: string): void {
    this.announced.delete(id);
  }

  /** Whether the adoption became known only after Pulumi had decided that another resource gives the object up. */
  isAdoptedLate(id: string): boolean {
    return this.lateAdoptions.has(id);
  }

  /** Records that the resource with this number adopts an object whose ID is not known yet. */
  expectUnknownAdoption(number: number): void {
    this.unknownAdoptions.add(number);
  }

  /** Records that the ID of that object is known now. */
  resolveUnknownAdoption(number: number): void {
    this.knownAdoptions.add(number);
  }

  /**
   * Records that the object is deleted and replaced. A successor with the same ID is created anew, and whoever adopts
   * it adopts the new one.
   */
  markReplaced(id: string, successor: string | undefined): void {
    if (id === successor) {
      this.deleted.add(id);
    } else {
      this.successors.set(id, successor);
    }
  }

  /**
   * Why the object of a removed or replaced resource stays on the platform; undefined if it is to be deleted. Throws if
   * that cannot be known yet. If the resource does not give the object up and a new one is about to adopt it, both are
   * the same resource: the user asked for a new object (`--replace`, a taint), which this run creates.
   */
  findReasonToKeep(id: string, state: ClaimedState): string | undefined {
    if (this.findOtherHolder(id, state)) {
      return managedElsewhereText;
    }
    const isMadeAnew = this.deleted.has(id) || (this.announced.has(id) && !this.successors.has(id));
    if (this.adoptions.has(id) && !isMadeAnew) {
      return adoptedText;
    }
    const successor = this.successors.get(id);
    const isDeletedFirst = !isMadeAnew && successor !== undefined && !this.states.has(successor);
    if (isDeletedFirst && [...this.unknownAdoptions].some((number) => !this.knownAdoptions.has(number))) {
      throw new ConflictError({ message: mayBeAdoptedText });
    }
    return undefined;
  }

  /** Records that this run deletes the object, or is about to. */
  markDeleted(id: string): void {
    this.deleted.add(id);
  }

  /** Whether this run deletes or has deleted the object, so that there is nothing to adopt. */
  isDeleted(id: string): boolean {
    return this.deleted.has(id);
  }

  /** Runs operations on the same object one after the other, so that each sees the result of the one before. */
  async runInTurn<Result>(id: string, operation: () => Promise<Result>): Promise<Result> {
    const previous = this.turns.get(id);
    const turn = previous ? previous.then(operation, operation) : operation();
    this.turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(id) === turn) {
        this.turns.delete(id);
      }
    }
  }
}

/** An object that has the name of a new resource. */
interface NameHolder {
  noun: string;
  /** The argument that adopts the object: `originGroupId: 7`. */
  adopting: string;
  /** Whether it is just what the program declares, as one that an interrupted `pulumi up` has created. */
  isSame: boolean;
  isPreview: boolean;
}

/**
 * Advice for when a new resource finds its name taken: a line for each way out, the likeliest first, each safe to follow.
 * A resource that is being replaced may find its own object: for `--replace` and a taint the engine calls no diff, and
 * does not tell `create` of the old one.
 */
export function adviseOnTakenName({ noun, adopting, isSame, isPreview }: NameHolder): string {
  const interrupted = `If an interrupted \`pulumi up\` created it: set ${adopting} and onDestroy: "delete"`;
  const renamed = "If this resource was renamed or moved in the program: give it an alias";
  const replaced =
    "If it is to be replaced (`--replace`, `pulumi state taint`): set its option deleteBeforeReplace: true";
  const adopted = `If it should manage the existing ${noun}: set ${adopting}`;
  const givenUp =
    `If the resource that has the ${noun} was removed from the program or takes another name: first run \`pulumi up\` ` +
    "without this change";
  const ways = isSame ? [interrupted, renamed, replaced, givenUp, adopted] : [adopted, renamed, replaced, givenUp];
  return (
    (isPreview ? "" : "Nothing was created. ") +
    `What to do:${[...ways, "Otherwise: choose another name"].map((way) => `\n- ${way}`).join("")}`
  );
}

/** The message where a delete leaves an object to the resource that has it now. */
export const managedElsewhereText = "stays on the platform: another resource of this program manages it now";

/** The message where a delete leaves an object to the resource that adopts it. */
const adoptedText = "stays on the platform: the program adopts it";

const mayBeAdoptedText =
  "it was not deleted, because another resource of the program may be about to adopt it: what that one adopts is not " +
  "known yet. Let this resource depend on that one (`dependsOn`), or first run `pulumi up` without this change and with " +
  'onDestroy: "retain" here';

/** Advice for when the program adopts an object only after another of its resources has given it up. */
export function explainLateAdoption(noun: string): string {
  return (
    `takes the ${noun} of another resource of this program, which gives it up and would delete it before it is adopted. ` +
    "Let that resource depend on this one (`dependsOn`), or first run `pulumi up` without this change and with " +
    'onDestroy: "retain" there'
  );
}
