import type { GetSnapshotsArgs } from "../snapshots/args";

/** Which snapshot: the one with an ID, or the one that passes all filters. */
export interface GetSnapshotArgs extends GetSnapshotsArgs {
  /** ID of the snapshot, a UUID of version 4; then there can be no filters. */
  snapshotId?: string;
  /**
   * Whether the newest snapshot is taken where several pass the filters, by `createdAt`.
   * @default false
   */
  mostRecent?: boolean;
}
