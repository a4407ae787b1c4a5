import * as z from "zod";
import { pickNamedFields } from "../../api/calls/answers";
import { toCamelCaseKeys } from "../../api/calls/naming";
import { snapshotAnswer, type SnapshotAnswer } from "../../api/calls/snapshots";
import type { Connection } from "../../api/connection";
import type { CloudScope } from "../../api/calls/path";
import type { DataSource } from "../../core/data-source";
import { resolveScope, scopeArgs, describeScope } from "../../model/scope";
import { snapshotIdSchema, readTags } from "../../model/snapshot-answer";
import { withNulls } from "../../values/json";
import { matchesFilter, nameFilterArgs, nonEmpty, pickOne, requireIdOrFilter, tagFilterArgs } from "../search";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./functions";

const filterArgs = {
  ...nameFilterArgs,
  volumeId: nonEmpty.optional(),
  status: nonEmpty.optional(),
  ...tagFilterArgs,
};

interface SnapshotSearch extends CloudScope {
  filter: z.infer<z.ZodObject<typeof filterArgs>>;
}

interface SnapshotLookup extends SnapshotSearch {
  snapshotId?: string;
  mostRecent?: boolean;
}

/** The data source `getSnapshot`. */
export const snapshot: DataSource<GetSnapshotArgs, SnapshotLookup, Snapshot> = {
  name: "getSnapshot",
  args: z
    .strictObject({
      ...scopeArgs,
      ...filterArgs,
      snapshotId: snapshotIdSchema.optional(),
      mostRecent: z.boolean().optional(),
    })
    .superRefine(requireIdOrFilter("snapshot", filterArgs)),
  toQuery: ({ projectId, regionId, snapshotId: id, mostRecent, ...filter }, connection) => ({
    ...resolveScope({ projectId, regionId }, connection),
    filter,
    snapshotId: id?.toLowerCase(),
    mostRecent,
  }),
  describe: (lookup) =>
    lookup.snapshotId === undefined
      ? describeList(lookup)
      : `snapshot "${lookup.snapshotId}" of ${describeScope(lookup)}`,
  read: async (connection, lookup, mask) => {
    const { projectId, regionId, snapshotId: id } = lookup;
    return id === undefined
      ? pickOne("snapshot", await listSnapshots(connection, lookup), lookup, mask, ({ status }) => status)
      : toSnapshot(await connection.snapshots.get({ projectId, regionId, snapshotId: id }));
  },
};

/** The data source `getSnapshots`. */
export const snapshots: DataSource<GetSnapshotsArgs, SnapshotSearch, Snapshot[]> = {
  name: "getSnapshots",
  args: z.strictObject({ ...scopeArgs, ...filterArgs }),
  toQuery: ({ projectId, regionId, ...filter }, connection) => ({
    ...resolveScope({ projectId, regionId }, connection),
    filter,
  }),
  describe: describeList,
  read: listSnapshots,
};

/** Filters here, because the platform publishes no filters for this list. */
async function listSnapshots(connection: Connection, search: SnapshotSearch): Promise<Snapshot[]> {
  const answers = await connection.snapshots.list(search);
  return answers.map(toSnapshot).filter((snapshot) => matchesFilter(snapshot, search.filter, snapshot.tags));
}

function toSnapshot(answer: SnapshotAnswer): Snapshot {
  return { ...withNulls(toCamelCaseKeys(pickNamedFields(snapshotAnswer, answer))), tags: readTags(answer) };
}

function describeList(scope: CloudScope): string {
  return `the list of snapshots of ${describeScope(scope)}`;
}
