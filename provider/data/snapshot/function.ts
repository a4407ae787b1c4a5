import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import type { GetSnapshotArgs } from "./args";
import type { Snapshot } from "./result";
import { snapshot } from "./source";

/**
 * One snapshot of a project and region, by its ID or by filters (contract, section 2.3). Fails with a `DataSourceError`
 * if there is none, or if several pass the filters: its message then lists them. By filters it looks at the list of
 * `getSnapshots`.
 *
 * @example
 * const nightly = await getSnapshot({ volumeId, nameRegex: "^nightly-", mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshot(args: GetSnapshotArgs, opts?: pulumi.InvokeOptions): Promise<Snapshot> {
  return invoke(snapshot, args, opts);
}

/**
 * As `getSnapshot`, for arguments that are outputs.
 *
 * @example
 * const snapshot = getSnapshotOutput({ snapshotId: attributes.snapshotId });
 * export const size = snapshot.size;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): pulumi.Output<Snapshot> {
  return invokeOutput(snapshot, args, opts);
}
