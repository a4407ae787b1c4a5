import { SCOPE, WIRE_SCOPE } from "../arguments";
import type { Traits } from "./traits";

/** All snapshots of the platform: no history creates or deletes one. */
export const SNAPSHOT_IDS = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`);

interface SnapshotSlot {
  readonly tags: readonly [string, string];
  readonly managesName: boolean;
}

/** What each slot declares of a snapshot of its own. */
const SNAPSHOT_SLOTS: readonly SnapshotSlot[] = [
  { tags: ["team", "tier"], managesName: true },
  { tags: ["keep", "legacy"], managesName: false },
  { tags: ["stage", "legacy"], managesName: true },
];

/** Attributes of snapshots. */
export const snapshot: Traits = {
  className: "SnapshotAttributes",
  noun: "snapshot attributes",
  letter: "s",
  collection: "/cloud/v1/snapshots/*/*",
  methods: { create: "PATCH", update: "PATCH", destroy: "PATCH" },
  seed: {
    snapshots: SNAPSHOT_IDS.map((id) => ({
      id,
      name: "as found",
      ...WIRE_SCOPE,
      tags: Object.entries({ theirs: "x", team: "old", legacy: "yes" }).map(([key, value]) => ({ key, value })),
    })),
  },
  hasTasks: false,
  // It needs no name, as the platform has given it one.
  buildArgs: (slot, _name, version) => {
    const index = Number(slot.slice(1)) - 1;
    const { tags, managesName } = SNAPSHOT_SLOTS[index] as SnapshotSlot;
    const [first, second] = tags;
    return {
      ...SCOPE,
      snapshotId: SNAPSHOT_IDS[index],
      ...(managesName && { name: `nightly ${version}` }),
      tags: {
        [first]: `${slot}-${version}`,
        // By version: removed, set, not managed.
        ...(version % 3 === 0 && { [second]: null }),
        ...(version % 3 === 1 && { [second]: `${slot}-${version}` }),
      },
    };
  },
};
