import * as z from "zod";
import type { Client } from "../transport/client";
import type { Clock } from "../transport/clock";
import type { CloudScope } from "./cloud-scope";
import { describeOtherId } from "./answered-id";
import { BatchedReads, type ListedKind, type OnDetail } from "./batched-reads";
import { collect, readAllPages, definePage, skipUnreadable, type Page, type PageQuery } from "./pages";
import { formatPath } from "./path";

const product = "cloud";

const tag = z.looseObject({ key: z.string(), value: z.string(), read_only: z.boolean().nullish() });

/** A snapshot as the platform returns it (contract, section 2.3). */
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

export type SnapshotAnswer = z.infer<typeof snapshotAnswer>;

// The contract does not show the list; we assume the form of the list of images.
const snapshotPage = definePage(skipUnreadable(snapshotAnswer));

/** Where a snapshot is. */
export interface SnapshotRef extends CloudScope {
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
  private readonly reads: BatchedReads<SnapshotRef, SnapshotAnswer>;

  constructor(
    private readonly client: Client,
    onDetail?: OnDetail,
    clock?: Clock,
  ) {
    const kind: ListedKind<SnapshotRef, SnapshotAnswer> = {
      plural: "snapshots",
      readOne: (ref) => this.get(ref),
      readPage: (ref, query) => this.readPage(ref, query),
      getListPath: (ref) => buildCollectionPath(ref),
      getKey: ({ snapshotId }) => snapshotId,
      getItemKey: ({ id }) => id,
    };
    this.reads = new BatchedReads(kind, onDetail, clock);
  }

  /** All snapshots of a project and region, from all pages; malformed entries are left out. */
  async list(scope: CloudScope): Promise<SnapshotAnswer[]> {
    const readPage = (query: PageQuery) => this.readPage(scope, query);
    return collect(readAllPages(readPage, ({ id }) => id));
  }

  /** As `get`, but answered from the list when many snapshots are read together; see `BatchedReads.read`. */
  read(ref: SnapshotRef, isComplete?: (listed: SnapshotAnswer) => boolean): Promise<SnapshotAnswer> {
    return this.reads.read(ref, isComplete);
  }

  get(ref: SnapshotRef, isPoll = false): Promise<SnapshotAnswer> {
    return this.client.request({ method: "GET", isPoll, ...buildSnapshotCall(ref) });
  }

  /** Idempotent: the same merge patch once more changes nothing. */
  patch(ref: SnapshotRef, body: SnapshotPatch): Promise<SnapshotAnswer> {
    this.reads.markChanged(ref);
    return this.client.request({ method: "PATCH", body, idempotent: true, ...buildSnapshotCall(ref) });
  }

  private readPage(scope: CloudScope, query: PageQuery): Promise<Page<SnapshotAnswer>> {
    return this.client.request({
      method: "GET",
      product,
      path: buildCollectionPath(scope),
      query,
      answer: snapshotPage,
    });
  }
}

/** A call whose answer is this snapshot. */
function buildSnapshotCall(ref: SnapshotRef) {
  const findProblem = ({ id }: SnapshotAnswer) => describeOtherId(ref.snapshotId, id);
  return { product, path: buildPath(ref), answer: snapshotAnswer, findProblem } as const;
}

function buildPath(ref: SnapshotRef): string {
  return buildCollectionPath(ref) + formatPath`/${ref.snapshotId}`;
}

function buildCollectionPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/snapshots/${projectId}/${regionId}`;
}
