import type { z } from "zod";
import type { Connection } from "../api/connection";
import { nameArgs, passes, tagArgs, text } from "./filter";
import { scopeText, type Scope } from "../model/scope";
import type { Snapshot } from "./snapshot/result";
import { snapshotOf } from "./snapshot/wire";

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
