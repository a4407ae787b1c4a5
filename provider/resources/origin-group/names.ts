import { wellFormed } from "../../core/engine-text";

/**
 * What another group does with its name in this run: it keeps it, gives it up, or the program has not said yet, and may
 * never do so.
 */
export type NameFate = "stays" | "leaves" | "unknown";

/** Tracks the names that this run gives to groups. Names are unique on the platform, and groups may swap them. */
export class GroupNames {
  private readonly wanted = new Map<string, string>();
  private readonly waiting = new Map<string, string>();
  private readonly aside = new Set<string>();

  /** Records the name that the program gives to a group. */
  expect(id: string, name: string): void {
    this.wanted.set(id, name);
  }

  /** Records that a group will not get the name that the program gives it. */
  forget(id: string | undefined): void {
    this.wanted.delete(id ?? "");
  }

  /** What the group does with its name in this run. */
  fateOf(id: string, name: string): NameFate {
    const desired = this.wanted.get(id);
    if (desired === undefined) {
      return "unknown";
    }
    return desired === name ? "stays" : "leaves";
  }

  /** Records that a group waits for the name of another one. */
  waitFor(id: string, holder: string): void {
    this.waiting.set(id, holder);
  }

  /** Records that a group no longer waits for a name, and keeps the one it has. */
  endWait(id: string | undefined): void {
    this.waiting.delete(id ?? "");
    this.aside.delete(id ?? "");
  }

  /** Whether the group is in a cycle of groups that wait for each other's names, and none has given up its own yet. */
  isInRing(id: string): boolean {
    const ring = [id];
    for (let next = this.waiting.get(id); next !== id; next = this.waiting.get(next)) {
      if (next === undefined || ring.includes(next)) {
        return false;
      }
      ring.push(next);
    }
    return !ring.some((member) => this.aside.has(member));
  }

  /** Records that a group takes an interim name, so that another one can have its own. */
  stepAside(id: string): void {
    this.aside.add(id);
  }
}

/** A unique name for a group that waits for its final one. */
export function interimName(name: string, id: string): string {
  const suffix = ` (ID ${id}, being renamed)`;
  // The cut may split a surrogate pair.
  return wellFormed(name.slice(0, mostCharacters - suffix.length)) + suffix;
}

/** The contract's limit for a name (section 8). */
const mostCharacters = 255;
