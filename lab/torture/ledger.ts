import { listUrns } from "./declared";
import { kinds } from "./kinds";
import { isOwned, type OperationRecord } from "./operation";
import { findObject, formatKey, type PlatformObject, type PlatformView } from "./platform";
import { SnapshotLedger } from "./snapshot-ledger";
import type { Moment, StateEntry } from "./state";

/** Keeps what neither state nor platform can tell: who made each object, and how it was before it was adopted. */
export class Ledger {
  /** Objects that the program never managed, or has released: nobody may change them. By `formatKey`. */
  readonly foreign: Map<string, PlatformObject>;
  /** Keys of what a killed process has created: the state does not have it, and a later run may find it. */
  readonly strays = new Set<string>();
  /** Each adopted group as it was before, by the URN of its resource. */
  readonly originals = new Map<string, { id: string; object: PlatformObject }>();
  readonly snapshots: SnapshotLedger;

  constructor(platform: PlatformView) {
    this.foreign = new Map(platform.objects);
    this.snapshots = new SnapshotLedger(platform);
  }

  /** Notes that somebody has changed groups or functions by hand. */
  noteByHand(before: PlatformView, after: PlatformView): void {
    for (const [key, object] of after.objects) {
      const isManaged = before.objects.has(key) && !this.foreign.has(key) && !this.strays.has(key);
      if (!isManaged && !this.strays.has(key)) {
        this.foreign.set(key, object);
      }
    }
    for (const key of [...this.foreign.keys(), ...this.strays].filter((key) => !after.objects.has(key))) {
      this.foreign.delete(key);
      this.strays.delete(key);
    }
  }

  noteOperation(record: OperationRecord): void {
    const { before, after } = record;
    const managed = listManagedKeys(after);
    const released = [...listManagedKeys(before)].filter((key) => !managed.has(key));
    for (const [key, object] of after.platform.objects) {
      const isNew = !before.platform.objects.has(key);
      // Until it is certain that a function is the resource's own, it may be that of somebody else.
      if (isOwned(object, after)) {
        this.foreign.delete(key);
      }
      if (managed.has(key)) {
        this.strays.delete(key);
      } else if (isNew) {
        this.strays.add(key);
      } else if (released.includes(key)) {
        this.foreign.set(key, object);
      }
    }
    this.noteOriginals(record);
    this.snapshots.noteOperation(record);
  }

  /** Keeps each group that a resource has adopted as it was when the operation began. */
  private noteOriginals({ options, program, before, after }: OperationRecord): void {
    for (const resource of program.resources) {
      const [urn = "", ...others] = listUrns(resource, program);
      const former = others.find((one) => this.originals.has(one) && !after.state.some((entry) => entry.urn === one));
      const original = former && this.originals.get(former);
      if (original && !this.originals.has(urn)) {
        this.originals.set(urn, original);
      }
    }
    for (const entry of after.state.filter(canBeRestored)) {
      const { urn, id } = entry;
      const earlier = before.state.find((other) => other.urn === urn);
      const isReplaced = options.replace?.includes(urn) || earlier?.isTainted;
      const isRestored = earlier?.outputs.onDestroy === "restore";
      const object = findObject(entry, before.platform);
      if (object && (this.originals.get(urn)?.id !== id || (isReplaced && !isRestored))) {
        this.originals.set(urn, { id, object });
      }
    }
  }
}

/** Whether a resource may once have to restore what it has adopted. */
function canBeRestored({ kind, outputs }: StateEntry): boolean {
  return outputs.adopted === true && kinds[kind].objects?.onDestroy.includes("restore") === true;
}

function listManagedKeys({ state, platform }: Moment): Set<string> {
  return new Set(
    state.flatMap((entry) => {
      const object = findObject(entry, platform);
      return object ? [formatKey(object)] : [];
    }),
  );
}
