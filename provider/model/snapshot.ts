import { z } from "zod";
import type { SnapshotAnswer } from "../api/endpoints/snapshots";

/** The ID of a snapshot (contract, section 4.3). */
export const snapshotId = z.uuidv4({ error: "must be a UUID of version 4: 8-4-4-4-12 hexadecimal digits" });

/** Status of a snapshot. Later versions of the platform may have other words. */
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
  /** Whether the tag belongs to the platform, which refuses every change of it. */
  readOnly: boolean;
}

/** The tags of an answer. */
export function tagsOf({ tags }: SnapshotAnswer): SnapshotTag[] {
  return tags.map(({ key, value, read_only }) => ({ key, value, readOnly: read_only ?? false }));
}
