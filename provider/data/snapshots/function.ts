import type * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput } from "../../program/invoke";
import type { OutputOptions, Wrapped } from "../../program/output-form";
import type { Snapshot } from "../snapshot/result";
import type { GetSnapshotsArgs } from "./args";
import type * as Source from "./source";

const source = () => (require("./source") as typeof Source).snapshots;

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
export function getSnapshots(args: GetSnapshotsArgs = {}, opts?: pulumi.InvokeOptions): Promise<Snapshot[]> {
  return invoke(source, args, opts);
}

/**
 * Like `getSnapshots`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const snapshots = getSnapshotsOutput({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.apply((found) => found.map((snapshot) => snapshot.size));
 */
export function getSnapshotsOutput(
  args: Wrapped<GetSnapshotsArgs> = {},
  opts?: OutputOptions,
): pulumi.Output<Snapshot[]> {
  return invokeOutput(source, args, opts);
}
