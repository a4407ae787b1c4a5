import type { OpenEnum } from "../../api/endpoints/answer-fields";
import { namedFields } from "../../api/endpoints/answer-fields";
import { snapshotAnswer, type SnapshotAnswer } from "../../api/endpoints/snapshots";
import { camelized } from "../../api/naming";
import { tagsOf, type SnapshotStatus, type SnapshotTag } from "../../model/snapshot";
import { orNull } from "../told";

/** A snapshot of a volume (contract, section 2.3). What the platform does not tell is `null`. */
export interface Snapshot {
  /** ISO 8601, as the platform writes it. */
  createdAt: string | null;
  /** Task that created the snapshot. */
  creatorTaskId: string | null;
  description: string | null;
  id: string;
  /** Display name; not unique. */
  name: string;
  projectId: number | null;
  /** Name of the region. */
  region: string | null;
  regionId: number | null;
  /** GiB. */
  size: number | null;
  /** For instance `available`. */
  status: OpenEnum<SnapshotStatus>;
  /** The tags of users and those of the platform. */
  tags: SnapshotTag[];
  /** Task that holds a lock on the snapshot; `null`: it is not locked. */
  taskId: string | null;
  /** ISO 8601, as the platform writes it. */
  updatedAt: string | null;
  /** Volume that the snapshot was made from. */
  volumeId: string | null;
}

/** A snapshot under the names that programs use. */
export function snapshotOf(answer: SnapshotAnswer): Snapshot {
  return { ...orNull(camelized(namedFields(snapshotAnswer, answer))), tags: tagsOf(answer) };
}
