import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import type { GetSnapshotArgs } from "./args";
import type { Snapshot } from "./result";
import type * as Source from "./source";

const source = () => (require("./source") as typeof Source).snapshot;

/**
 * Looks up one snapshot of a project and region, by its ID or by filters. Filters search the list that `getSnapshots`
 * reads, which not every deployment of the platform has; `snapshotId` always works.
 *
 * @throws `DataSourceError` if no snapshot matches, if several match (the message lists them), or if the call fails.
 * @example
 * const nightly = await getSnapshot({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshot(args: GetSnapshotArgs, opts?: pulumi.InvokeOptions): Promise<Snapshot> {
  return invoke(source, args, opts);
}

/**
 * Like `getSnapshot`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const nightly = getSnapshotOutput({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): pulumi.Output<Snapshot> {
  return invokeOutput(source, args, opts);
}
