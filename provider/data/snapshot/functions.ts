import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";
import type { SnapshotStatus, SnapshotTag } from "../../model/snapshot";
import type { OpenEnum } from "../../values/open-enum";

/** The arguments of `getSnapshots`. A snapshot must match every filter that is given. */
export interface GetSnapshotsArgs extends ScopeArgs {
  /** The exact display name. Several snapshots may have the same name. */
  name?: string;
  /** Regular expression that matches any part of the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** ID of the volume that the snapshot was made from. */
  volumeId?: string;
  /** The exact status, such as `available`. */
  status?: string;
  /** Keys and values of tags that the snapshot must have. The snapshot may have other tags, too. */
  tags?: Record<string, string>;
}

/** The arguments of `getSnapshot`: either `snapshotId` or at least one filter. */
export interface GetSnapshotArgs extends GetSnapshotsArgs {
  /** ID of the snapshot, a version 4 UUID. It cannot be combined with filters or with `mostRecent: true`. */
  snapshotId?: string;
  /**
   * Whether to take the snapshot with the latest `createdAt` if several match. If this is false, several matches are an
   * error. If this is true, several matches are an error only if several have the latest `createdAt`.
   * @default false
   */
  mostRecent?: boolean;
}

/** A snapshot of a volume. A field that the platform does not report is `null`. */
export interface Snapshot {
  /** Date and time of creation: ISO 8601, as the platform writes it. */
  createdAt: string | null;
  /** ID of the task that created the snapshot. */
  creatorTaskId: string | null;
  /** Free text about the snapshot. */
  description: string | null;
  /** ID of the snapshot, as `snapshotId` of `getSnapshot` takes it. */
  id: string;
  /** Display name. Several snapshots may have the same name. */
  name: string;
  /** ID of the project that the snapshot is in. */
  projectId: number | null;
  /** Name of the region that the snapshot is in. */
  region: string | null;
  /** ID of the region that the snapshot is in. */
  regionId: number | null;
  /** Size in GiB. */
  size: number | null;
  /** Status of the snapshot, such as `available`. */
  status: OpenEnum<SnapshotStatus>;
  /** All tags: those of users, and the read-only ones of the platform. */
  tags: SnapshotTag[];
  /** ID of the task that has locked the snapshot; `null` if it is not locked. */
  taskId: string | null;
  /** Date and time of the last change: ISO 8601, as the platform writes it. */
  updatedAt: string | null;
  /** ID of the volume that the snapshot was made from. */
  volumeId: string | null;
}

/**
 * Looks up one snapshot of a project and region by its ID or by filters. `snapshotId` works on every installation of
 * the platform. Filters need the platform's list of snapshots, which some installations do not have.
 *
 * @throws `DataSourceError` if an argument is not valid, if no snapshot matches, if several match and `mostRecent` does
 *   not choose one (the message lists up to ten of them), or if the call fails.
 * @example
 * const nightly = await getSnapshot({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshot(args: GetSnapshotArgs, opts?: InvokeOptions): Promise<Snapshot> {
  return invoke("getSnapshot", args, opts);
}

/**
 * Like `getSnapshot`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const nightly = getSnapshotOutput({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): Output<Snapshot> {
  return invokeOutput("getSnapshot", args, opts);
}

/**
 * Lists the snapshots of a project and region that match every filter, in the platform's order. The list may be empty.
 * This call needs the platform's undocumented list of snapshots, which some installations lack.
 *
 * @throws `DataSourceError` if an argument is not valid, or if the call fails.
 * @example
 * const snapshots = await getSnapshots({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.map((snapshot) => snapshot.size);
 */
export function getSnapshots(args: GetSnapshotsArgs = {}, opts?: InvokeOptions): Promise<Snapshot[]> {
  return invoke("getSnapshots", args, opts);
}

/**
 * Like `getSnapshots`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const snapshots = getSnapshotsOutput({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.apply((found) => found.map((snapshot) => snapshot.size));
 */
export function getSnapshotsOutput(args: Wrapped<GetSnapshotsArgs> = {}, opts?: OutputOptions): Output<Snapshot[]> {
  return invokeOutput("getSnapshots", args, opts);
}
