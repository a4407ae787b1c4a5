import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { nameArgs, passes, tagArgs, text } from "./filter";
import { scopeArgs, scopeOf, scopeText, type Scope } from "./scope";
import { snapshotOf, type Snapshot } from "./snapshot-result";

/** Which snapshots are listed; a snapshot has to pass all filters. */
export interface GetSnapshotsArgs {
  /**
   * Project in which snapshots are looked for.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: number;
  /**
   * Region in which snapshots are looked for.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: number;
  /** The exact display name, which several snapshots may have. */
  name?: string;
  /** A regular expression that is found anywhere in the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** The volume that the snapshot was made from. */
  volumeId?: string;
  /** For instance `available`. */
  status?: string;
  /** Tags that a snapshot must have with these values; it may have others. */
  tags?: Record<string, string>;
}

/** The filters as arguments of `getSnapshot` and `getSnapshots`. */
export const snapshotFilterArgs = { ...nameArgs, volumeId: text.optional(), status: text.optional(), ...tagArgs };

type SnapshotFilter = z.infer<z.ZodObject<typeof snapshotFilterArgs>>;

/** What both data sources of snapshots ask for. */
export interface SnapshotsQuestion extends Scope {
  filter: SnapshotFilter;
}

/** All snapshots that pass the filters, in the platform's order, which has no filters of its own that are known. */
export async function readSnapshots(connection: Connection, question: SnapshotsQuestion): Promise<Snapshot[]> {
  const listed = await connection.snapshots.list(question);
  return listed.map(snapshotOf).filter((snapshot) => passes(snapshot, question.filter, snapshot.tags));
}

/** In words: `the list of snapshots of project 1, region 2`. */
export function snapshotListText(scope: Scope): string {
  return `the list of snapshots of ${scopeText(scope)}`;
}

const source: DataSource<GetSnapshotsArgs, SnapshotsQuestion, Snapshot[]> = {
  name: "getSnapshots",
  args: z.strictObject({ ...scopeArgs, ...snapshotFilterArgs }),
  question: ({ projectId, regionId, ...filter }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    filter,
  }),
  subject: snapshotListText,
  read: readSnapshots,
};

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
  return invoke(source, args, opts);
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
  return invokeOutput(source, args, opts);
}
