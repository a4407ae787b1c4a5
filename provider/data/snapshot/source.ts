import * as z from "zod";
import { readFields } from "../../api/calls/naming";
import { readTags, snapshotAnswer, snapshotIdSchema, type SnapshotAnswer } from "../../api/calls/snapshots";
import { withNulls } from "../../values/json";
import { defineSearch, nameFilterArgs, nonEmpty } from "../search";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./functions";

// The platform documents no filters for its list of snapshots, so `list` sends none: `defineSearch` applies them all.
export const snapshots = defineSearch<GetSnapshotsArgs, GetSnapshotArgs, Snapshot>({
  noun: "snapshot",
  id: snapshotIdSchema,
  filters: {
    ...nameFilterArgs,
    volumeId: nonEmpty.optional(),
    status: nonEmpty.optional(),
    tags: z.record(z.string(), z.string()).optional(),
  },
  // The ID must be in lower case: after a 404, `snapshots.get` looks for exactly this ID in the platform's list.
  get: async (connection, { projectId, regionId }, id) =>
    toSnapshot(await connection.snapshots.get({ projectId, regionId, snapshotId: id.toLowerCase() })),
  list: async (connection, scope) => (await connection.snapshots.list(scope)).map(toSnapshot),
  describeDetail: ({ status }) => status,
  listing: {
    resource: "SnapshotAttributes",
    use: "import with the ID, or adopt with its last part as snapshotId",
  },
});

function toSnapshot(answer: SnapshotAnswer): Snapshot {
  return { ...withNulls(readFields(snapshotAnswer, answer)), tags: readTags(answer) };
}
