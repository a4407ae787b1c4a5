import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";
import type { SnapshotStatus, SnapshotTag } from "../../model/snapshot";
import type { OpenEnum } from "../../values/open-enum";

/** The arguments of `getSnapshots`. A snapshot must match all filters that are given. */
export interface GetSnapshotsArgs extends ScopeArgs {
  /** The exact display name. Several snapshots may have the same. */
  name?: string;
  /** Regular expression that matches any part of the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** ID of the volume that the snapshot was made from. */
  volumeId?: string;
  /** The exact status, such as `available`. */
  status?: string;
  /** Tags that the snapshot must have, with these values. It may have others. */
  tags?: Record<string, string>;
}

/** The arguments of `getSnapshot`: either `snapshotId`, or at least one filter. */
export interface GetSnapshotArgs extends GetSnapshotsArgs {
  /** ID of the snapshot, a version 4 UUID. Cannot be combined with filters or `mostRecent`. */
  snapshotId?: string;
  /**
   * Whether to take the newest snapshot by `createdAt` if several match. If not, several matches are an error.
   * @default false
   */
  mostRecent?: boolean;
}

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

/**
 * Looks up one snapshot of a project and region, by its ID or by filters. Filters search the list that `getSnapshots`
 * reads, which not every deployment of the platform has; `snapshotId` always works.
 *
 * @throws `DataSourceError` if no snapshot matches, if several match (the message lists them), or if the call fails.
 * @example
 * const nightly = await getSnapshot({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshot(args: GetSnapshotArgs, opts?: InvokeOptions): Promise<Snapshot> {
  return invoke("getSnapshot", args, opts);
}

/**
 * Like `getSnapshot`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const nightly = getSnapshotOutput({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): Output<Snapshot> {
  return invokeOutput("getSnapshot", args, opts);
}

/**
 * Lists the snapshots of a project and region that match all filters, in the platform's order. Without filters it lists
 * all snapshots. The list may be empty. The platform does not document this list, so the call fails where a deployment
 * does not have it.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const snapshots = await getSnapshots({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.map((snapshot) => snapshot.size);
 */
export function getSnapshots(args: GetSnapshotsArgs = {}, opts?: InvokeOptions): Promise<Snapshot[]> {
  return invoke("getSnapshots", args, opts);
}

/**
 * Like `getSnapshots`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const snapshots = getSnapshotsOutput({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.apply((found) => found.map((snapshot) => snapshot.size));
 */
export function getSnapshotsOutput(args: Wrapped<GetSnapshotsArgs> = {}, opts?: OutputOptions): Output<Snapshot[]> {
  return invokeOutput("getSnapshots", args, opts);
}
