import type { SnapshotStatus, SnapshotTag } from "../../model/snapshot";
import type { OpenEnum } from "../../values/open-enum";

/** The arguments of `getSnapshots`. A snapshot must match all filters that are given. */
export interface GetSnapshotsArgs {
  /**
   * ID of the project to search in.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: number;
  /**
   * ID of the region to search in.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: number;
  /** The exact display name. Several snapshots may have the same. */
  name?: string;
  /** Regular expression that matches any part of the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** ID of the volume that the snapshot was made from. */
  volumeId?: string;
  /** The exact status, such as `available`. */
  status?: string;
  /** Tags that the snapshot must have, with these values. It may have others. */
  tags?: Record<string, string>;
}

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

/** A snapshot of a volume. Fields that the platform does not report are `null`. */
export interface Snapshot {
  /** When the snapshot was created: ISO 8601, as the platform writes it. */
  createdAt: string | null;
  /** ID of the task that created the snapshot. */
  creatorTaskId: string | null;
  /** Description. */
  description: string | null;
  /** ID of the snapshot. */
  id: string;
  /** Display name. Several snapshots may have the same. */
  name: string;
  /** ID of the project. */
  projectId: number | null;
  /** Name of the region. */
  region: string | null;
  /** ID of the region. */
  regionId: number | null;
  /** Size in GiB. */
  size: number | null;
  /** Status of the snapshot, such as `available`. */
  status: OpenEnum<SnapshotStatus>;
  /** All tags, those of users and the read-only ones of the platform. */
  tags: SnapshotTag[];
  /** ID of the task that has locked the snapshot; `null` if it is not locked. */
  taskId: string | null;
  /** When the snapshot was last changed: ISO 8601, as the platform writes it. */
  updatedAt: string | null;
  /** ID of the volume that the snapshot was made from. */
  volumeId: string | null;
}
