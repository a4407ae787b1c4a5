import * as z from "zod";
import { type CloudScope, formatPath } from "./path";
import { defineFields } from "./naming";
import { ObjectCalls, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";

const tag = z.looseObject({ key: z.string(), value: z.string(), read_only: z.boolean().nullish() });

/** A snapshot as the platform returns it (contract, section 2.3). */
export const snapshotAnswer = z.looseObject({
  ...defineFields(z.string(), "id", "name", "status"),
  // Required: if a missing list counted as empty, restoring would remove tags.
  tags: z.array(tag),
  ...defineFields(z.string().nullish(), "created_at", "updated_at", "creator_task_id", "task_id", "volume_id"),
  ...defineFields(z.string().nullish(), "description", "region"),
  ...defineFields(z.number().nullish(), "project_id", "region_id", "size"),
});

export type SnapshotAnswer = z.infer<typeof snapshotAnswer>;

export const snapshotIdSchema = z.uuidv4({ error: "must be a version 4 UUID: 8-4-4-4-12 hexadecimal digits" });

export function readTags({ tags }: SnapshotAnswer) {
  return tags.map(({ key, value, read_only }) => ({ key, value, readOnly: read_only ?? false }));
}

export interface SnapshotRef extends CloudScope {
  snapshotId: string;
}

/** A JSON merge patch (contract, section 4.3): what it does not name stays, and a tag with `null` is removed. */
export interface SnapshotPatch {
  name?: string;
  tags?: Record<string, string | null>;
}

/** The cloud's calls about snapshots (contract, section 4.3, and the reads that go with it). */
export class SnapshotsEndpoint extends ObjectCalls<SnapshotRef, SnapshotAnswer> {
  protected readonly kind: ObjectKind<SnapshotRef, SnapshotAnswer> = {
    plural: "snapshots",
    keyName: "id",
    getKey: ({ snapshotId }) => snapshotId,
    getListPath: buildCollectionPath,
    answer: snapshotAnswer,
    // The contract does not show the list; we assume the form of the list of images.
    page: definePage(skipUnreadable(snapshotAnswer)),
  };

  list(scope: CloudScope): Promise<SnapshotAnswer[]> {
    return this.readList(buildCollectionPath(scope), {});
  }

  patch(ref: SnapshotRef, body: SnapshotPatch): Promise<SnapshotAnswer> {
    // Sending the same merge patch again changes nothing.
    return this.send(ref, { method: "PATCH", body, idempotent: true, ...this.expectObject(ref) });
  }
}

function buildCollectionPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/snapshots/${projectId}/${regionId}`;
}
