import * as z from "zod";
import type { SnapshotAnswer } from "../api/calls/snapshots";
import type { SnapshotTag } from "./snapshot";

/** The ID of a snapshot (contract, section 4.3). */
export const snapshotIdSchema = z.uuidv4({ error: "must be a version 4 UUID: 8-4-4-4-12 hexadecimal digits" });

/** The tags of an answer. */
export function readTags({ tags }: SnapshotAnswer): SnapshotTag[] {
  return tags.map(({ key, value, read_only }) => ({ key, value, readOnly: read_only ?? false }));
}
