/** Status of a snapshot. Later versions of the platform may add others. */
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
  /** Key of the tag. */
  key: string;
  /** Value of the tag. */
  value: string;
  /** Whether the tag belongs to the platform, which refuses every change to it. */
  readOnly: boolean;
}
