import type { GetSnapshotsArgs } from "../snapshots/args";

/** The arguments of `getSnapshot`: either `snapshotId`, or at least one filter. */
export interface GetSnapshotArgs extends GetSnapshotsArgs {
  /** ID of the snapshot, a version 4 UUID. Cannot be combined with filters or `mostRecent`. */
  snapshotId?: string;
  /**
   * Whether to take the newest snapshot by `createdAt` if several match. If not, several matches are an error.
   * @default false
   */
  mostRecent?: boolean;
}
