import { randomBytes } from "node:crypto";

/** The part of a state that distinguishes two resources with the same object. */
interface Claimed {
  /** Random; a state of an older version may have none. */
  claim?: string;
}

const unclaimed = "";

/** A claim for the object that a resource makes, recognises or adopts. */
export function newClaim(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Which objects are in whose hands in this run of Pulumi. The engine may delete the object of one resource before it
 * has heard of the next, or while that one adopts it. So an object that a resource which stays has claimed is not deleted
 * or restored for another one, be it claimed in this run or in an earlier one that ended before its deletes; nor is one
 * that the program adopts.
 */
export class Claims {
  private readonly states = new Map<string, Map<string, object>>();
  private readonly adoptions = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Notes that a resource which stays has the object. */
  claim(id: string, state: Claimed): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** The states of the other resources that stay and have the object. */
  othersWith(id: string, { claim = unclaimed }: Claimed): object[] {
    return [...(this.states.get(id) ?? [])].filter(([other]) => other !== claim).map(([, state]) => state);
  }

  /** Notes that a resource of the program adopts the object. */
  expectAdoption(id: string): void {
    this.adoptions.add(id);
  }

  /** Whether the object must still be there for a resource that adopts it: not if this run makes it anew anyway. */
  isAdoptionExpected(id: string): boolean {
    return this.adoptions.has(id) && !this.deleted.has(id);
  }

  /** Notes that this run deletes the object, or is about to. */
  markDeleted(id: string): void {
    this.deleted.add(id);
  }

  /** Whether this run deletes the object, or has done so: then there is nothing to adopt. */
  isDeleted(id: string): boolean {
    return this.deleted.has(id);
  }

  /** Runs operations on the same object one after the other, so that each finds what the one before it has left. */
  async inTurn<Result>(id: string, operation: () => Promise<Result>): Promise<Result> {
    const before = this.turns.get(id);
    const turn = before ? before.then(operation, operation) : operation();
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

/**
 * The advice when a new resource finds an object of its name; each part is safe to follow. A resource that is replaced
 * may find its own: for `--replace` and a taint the engine asks no diff, and says nothing of the old one to `create`.
 */
export function nameTakenAdvice(noun: string, adopting: string): string {
  return (
    "Nothing was created. If this resource was renamed or moved in the program, give it an alias. If it is to be " +
    "replaced (`--replace`, `pulumi state taint`), set its option deleteBeforeReplace: true. If it should manage the " +
    `existing ${noun}, set ${adopting} (and onDestroy: "delete" if an interrupted \`pulumi up\` created it). If the ` +
    `resource that has the ${noun} was removed from the program or takes another name, first run \`pulumi up\` without ` +
    "this change. Otherwise choose another name"
  );
}

/** The message where a delete leaves an object to the resource that has it now. */
export function managedElsewhere(): string {
  return "stays on the platform: another resource of this program manages it now";
}

/** The message where a delete leaves an object to the resource that adopts it. */
export function adoptedByProgram(): string {
  return "stays on the platform: the program adopts it";
}
