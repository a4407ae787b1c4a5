import { wellFormed } from "../../core/engine-text";

/**
 * What becomes of a name that another group has: it keeps it, it gives it up in this run, or the program has not said
 * yet, and may never do so.
 */
export type NameFate = "stays" | "leaves" | "unknown";

/** The names that this run gives to groups. Names are unique on the platform, and groups may take each other's. */
export class GroupNames {
  private readonly wanted = new Map<string, string>();
  private readonly waiting = new Map<string, string>();
  private readonly aside = new Set<string>();

  /** Notes the name that the program gives to a group. */
  expect(id: string, name: string): void {
    this.wanted.set(id, name);
  }

  /** Notes that a group has not got the name that the program gives it, and will not. */
  forget(id: string | undefined): void {
    this.wanted.delete(id ?? "");
  }

  /** What becomes of the name of the group. */
  fateOf(id: string, name: string): NameFate {
    const desired = this.wanted.get(id);
    if (desired === undefined) {
      return "unknown";
    }
    return desired === name ? "stays" : "leaves";
  }

  /** Notes that a group waits for the name of another one. */
  waitFor(id: string, holder: string): void {
    this.waiting.set(id, holder);
  }

  /** Notes that a group waits for no name, and has one of its own. */
  endWait(id: string | undefined): void {
    this.waiting.delete(id ?? "");
    this.aside.delete(id ?? "");
  }

  /** Whether the group is one of those that wait for each other, and none of them has stepped aside yet. */
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

  /** Notes that a group gives its name up before it has the next one. */
  stepAside(id: string): void {
    this.aside.add(id);
  }
}

/** A name that no other group has, for the time until the group gets the one that it is to have. */
export function interimName(name: string, id: string): string {
  const suffix = ` (ID ${id}, being renamed)`;
  // The cut may divide a character that is made of two.
  return wellFormed(name.slice(0, mostCharacters - suffix.length)) + suffix;
}

/** The contract's limit of a name (section 8). */
const mostCharacters = 255;
