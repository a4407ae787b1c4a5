import * as z from "zod";
import { type CloudScope, formatPath } from "./path";
import { defineFields } from "./naming";
import { ObjectCalls, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";

const tag = z.looseObject({ key: z.string(), value: z.string(), read_only: z.boolean().nullish() });

/** A snapshot as the platform returns it (docs/contract.md, section 2.3). */
export const snapshotAnswer = z.looseObject({
  ...defineFields(z.string(), "id", "name", "status"),
  // Required, because the provider may later restore these tags. Without the list, it would remove them.
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

/** A JSON merge patch (docs/contract.md, section 4.3). A tag that is left out stays; one that is `null` is removed. */
export interface SnapshotPatch {
  name?: string;
  tags?: Record<string, string | null>;
}

/** The calls for snapshots. The contract describes only `patch` (docs/contract.md, section 4.3). */
export class SnapshotsEndpoint extends ObjectCalls<SnapshotRef, SnapshotAnswer> {
  protected readonly kind: ObjectKind<SnapshotRef, SnapshotAnswer> = {
    plural: "snapshots",
    keyName: "id",
    getKey: ({ snapshotId }) => snapshotId,
    getListPath: buildCollectionPath,
    answer: snapshotAnswer,
    page: definePage(skipUnreadable(snapshotAnswer)),
  };

  list(scope: CloudScope): Promise<SnapshotAnswer[]> {
    return this.readList(buildCollectionPath(scope), {});
  }

  patch(ref: SnapshotRef, body: SnapshotPatch): Promise<SnapshotAnswer> {
    // Unlike other PATCH requests, a merge patch can be sent again: the second time it changes nothing.
    return this.send(ref, { method: "PATCH", body, idempotent: true, ...this.expectObject(ref) });
  }
}

function buildCollectionPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/snapshots/${projectId}/${regionId}`;
}
