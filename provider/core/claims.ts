import { randomBytes } from "node:crypto";

/**
 * A claim is a random text that tells apart two resources with the same object. A state may lack it, for instance that
 * of a creation whose outcome is not known.
 */
interface ClaimedState {
  claim?: string;
}

const unclaimed = "";

/** Returns a claim for a resource that creates, adopts or imports its object, or whose state has no claim yet. */
export function createClaim(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Tracks which resources of one type manage which objects, during one run of Pulumi.
 *
 * If a resource is renamed or moved in the program without an alias, the engine creates the new resource before it
 * deletes the old one, and both may manage the same object. So a delete leaves alone what another resource manages. The
 * claims are in the states, so this also holds for a delete that a later run makes, because this run was interrupted.
 */
export class Claims {
  /**
   * The IDs of objects that this run deletes or has deleted. If such an object is gone, a resource with `adopt: true`
   * creates it instead of failing.
   */
  readonly deleted = new Set<string>();
  /** The states of the resources that manage an object: by the ID of the object, then by claim. */
  private readonly states = new Map<string, Map<string, object>>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Records that the resource with this state stays in the program and manages the object. */
  claim(id: string, state: ClaimedState): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** Returns the state of another resource that manages the object. States without a claim count as one resource. */
  findOtherHolder(id: string, { claim = unclaimed }: ClaimedState): object | undefined {
    return [...(this.states.get(id) ?? [])].find(([other]) => other !== claim)?.[1];
  }

  /** Runs operations on the same object one after the other, even if one fails, so that each sees what is there now. */
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
 * Returns advice for a new resource whose name is already taken: one line for each possible situation, the likeliest
 * first. Each line is safe to follow, even in the wrong situation. `adopting` is the argument that adopts the object,
 * such as `originGroupId: 7`. `isSame` tells whether an interrupted creation by this resource may have made the object.
 *
 * One situation is a replacement that finds its own old object: for `--replace` and a taint, the engine does not call
 * `diff`, and `create` does not learn that it replaces something.
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

export const managedElsewhereText = "stays on the platform: another resource of this program manages it now";
