import { listUrns, type Program } from "./declared";
import type { OperationRecord } from "./operation";
import type { PlatformView, SnapshotValues } from "./platform";
import type { Moment, StateEntry } from "./state";

/** Name and tags of a snapshot in one list: `name`, `tags.team`. Undefined: not there, or to be removed. */
type Values = Map<string, string | undefined>;

/**
 * Keeps what each snapshot must be once everything is as declared. Resources of snapshots create and delete nothing: when
 * they are destroyed, what they changed must be as it was before.
 */
export class SnapshotLedger {
  /** By ID. */
  private readonly expected: ReadonlyMap<string, Values>;
  /** What each resource of the state has changed, as it was before; by URN. */
  private readonly originals = new Map<string, Values>();

  constructor({ snapshots }: PlatformView) {
    this.expected = new Map([...snapshots].map(([id, snapshot]) => [id, flatten(snapshot)]));
  }

  /** Expects that what is changed by hand stays, unless a resource manages it. */
  noteByHand(id: string, changed: SnapshotValues, state: readonly StateEntry[], program: Program): void {
    const managed = findManagedKeys(id, state, program);
    for (const [key, value] of flatten(changed)) {
      if (!managed.has(key)) {
        this.expect(id, key, value);
      }
    }
  }

  noteOperation(record: OperationRecord): void {
    const { operation, program, isDisturbed, before, after } = record;
    if (operation !== "up" && operation !== "destroy") {
      return;
    }
    this.noteMoves(record);
    const isGone = ({ urn }: StateEntry) => !after.state.some((entry) => entry.urn === urn);
    for (const entry of before.state.filter(isSnapshot).filter(isGone)) {
      this.noteRemoval(entry, record);
    }
    for (const entry of after.state.filter(isSnapshot)) {
      this.noteOriginals(entry, record);
      this.noteDeclared(
        entry,
        before.state.find(({ urn }) => urn === entry.urn),
      );
    }
    if (isDisturbed) {
      this.noteUnrecorded(program, after);
    }
  }

  /** Describes how the snapshots differ from what is expected. */
  findProblems({ snapshots }: PlatformView): string[] {
    return [...snapshots].flatMap(([id, snapshot]) => {
      const [actual, expected] = [flatten(snapshot), this.expected.get(id) ?? new Map<string, string>()];
      const keys = [...new Set([...actual.keys(), ...expected.keys()])];
      return keys
        .filter((key) => actual.get(key) !== expected.get(key))
        .map(
          (key) =>
            `snapshot ${id.slice(-1)}: ${key} is ${formatValue(actual.get(key))} and not ${formatValue(expected.get(key))}`,
        );
    });
  }

  /** A resource that got another URN by an alias stays the same resource. */
  private noteMoves({ program, after }: OperationRecord): void {
    for (const resource of program.resources) {
      const [urn = "", ...others] = listUrns(resource, program);
      const former = others.find((other) => this.originals.has(other));
      const isThere = after.state.some((entry) => entry.urn === urn);
      if (former && isThere && !this.originals.has(urn) && !after.state.some((entry) => entry.urn === former)) {
        this.originals.set(urn, this.getOriginals(former));
        this.originals.delete(former);
      }
    }
  }

  /** A removed resource restores what no other one manages, unless it was to be retained. */
  private noteRemoval(entry: StateEntry, { operation, program, before, after }: OperationRecord): void {
    const id = parseSnapshotId(entry);
    if (!this.originals.has(entry.urn)) {
      return;
    }
    const others = findManagedKeys(id, after.state, operation === "destroy" ? { ...program, resources: [] } : program);
    const declared = readDeclared(entry);
    const [earlier, now] = [readValues(before.platform, id), readValues(after.platform, id)];
    for (const [key, value] of this.getOriginals(entry.urn)) {
      if (others.has(key)) {
        continue;
      }
      if (entry.outputs.onDestroy === "retain") {
        this.expect(id, key, now.get(key));
      } else if (declared.has(key) || [undefined, value].includes(earlier.get(key))) {
        // A value that is no longer declared is somebody else's, unless a killed run has restored it.
        this.expect(id, key, value);
      }
    }
    this.originals.delete(entry.urn);
  }

  /** Keeps what a resource begins to manage as it was when the operation began. */
  private noteOriginals(entry: StateEntry, { options, before }: OperationRecord): void {
    const { urn, outputs } = entry;
    const isReplaced =
      options.replace?.includes(urn) || before.state.some((other) => other.urn === urn && other.isTainted);
    if (isReplaced && outputs.onDestroy === "retain") {
      this.originals.delete(urn);
    }
    const originals = this.getOriginals(urn);
    const declared = readDeclared(entry);
    const values = readValues(before.platform, parseSnapshotId(entry));
    for (const key of declared.keys()) {
      if (!originals.has(key)) {
        originals.set(key, values.get(key));
      }
    }
    for (const [key, value] of originals) {
      // A key that the resource added and removed again is no longer its own.
      if (value === undefined && !declared.has(key)) {
        originals.delete(key);
      }
    }
    this.originals.set(urn, originals);
  }

  private noteDeclared(entry: StateEntry, earlier: StateEntry | undefined): void {
    const declared = readDeclared(entry);
    const removed = [...(earlier ? readDeclared(earlier).keys() : [])].filter((key) => !declared.has(key));
    for (const key of removed) {
      this.expect(parseSnapshotId(entry), key, undefined);
    }
    for (const [key, value] of declared) {
      this.expect(parseSnapshotId(entry), key, value);
    }
  }

  /** What a killed process has written is not in the state: the next one finds it, and takes it for the original. */
  private noteUnrecorded(program: Program, after: Moment): void {
    for (const { args } of program.resources.filter(isSnapshot)) {
      const id = String(args.snapshotId);
      const known = findManagedKeys(id, after.state, { ...program, resources: [] });
      for (const key of [...flatten(args).keys()].filter((key) => !known.has(key))) {
        this.expect(id, key, readValues(after.platform, id).get(key));
      }
    }
  }

  private expect(id: string, key: string, value: string | undefined): void {
    this.expected.get(id)?.set(key, value);
  }

  private getOriginals(urn: string): Values {
    return this.originals.get(urn) ?? new Map<string, string | undefined>();
  }
}

function isSnapshot({ kind }: Pick<StateEntry, "kind">): boolean {
  return kind === "snapshot";
}

function parseSnapshotId({ id }: StateEntry): string {
  return String(id.split("/").at(-1));
}

/** Finds which values of a snapshot the resources of the state or of the program manage. */
function findManagedKeys(id: string, state: readonly StateEntry[], { resources }: Program): Set<string> {
  const entries = state.filter((entry) => isSnapshot(entry) && parseSnapshotId(entry) === id);
  const declaring = resources.filter((one) => isSnapshot(one) && one.args.snapshotId === id);
  return new Set([
    ...entries.flatMap((entry) => [...readDeclared(entry).keys()]),
    ...declaring.flatMap(({ args }) => [...flatten(args).keys()]),
  ]);
}

function readDeclared({ outputs: { name, managesName, tags } }: StateEntry): Values {
  return flatten({ ...(managesName && { name }), tags });
}

function readValues({ snapshots }: PlatformView, id: string): Values {
  return flatten(snapshots.get(id) ?? {});
}

function flatten({ name, tags = {} }: SnapshotValues): Values {
  const values: Values = new Map(Object.entries(tags).map(([key, value]) => [`tags.${key}`, value ?? undefined]));
  return name === undefined ? values : new Map([["name", name], ...values]);
}

function formatValue(value: string | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
