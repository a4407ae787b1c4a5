import { randomBytes } from "node:crypto";

/** The claim tells apart two resources with the same object. A state may lack it, for instance after a `get`. */
interface ClaimedState {
  claim?: string;
}

const unclaimed = "";

/** Called when a resource begins to manage an object: when it creates, adopts or imports the object. */
export function createClaim(): string {
  return randomBytes(4).toString("hex");
}

/**
 * Tracks which resources of one type manage which objects, during one run of Pulumi.
 *
 * If a resource is renamed or moved in the program, the engine creates the new resource before it deletes the old one,
 * and both may manage the same object. So a delete leaves alone what another resource manages. The states hold the
 * claims, so this also works after a run that was interrupted before its deletes.
 */
export class Claims {
  /** The IDs of objects that this run deletes or has deleted. With `adopt: true`, a resource may create them again. */
  readonly deleted = new Set<string>();
  private readonly states = new Map<string, Map<string, object>>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Records that the resource with this state stays in the program and manages the object. */
  claim(id: string, state: ClaimedState): void {
    const holders = this.states.get(id) ?? new Map<string, object>();
    this.states.set(id, holders.set(state.claim ?? unclaimed, state));
  }

  /** The state of another resource that manages the object. All states without a claim count as one resource. */
  findOtherHolder(id: string, { claim = unclaimed }: ClaimedState): object | undefined {
    return [...(this.states.get(id) ?? [])].find(([other]) => other !== claim)?.[1];
  }

  /** Runs operations on the same object one after the other, so that each sees the result of the previous one. */
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
 * Advice for a new resource whose name is already taken: one line for each possible situation, the likeliest first.
 * Each line is safe to follow, even in the wrong situation. `adopting` is the argument that adopts the object, such as
 * `originGroupId: 7`. `isSame` tells whether the object is as the program declares it.
 *
 * A resource that is being replaced may find its own object: for `--replace` and a taint, the engine does not call
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
