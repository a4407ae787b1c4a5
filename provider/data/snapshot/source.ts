import * as z from "zod";
import { readFields } from "../../api/calls/naming";
import { readTags, snapshotAnswer, snapshotIdSchema, type SnapshotAnswer } from "../../api/calls/snapshots";
import type { CloudScope } from "../../api/calls/path";
import type { DataSource } from "../../core/data-source";
import { resolveScope, scopeArgs, describeScope } from "../../model/scope";
import { withNulls } from "../../values/json";
import type { Listing } from "../listing";
import {
  matchesFilter,
  nameFilterArgs,
  nonEmpty,
  pickFilter,
  pickOne,
  requireIdOrFilter,
  tagFilterArgs,
} from "../search";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./functions";

const filterArgs = {
  ...nameFilterArgs,
  volumeId: nonEmpty.optional(),
  status: nonEmpty.optional(),
  ...tagFilterArgs,
};

const listArgs = { ...scopeArgs, ...filterArgs };

/** The data source `getSnapshot`. */
export const snapshot: DataSource<GetSnapshotArgs, GetSnapshotArgs & CloudScope, Snapshot> = {
  name: "getSnapshot",
  args: z
    .strictObject({ ...listArgs, snapshotId: snapshotIdSchema.optional(), mostRecent: z.boolean().optional() })
    .superRefine(requireIdOrFilter("snapshot", filterArgs)),
  toQuery: (args, connection) => resolveScope({ ...args, snapshotId: args.snapshotId?.toLowerCase() }, connection),
  describe: (query) =>
    query.snapshotId === undefined
      ? snapshots.describe(query)
      : `snapshot "${query.snapshotId}" of ${describeScope(query)}`,
  read: async (connection, query, mask) => {
    const { snapshotId, projectId, regionId } = query;
    if (snapshotId !== undefined) {
      return toSnapshot(await connection.snapshots.get({ projectId, regionId, snapshotId }));
    }
    const search = { ...query, filter: pickFilter(query, filterArgs) };
    return pickOne("snapshot", await snapshots.read(connection, query, mask), search, mask, ({ status }) => status);
  },
};

/** The data source `getSnapshots`. Filters here, because the platform publishes no filters for this list. */
export const snapshots: DataSource<GetSnapshotsArgs, GetSnapshotsArgs & CloudScope, Snapshot[]> = {
  name: "getSnapshots",
  args: z.strictObject(listArgs),
  toQuery: resolveScope,
  describe: (query) => `the list of snapshots of ${describeScope(query)}`,
  read: async (connection, query) => {
    const filter = pickFilter(query, filterArgs);
    const answers = await connection.snapshots.list(query);
    return answers.map(toSnapshot).filter((snapshot) => matchesFilter(snapshot, filter, snapshot.tags));
  },
};

/** All snapshots of a project and region. */
export const listedSnapshots: Listing = {
  title: "Snapshots",
  resource: "SnapshotAttributes",
  use: "import with the ID, or adopt with its last part as snapshotId",
  columns: ["NAME", "STATUS"],
  list: {
    ofScope: async (connection, scope) => {
      const found = await snapshots.read(connection, scope, (value) => value);
      return found.map(({ id, name, status }) => ({ id: { ...scope, snapshotId: id }, name, cells: [name, status] }));
    },
  },
};

function toSnapshot(answer: SnapshotAnswer): Snapshot {
  return { ...withNulls(readFields(snapshotAnswer, answer)), tags: readTags(answer) };
}
