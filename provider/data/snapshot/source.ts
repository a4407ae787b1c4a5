import * as z from "zod";
import { readFields } from "../../api/calls/naming";
import { readTags, snapshotAnswer, snapshotIdSchema, type SnapshotAnswer } from "../../api/calls/snapshots";
import { withNulls } from "../../values/json";
import type { Listing } from "../listing";
import { defineSearch, nameFilterArgs, nonEmpty } from "../search";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./functions";

/** The data sources `getSnapshot` and `getSnapshots`. The platform publishes no filters for this list. */
export const { one: snapshot, many: snapshots } = defineSearch<GetSnapshotsArgs, GetSnapshotArgs, Snapshot>({
  noun: "snapshot",
  id: snapshotIdSchema,
  filters: {
    ...nameFilterArgs,
    volumeId: nonEmpty.optional(),
    status: nonEmpty.optional(),
    tags: z.record(z.string(), z.string()).optional(),
  },
  get: async (connection, { projectId, regionId }, id) =>
    toSnapshot(await connection.snapshots.get({ projectId, regionId, snapshotId: id.toLowerCase() })),
  list: async (connection, scope) => (await connection.snapshots.list(scope)).map(toSnapshot),
  listTags: ({ tags }) => tags,
  describeDetail: ({ status }) => status,
});

/** All snapshots of a project and region. */
export const listedSnapshots: Listing = {
  title: "Snapshots",
  resource: "SnapshotAttributes",
  use: "import with the ID, or adopt with its last part as snapshotId",
  columns: ["NAME", "STATUS"],
  list: {
    ofScope: async (connection, scope) => {
      const found = await snapshots.read(connection, scope);
      return found.map(({ id, name, status }) => ({ id: { ...scope, snapshotId: id }, name, cells: [name, status] }));
    },
  },
};

function toSnapshot(answer: SnapshotAnswer): Snapshot {
  return { ...withNulls(readFields(snapshotAnswer, answer)), tags: readTags(answer) };
}
