import type { SnapshotStatus, SnapshotTag } from "../../model/snapshot";
import type { OpenEnum } from "../../values/open-enum";

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
