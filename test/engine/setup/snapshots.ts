import type { Emulator, EmulatorState } from "edgecloud-emulator";
import { SnapshotAttributes, type SnapshotAttributesArgs } from "pulumi-edgecloud";

export const projectId = 12;
export const regionId = 7;
export const taskId = "1c2d3e4f-5a6b-4c7d-9e8f-0a1b2c3d4e5f";

/** A snapshot as the platform stores it. */
export type StoredSnapshot = EmulatorState["snapshots"][number];

/** The nth ID of a snapshot. */
export function snapshotIdOf(number = 1): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

export const [snapshotId, otherId] = [snapshotIdOf(1), snapshotIdOf(2)];
export const path = pathOf(snapshotId);

export function pathOf(id: string): string {
  return `/cloud/v1/snapshots/${projectId}/${regionId}/${id}`;
}

export function idOf(id = snapshotId): string {
  return `${projectId}/${regionId}/${id}`;
}

/** A snapshot for a seed, with a tag of another owner and a read-only one. */
export function createSnapshotSeed(change: object = {}) {
  const tags = [
    { key: "fixed", value: "platform", read_only: true },
    { key: "theirs", value: "x", read_only: false },
    { key: "team", value: "old", read_only: false },
  ];
  return { id: snapshotId, name: "as found", project_id: projectId, region_id: regionId, tags, ...change };
}

export const seed = { snapshots: [createSnapshotSeed()] };

/** The name and the tags of a snapshot on the platform, the tags by key. */
export function readSnapshot(emulator: Emulator, id: string = snapshotId) {
  const snapshot = emulator.state().snapshots.find((candidate) => candidate.id === id);
  return {
    name: snapshot?.name,
    tags: Object.fromEntries((snapshot?.tags ?? []).map(({ key, value }) => [key, value])),
  };
}

/** Changes snapshots behind Pulumi's back; a change that returns undefined removes one. */
export function changeSnapshots(
  emulator: Emulator,
  change: (snapshot: StoredSnapshot) => Partial<StoredSnapshot> | undefined,
): void {
  const state = emulator.state();
  const snapshots = state.snapshots.flatMap((snapshot) => {
    const changed = change(snapshot);
    return changed ? [{ ...snapshot, ...changed }] : [];
  });
  emulator.replaceState({ ...state, snapshots });
}

/** A snapshot for each name, with that change and numbers from `first` on: their IDs, and the seed that has them. */
export function seedSnapshots<Name extends string>(names: readonly Name[], change: object = {}, first = 1) {
  const ids = Object.fromEntries(names.map((name, index) => [name, snapshotIdOf(first + index)])) as Record<
    Name,
    string
  >;
  return { ids, snapshots: names.map((name) => createSnapshotSeed({ id: ids[name], ...change })) };
}

/** A program with a resource for each name, each for the snapshot of that name; `args` may be changed. */
export function declareByName<Name extends string>(
  ids: Record<Name, string>,
  first: Partial<Record<Name, Partial<SnapshotAttributesArgs>>>,
) {
  const declared = {
    args: first,
    program: () => {
      for (const name of Object.keys(declared.args) as Name[]) {
        new SnapshotAttributes(name, { projectId, regionId, snapshotId: ids[name], ...declared.args[name] });
      }
    },
  };
  return declared;
}

/** Changes one snapshot behind Pulumi's back; a change that returns undefined removes it. */
export function changeSnapshot(
  emulator: Emulator,
  id: string,
  change: (snapshot: StoredSnapshot) => Partial<StoredSnapshot> | undefined,
): void {
  changeSnapshots(emulator, (snapshot) => (snapshot.id === id ? change(snapshot) : snapshot));
}
