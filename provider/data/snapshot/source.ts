import * as z from "zod";
import { readFields } from "../../api/calls/naming";
import { readTags, snapshotAnswer, snapshotIdSchema, type SnapshotAnswer } from "../../api/calls/snapshots";
import { withNulls } from "../../values/json";
import { defineSearch, nameFilterArgs, nonEmpty } from "../search";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./functions";

/** No filter is sent, because the platform documents none for its list of snapshots: `defineSearch` applies them. */
export const snapshots = defineSearch<GetSnapshotsArgs, GetSnapshotArgs, Snapshot>({
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
  describeDetail: ({ status }) => status,
  listing: {
    resource: "SnapshotAttributes",
    use: "import with the ID, or adopt with its last part as snapshotId",
  },
});

function toSnapshot(answer: SnapshotAnswer): Snapshot {
  return { ...withNulls(readFields(snapshotAnswer, answer)), tags: readTags(answer) };
}
