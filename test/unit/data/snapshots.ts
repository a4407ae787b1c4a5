import type { SnapshotAnswer } from "../../../provider/api/calls/snapshots";
import { answerOf, contract } from "./contract-tables";

export const snapshotId = "6a36ad0c-3d86-4f0e-9e5b-8b6bd9e5d0a1";

/** A complete snapshot as the platform answers it. */
export function answeredSnapshot(fields: Partial<SnapshotAnswer> = {}): SnapshotAnswer {
  const tags = [{ key: "team", value: "data", read_only: false }];
  return { ...(answerOf(contract.snapshot) as SnapshotAnswer), id: snapshotId, name: "nightly", tags, ...fields };
}
