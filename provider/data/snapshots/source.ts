import { z } from "zod";
import type { DataSource } from "../../core/data-source";
import { scopeArgs } from "../../model/scope";
import { scopeOf } from "../scope";
import { readSnapshots, snapshotFilterArgs, snapshotListText, type SnapshotsQuestion } from "../snapshot-list";
import type { Snapshot } from "../snapshot/result";
import type { GetSnapshotsArgs } from "./args";

/** Answers `getSnapshots`. */
export const snapshots: DataSource<GetSnapshotsArgs, SnapshotsQuestion, Snapshot[]> = {
  name: "getSnapshots",
  args: z.strictObject({ ...scopeArgs, ...snapshotFilterArgs }),
  question: ({ projectId, regionId, ...filter }, connection) => ({
    ...scopeOf({ projectId, regionId }, connection),
    filter,
  }),
  subject: snapshotListText,
  read: readSnapshots,
};
