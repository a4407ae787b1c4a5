import type { SeedInput } from "../../emulator/src/index";

type SeedSnapshot = NonNullable<SeedInput["snapshots"]>[number];

export const snapshotId = "11111111-1111-4111-8111-111111111111";
export const taskId = "99999999-9999-4999-8999-999999999999";
export const snapshotPath = `/cloud/v1/snapshots/1/2/${snapshotId}`;

/** A snapshot with two tags of users and one that is read-only. */
export function snapshotSeed(rest: Partial<SeedSnapshot> = {}, cloud: SeedInput["cloud"] = {}): SeedInput {
  const tags = [
    { key: "env", value: "prod" },
    { key: "system", value: "nightly", read_only: true },
    { key: "team", value: "web" },
  ];
  const snapshot = { id: snapshotId, name: "before-upgrade", project_id: 1, region_id: 2, tags, ...rest };
  return { snapshots: [snapshot], cloud };
}
