import * as z from "zod";
import type { Client } from "../transport/client";
import { readAllPages, definePage, skipUnreadable, type PageQuery } from "./pages";
import { asPath } from "./path";

const product = "cloud";

const tag = z.looseObject({ key: z.string(), value: z.string(), read_only: z.boolean().nullish() });

/** A snapshot as the platform answers it (contract, section 2.3). */
export const snapshotAnswer = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  // Required: if a missing list counted as empty, restoring would remove tags.
  tags: z.array(tag),
  task_id: z.string().nullish(),
  created_at: z.string().nullish(),
  creator_task_id: z.string().nullish(),
  description: z.string().nullish(),
  project_id: z.number().nullish(),
  region: z.string().nullish(),
  region_id: z.number().nullish(),
  size: z.number().nullish(),
  updated_at: z.string().nullish(),
  volume_id: z.string().nullish(),
});

/** A snapshot as the platform answers it. */
export type SnapshotAnswer = z.infer<typeof snapshotAnswer>;

// The contract does not show the list; we assume the form of the list of images.
const snapshotPage = definePage(skipUnreadable(snapshotAnswer));

/** Where a snapshot is. */
export interface SnapshotRef {
  projectId: number;
  regionId: number;
  snapshotId: string;
}

/**
 * A JSON merge patch of a snapshot (contract, section 4.3): what it does not name stays, and a tag with `null` is
 * removed.
 */
export interface SnapshotPatch {
  name?: string;
  tags?: Record<string, string | null>;
}

/** The snapshot calls of the cloud (contract, section 4.3, and the reads that go with it). */
export class SnapshotsEndpoint {
  constructor(private readonly client: Client) {}

  /** All snapshots of a project and region, from all pages; malformed entries are left out. */
  async list({ projectId, regionId }: Omit<SnapshotRef, "snapshotId">): Promise<SnapshotAnswer[]> {
    const path = buildCollectionPath(projectId, regionId);
    const readPage = (query: PageQuery) =>
      this.client.request({ method: "GET", product, path, query, answer: snapshotPage });
    const snapshots: SnapshotAnswer[] = [];
    for await (const snapshot of readAllPages(readPage, ({ id }) => id)) {
      snapshots.push(snapshot);
    }
    return snapshots;
  }

  get(ref: SnapshotRef, isPoll = false): Promise<SnapshotAnswer> {
    return this.client.request({ method: "GET", product, path: buildPath(ref), isPoll, answer: snapshotAnswer });
  }

  /** Idempotent: the same merge patch once more changes nothing. */
  patch(ref: SnapshotRef, body: SnapshotPatch): Promise<SnapshotAnswer> {
    return this.client.request({
      method: "PATCH",
      product,
      path: buildPath(ref),
      body,
      idempotent: true,
      answer: snapshotAnswer,
    });
  }
}

function buildPath({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return buildCollectionPath(projectId, regionId) + asPath`/${snapshotId}`;
}

function buildCollectionPath(projectId: number, regionId: number): string {
  return asPath`/cloud/v1/snapshots/${projectId}/${regionId}`;
}
