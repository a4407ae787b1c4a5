import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { Snapshot } from "../snapshot/result";
import type { GetSnapshotsArgs } from "./args";
import { snapshots } from "./source";

/**
 * The snapshots of a project and region that pass all filters, in the platform's order; all of them without filters
 * (contract, section 2.3). The contract does not show the list: it is asked for, and understood, as that of images.
 * Fails with a `DataSourceError`; no snapshot at all is an empty list.
 *
 * @example
 * const snapshots = await getSnapshots({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.map((snapshot) => snapshot.size);
 */
export function getSnapshots(args: GetSnapshotsArgs = {}, opts?: pulumi.InvokeOptions): Promise<Snapshot[]> {
  return invoke(snapshots, args, opts);
}

/**
 * As `getSnapshots`, for arguments that are outputs.
 *
 * @example
 * const snapshots = getSnapshotsOutput({ volumeId: config.require("volumeId") });
 */
export function getSnapshotsOutput(
  args: Wrapped<GetSnapshotsArgs> = {},
  opts?: OutputOptions,
): pulumi.Output<Snapshot[]> {
  return invokeOutput(snapshots, args, opts);
}
