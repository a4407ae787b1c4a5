import type { SnapshotAnswer } from "../../../provider/api/calls/snapshots";

export const snapshotId = "6a36ad0c-3d86-4f0e-9e5b-8b6bd9e5d0a1";

/** A complete snapshot as the platform answers it. */
export function answeredSnapshot(fields: Partial<SnapshotAnswer> = {}): SnapshotAnswer {
  return {
    created_at: "2026-01-12T09:00:00+0000",
    creator_task_id: "3f6c1a52-7d0e-4b8f-9a3d-2c5e8b1f4a60",
    description: "before the upgrade",
    id: snapshotId,
    name: "nightly",
    project_id: 1,
    region: "north",
    region_id: 2,
    size: 10,
    status: "available",
    tags: [{ key: "team", value: "data", read_only: false }],
    task_id: null,
    updated_at: "2026-01-13T09:00:00.566870",
    volume_id: "8a1d4e07-52b9-4c36-8f7e-6d0b9c3a2e15",
    ...fields,
  };
}
