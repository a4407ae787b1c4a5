import { randomBytes } from "node:crypto";

/** A state. Its claim distinguishes two resources with the same object; a resource that was only read may have none. */
interface ClaimedState {
  claim?: string;
}

const unclaimed = "";

/** A random claim for an object that a resource begins to manage. */
export function createClaim(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Tracks which resource manages which object during one run of Pulumi. A resource that was renamed or moved in the
 * program is created before the old one is deleted. So an object that another remaining resource claims is neither
 * deleted nor restored, even if the claim is from an earlier run that was interrupted before its deletes.
 */
export class Claims {
  /** What this run deletes or has deleted, so that there is nothing to adopt. */
  readonly deleted = new Set<string>();
  private readonly states = new Map<string, Map<string, object>>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Records that a resource that remains in the program manages the object. */
  claim(id: string, state: ClaimedState): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** The state of another resource that remains in the program and manages the object. */
  findOtherHolder(id: string, { claim = unclaimed }: ClaimedState): object | undefined {
    return [...(this.states.get(id) ?? [])].find(([other]) => other !== claim)?.[1];
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

/**
 * Advice for a new resource whose name is taken: a line for each way out, the likeliest first, each safe to follow.
 * `adopting` is the argument that adopts the object, `originGroupId: 7`; `isSame` means that the object is as the
 * program declares it, like one that an interrupted `pulumi up` created. A resource that is being replaced may find its
 * own object: for `--replace` and a taint the engine calls no diff, and `create` does not learn of the old object.
 */
export function adviseOnTakenName({
  noun,
  adopting,
  isSame,
  isPreview,
}: {
  noun: string;
  adopting: string;
  isSame: boolean;
  isPreview: boolean;
}): string {
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

/** The message of a delete that leaves the object to the resource that manages it now. */
export const managedElsewhereText = "stays on the platform: another resource of this program manages it now";
