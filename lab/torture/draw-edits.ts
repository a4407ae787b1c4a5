import type { Edit, Step } from "./history";
import { findKind, type Kind, KINDS, kinds, NAMED_KINDS, type NamedKind } from "./kinds";
import type { ObjectTraits } from "./kinds/traits";
import type { Random } from "./random";

/** Few, so that drawn names often exist already. */
export const NAMES = ["alpha", "beta", "gamma", "delta"] as const;

const SLOTS_PER_KIND = 3;

const NAMED_SLOTS = new RegExp(`^[${NAMED_KINDS.map((kind) => kinds[kind].letter).join("")}]`);

/** What a user does to the program, and how often. */
const EDITS = {
  add: 5,
  remove: 4,
  content: 6,
  name: 4,
  rename: 3,
  move: 2,
  adopt: 3,
  succeed: 3,
  onDestroy: 2,
  runtime: 1,
  dependsOn: 2,
  first: 1,
  replaceOnChanges: 1,
};

type EditName = keyof typeof EDITS & Edit["do"];

/** What somebody does to the platform, and how often. */
const BY_HAND = { change: 4, delete: 2, "make again": 2, make: 2, tag: 3, name: 1 };

/**
 * Draws what users do to the program and to the platform. Keeps track of the slots in the program and of their names, so
 * that most steps are possible.
 */
export class EditDrawing {
  /** Names on the platform, by slot. */
  private readonly names = new Map<string, string>();
  /** By the slot of what is in it. */
  private readonly containers = new Map<string, string>();
  private version = 0;

  constructor(private readonly random: Random) {}

  drawEdit(): Step[] {
    const what = this.random.pickWeighted(EDITS);
    const slot = this.pickSlot(what === "runtime" ? /^f/ : isForNamedKinds(what) ? NAMED_SLOTS : /^./);
    const steps = what === "add" || slot === undefined ? [] : this.drawEditOf(what, slot);
    return steps.length > 0 ? steps : this.drawAdd(this.random.pick(KINDS));
  }

  private drawEditOf(what: Exclude<EditName, "add">, slot: string): Step[] {
    const { random } = this;
    switch (what) {
      case "remove":
        this.noteRemoval(slot);
        return [{ do: what, slot }];
      case "content":
        return [{ do: what, slot, version: ++this.version }];
      case "name":
        return [{ do: what, slot, name: this.assignName(slot) }];
      case "rename":
        return [{ do: what, slot, resource: `${slot}-${++this.version}`, alias: random.decide(0.5) }];
      case "move":
        return [{ do: what, slot, alias: random.decide(0.5) }];
      case "adopt":
        return this.drawAdopt(random.pick(NAMED_KINDS));
      case "succeed":
        return this.drawSucceed(slot);
      case "onDestroy":
        return [{ do: what, slot, onDestroy: random.pick(objectsOf(slot).onDestroy) }];
      case "runtime":
        return [{ do: what, slot, runtime: random.pick(["go1.16.6", "go1.20"]) }];
      case "dependsOn":
        return [{ do: what, slot, on: String(this.pickSlot()) }];
      case "first":
        return [{ do: what, slot }];
      case "replaceOnChanges":
        return [{ do: what, slot, property: objectsOf(slot).property }];
    }
  }

  drawAdd(kind: Kind): Step[] {
    const slot = this.findFreeSlot(kind);
    if (!slot) {
      return [];
    }
    const { container } = kinds[kind].objects ?? {};
    const inside = container && this.random.decide(0.7) ? this.pickSlot(startingWith(container)) : undefined;
    if (inside) {
      this.containers.set(slot, inside);
    }
    const name = this.assignName(slot);
    return [{ do: "add", slot, kind, name, version: ++this.version, ...(inside && { inside }) }];
  }

  /** A new resource adopts what was made by hand, or a resource does so in place of its own object. */
  private drawAdopt(kind: NamedKind): Step[] {
    const slot = this.random.decide(0.3) ? this.pickSlot(startingWith(kind)) : this.findFreeSlot(kind);
    if (!slot) {
      return [];
    }
    const onDestroy = this.random.pick([undefined, ...kinds[kind].objects.onDestroy]);
    const name = this.assignName(slot);
    return [
      { do: "byHand", what: "make", kind, name },
      { do: "adopt", slot, name, ...(onDestroy && { onDestroy }) },
    ];
  }

  /** A new resource adopts the object of another one, which is removed or gets another name. */
  private drawSucceed(slot: string): Step[] {
    const by = this.findFreeSlot(findKind(slot));
    if (!by) {
      return [];
    }
    this.names.set(by, String(this.names.get(slot)));
    // What keeps its ID under another name would be that of two resources.
    if (this.random.decide(0.5) || objectsOf(slot).isKnownBy === "id") {
      this.noteSuccession(slot, by);
      return [{ do: "succeed", slot, by }];
    }
    return [{ do: "succeed", slot, by, name: this.assignName(slot) }];
  }

  drawByHand(): Step[] {
    const { random } = this;
    const what = random.pickWeighted(BY_HAND);
    const snapshot = random.pick([0, 1, 2]);
    switch (what) {
      case "tag": {
        const key = random.pick(["team", "tier", "keep", "stage", "theirs", "new"]);
        return [{ do: "byHand", what, snapshot, key, value: random.pick([`by hand ${++this.version}`, null]) }];
      }
      case "name":
        return [{ do: "byHand", what, snapshot, name: `by hand ${++this.version}` }];
      case "make":
        return [{ do: "byHand", what, kind: random.pick(NAMED_KINDS), name: random.pick(NAMES) }];
      default: {
        const slot = this.pickSlot(NAMED_SLOTS);
        return slot ? [{ do: "byHand", what, slot, version: ++this.version }] : [];
      }
    }
  }

  /** Picks a slot of the program. */
  pickSlot(pattern = /^./): string | undefined {
    const candidates = [...this.names.keys()].filter((slot) => pattern.test(slot));
    return candidates.length > 0 ? this.random.pick(candidates) : undefined;
  }

  /** What is in a namespace is removed together with it. */
  private noteRemoval(slot: string): void {
    this.names.delete(slot);
    this.containers.delete(slot);
    [...this.containers].filter(([, inside]) => inside === slot).forEach(([other]) => this.noteRemoval(other));
  }

  /** What is in a namespace stays there. */
  private noteSuccession(slot: string, by: string): void {
    [...this.containers].filter(([, inside]) => inside === slot).forEach(([other]) => this.containers.set(other, by));
    this.noteRemoval(slot);
  }

  private findFreeSlot(kind: Kind): string | undefined {
    const slots = Array.from({ length: SLOTS_PER_KIND }, (_, index) => `${kinds[kind].letter}${index + 1}`);
    return slots.find((slot) => !this.names.has(slot));
  }

  /** Gives a slot a name that no other one of its kind has. */
  private assignName(slot: string): string {
    const others = [...this.names].filter(([other]) => other[0] === slot[0]).map(([, name]) => name);
    const name = this.random.pick(NAMES.filter((candidate) => !others.includes(candidate)));
    this.names.set(slot, name);
    return name;
  }
}

function isForNamedKinds(what: EditName): boolean {
  return ["name", "succeed", "onDestroy", "replaceOnChanges"].includes(what);
}

/** Slots of a kind. */
function startingWith(kind: Kind): RegExp {
  return new RegExp(`^${kinds[kind].letter}`);
}

/** The traits of a slot of a named kind. */
function objectsOf(slot: string): ObjectTraits {
  return kinds[findKind(slot) as NamedKind].objects;
}
