import { z } from "zod";
import type { Connection } from "../../api/connection";
import type { DataSource } from "../../core/data-source";
import { snapshotId } from "../../model/snapshot-answer";
import { filterText, idProblem } from "../filter";
import { onlyOne } from "../only-one";
import { scopeArgs, scopeText } from "../../model/scope";
import { scopeOf } from "../scope";
import { readSnapshots, snapshotFilterArgs, snapshotListText, type SnapshotsQuestion } from "../snapshot-list";
import type { GetSnapshotArgs } from "./args";
import type { Snapshot } from "./result";
import { snapshotOf } from "./wire";

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

/** Answers `getSnapshot`. */
export const snapshot: DataSource<GetSnapshotArgs, SnapshotQuestion, Snapshot> = {
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
