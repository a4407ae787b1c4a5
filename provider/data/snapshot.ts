import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { snapshotId } from "../model/snapshot";
import { filterText, idProblem } from "./filter";
import { onlyOne } from "./only-one";
import { scopeArgs, scopeOf, scopeText } from "./scope";
import { snapshotOf, type Snapshot } from "./snapshot-result";
import {
  readSnapshots,
  snapshotFilterArgs,
  snapshotListText,
  type GetSnapshotsArgs,
  type SnapshotsQuestion,
} from "./snapshots";

/** Which snapshot: the one with an ID, or the one that passes all filters. */
export interface GetSnapshotArgs extends GetSnapshotsArgs {
  /** ID of the snapshot, a UUID of version 4; then there can be no filters. */
  snapshotId?: string;
  /**
   * Whether the newest snapshot is taken where several pass the filters, by `createdAt`.
   * @default false
   */
  mostRecent?: boolean;
}

interface SnapshotQuestion extends SnapshotsQuestion {
  snapshotId?: string;
  mostRecent?: boolean;
}

const argsSchema = z
  .strictObject({
    ...scopeArgs,
    ...snapshotFilterArgs,
    snapshotId: snapshotId.optional(),
    mostRecent: z.boolean().optional(),
  })
  .superRefine((args, context) => {
    const problem = idProblem("snapshot", args.snapshotId, args, Object.keys(snapshotFilterArgs));
    if (problem) {
      context.addIssue({ code: "custom", path: ["snapshotId"], message: problem });
    }
  });

const source: DataSource<GetSnapshotArgs, SnapshotQuestion, Snapshot> = {
  name: "getSnapshot",
  args: argsSchema,
  question: ({ projectId, regionId, snapshotId: id, mostRecent, ...filter }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    filter,
    snapshotId: id?.toLowerCase(),
    mostRecent,
  }),
  subject: (question) =>
    question.snapshotId === undefined
      ? snapshotListText(question)
      : `snapshot "${question.snapshotId}" of ${scopeText(question)}`,
  read: async (connection, question, shown) => {
    const { projectId, regionId, snapshotId: id } = question;
    return id === undefined
      ? find(connection, question, shown)
      : snapshotOf(await connection.snapshots.get({ projectId, regionId, snapshotId: id }));
  },
};

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
  return invoke(source, args, opts);
}

/**
 * As `getSnapshot`, for arguments that are outputs.
 *
 * @example
 * const snapshot = getSnapshotOutput({ snapshotId: attributes.snapshotId });
 * export const size = snapshot.size;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): pulumi.Output<Snapshot> {
  return invokeOutput(source, args, opts);
}

async function find(connection: Connection, question: SnapshotQuestion, shown: <T>(value: T) => T): Promise<Snapshot> {
  const scope = scopeText(shown(question));
  return onlyOne(await readSnapshots(connection, question), question.mostRecent, {
    among: `snapshots of ${scope}`,
    one: `snapshot of ${scope}`,
    filters: filterText(shown(question.filter)),
    line: (snapshot) => lineOf(shown(snapshot)),
  });
}

function lineOf({ name, id, status, createdAt }: Snapshot): string {
  return `"${name}" (id ${id}, ${status}, created ${createdAt ?? "at an unknown time"})`;
}
