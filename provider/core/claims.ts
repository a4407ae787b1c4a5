import { randomBytes } from "node:crypto";

/** A claim is a random text that tells apart two resources with the same object. */
interface ClaimedState {
  claim?: string;
}

const unclaimed = "";

export function createClaim(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Tracks which resources of one type and provider manage which objects in one run. If a resource is renamed or moved
 * without an alias, the engine creates the new resource before it deletes the old one, and both may manage the same
 * object. So a delete leaves alone what another resource manages. As the claims are in the states, this also works if
 * the run is interrupted and a later run makes the delete.
 */
export class Claims {
  /** IDs of objects that this run deletes. If such an object is gone, a resource with `adopt: true` creates it. */
  readonly deleted = new Set<string>();
  /** The states of resources, by the ID of their object, then by claim. */
  private readonly states = new Map<string, Map<string, object>>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Records that the resource with this state stays in the program and manages the object. */
  claim(id: string, state: ClaimedState): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** States without a claim count as one resource. */
  findOtherHolder(id: string, { claim = unclaimed }: ClaimedState): object | undefined {
    return [...(this.states.get(id) ?? [])].find(([other]) => other !== claim)?.[1];
  }

  /** Runs operations on the same object one after the other, even if one fails. */
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
 * The likeliest situation comes first. Each line is safe to follow, even in the wrong situation. `isSame` tells whether
 * an interrupted creation by this resource may have made the object. A replacement can find its own old object: for
 * `--replace` and a taint, the engine does not call `diff`, and `create` does not learn that it replaces something.
 */
export function adviseOnTakenName({
  noun,
  adopting,
  isSame,
}: {
  noun: string;
  adopting: string;
  isSame: boolean;
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
  return `What to do:${[...ways, "Otherwise: choose another name"].map((way) => `\n- ${way}`).join("")}`;
}

export const managedElsewhereText = "stays on the platform: another resource of this program manages it now";
