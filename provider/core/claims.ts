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
 * Which objects are in whose hands in this run of Pulumi. The engine makes what is new before it deletes what is no
 * longer in the program: whoever renames a resource and adopts its object would lose it a moment later. So an object
 * that a resource which stays has claimed is not deleted or restored for another one, be it claimed in this run or in
 * an earlier one that ended before its deletes.
 */
export class Claims {
  private readonly states = new Map<string, Map<string, object>>();
  private readonly going = new Set<string>();
  private readonly awaited = new Set<string>();

  /** Notes that a resource which stays has the object. */
  hold(id: string, state: Claimed): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** The states of the other resources that stay and have the object. */
  othersWith(id: string, { claim = unclaimed }: Claimed): object[] {
    return [...(this.states.get(id) ?? [])].filter(([other]) => other !== claim).map(([, state]) => state);
  }

  /** Notes that a new resource of this run will adopt the object. */
  awaits(id: string): void {
    this.awaited.add(id);
  }

  /** Whether a new resource of this run will adopt the object: then it must still be there. */
  isAwaited(id: string): boolean {
    return this.awaited.has(id);
  }

  /** Notes that the object is, or is about to be, deleted in this run. */
  goes(id: string): void {
    this.going.add(id);
  }

  /** Whether this run deletes the object, or has done so: then there is nothing to adopt. */
  isGoing(id: string): boolean {
    return this.going.has(id);
  }
}

/**
 * The advice when a new resource finds an object of its name; each part is safe to follow. A resource that is replaced
 * may find its own: for `--replace` and a taint the engine asks no diff, and says nothing of the old one to `create`.
 */
export function nameTakenAdvice(noun: string, adopting: string, isPreview = false): string {
  return (
    (isPreview ? "" : "Nothing was changed. ") +
    "If this resource was renamed or moved in the program, give it an alias. If it is to be " +
    "replaced (`--replace`, `pulumi state taint`), set its option deleteBeforeReplace: true. If it should manage the " +
    `existing ${noun}, set ${adopting} (and onDestroy: "delete" if an interrupted \`pulumi up\` created it). ` +
    "Otherwise choose another name"
  );
}

/** The message where a delete leaves an object to the resource that has it now. */
export function managedElsewhere(): string {
  return "stays on the platform: another resource of this program manages it now";
}
