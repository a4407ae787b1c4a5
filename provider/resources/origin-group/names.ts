/**
 * What another group does with its name in this run: it keeps it, gives it up, or the program has not said yet, and may
 * never do so.
 */
export type NameFate = "kept" | "givenUp" | "unknown";

/** Tracks the names that this run gives to groups. Names are unique on the platform, and groups may swap them. */
export class GroupNames {
  private readonly desiredNames = new Map<string, string>();
  private readonly awaitedHolders = new Map<string, string>();
  private readonly givenUp = new Set<string>();

  /** Records the name that the program gives to a group. */
  expect(id: string, name: string): void {
    this.desiredNames.set(id, name);
  }

  /** Records that a group will not get the name that the program gives it. */
  forget(id: string | undefined): void {
    this.desiredNames.delete(id ?? "");
  }

  /** What the group does with its name in this run. */
  predictFate(id: string, name: string): NameFate {
    const desired = this.desiredNames.get(id);
    if (desired === undefined) {
      return "unknown";
    }
    return desired === name ? "kept" : "givenUp";
  }

  /** Records that a group waits for the name of another one. */
  startWait(id: string, holder: string): void {
    this.awaitedHolders.set(id, holder);
  }

  /** Records that a group no longer waits for a name, and keeps the one it has. */
  endWait(id: string | undefined): void {
    this.awaitedHolders.delete(id ?? "");
    this.givenUp.delete(id ?? "");
  }

  /** Whether the group is in a cycle of groups that wait for each other's names, and none has given up its own yet. */
  isInCycle(id: string): boolean {
    const cycle = [id];
    for (let next = this.awaitedHolders.get(id); next !== id; next = this.awaitedHolders.get(next)) {
      if (next === undefined || cycle.includes(next)) {
        return false;
      }
      cycle.push(next);
    }
    return !cycle.some((member) => this.givenUp.has(member));
  }

  /** Records that a group takes an interim name, so that another one can have its own. */
  giveUpName(id: string): void {
    this.givenUp.add(id);
  }
}

/** A unique name for a group that waits for its final one. */
export function buildInterimName(name: string, id: string): string {
  const suffix = ` (ID ${id}, being renamed)`;
  // The cut may split a surrogate pair.
  return name.slice(0, maxNameLength - suffix.length).toWellFormed() + suffix;
}

/** The contract's limit for a name (section 8). */
const maxNameLength = 255;
