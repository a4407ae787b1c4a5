import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./fields";
import type * as Source from "./source";

// Loaded at the first call, because a program loads all functions.
const loadSource = () => require("./source") as typeof Source;

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
  return invoke(() => loadSource().snapshot, args, opts);
}

/**
 * Like `getSnapshot`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const nightly = getSnapshotOutput({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): Output<Snapshot> {
  return invokeOutput(() => loadSource().snapshot, args, opts);
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
  return invoke(() => loadSource().snapshots, args, opts);
}

/**
 * Like `getSnapshots`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const snapshots = getSnapshotsOutput({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.apply((found) => found.map((snapshot) => snapshot.size));
 */
export function getSnapshotsOutput(args: Wrapped<GetSnapshotsArgs> = {}, opts?: OutputOptions): Output<Snapshot[]> {
  return invokeOutput(() => loadSource().snapshots, args, opts);
}
