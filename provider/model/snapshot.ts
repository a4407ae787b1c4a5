/** Status of a snapshot. A later version of the platform may send another status. */
export type SnapshotStatus =
  | "available"
  | "backing-up"
  | "creating"
  | "deleted"
  | "deleting"
  | "error"
  | "error_deleting"
  | "restoring"
  | "unmanaging";

/** A tag of a snapshot. */
export interface SnapshotTag {
  /** Key, unique in the snapshot. */
  key: string;
  /** Value, such as `data`. */
  value: string;
  /** Whether the platform owns the tag and refuses every change to it. */
  readOnly: boolean;
}
