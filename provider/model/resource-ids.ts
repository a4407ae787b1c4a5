import type { FunctionRef } from "../api/calls/functions";
import type { SnapshotRef } from "../api/calls/snapshots";
import { NotFoundError } from "../api/failures/errors";
import { snapshotIdSchema } from "./snapshot-answer";

/** The ID of a SnapshotAttributes: `<project>/<region>/<snapshot>`. */
export function formatSnapshotId({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return `${projectId}/${regionId}/${snapshotId}`;
}

/** The inverse of `formatSnapshotId`. A UUID may be written in capitals, since the platform ignores their case. */
export function parseSnapshotId(id: string): SnapshotRef {
  const [, projectId, regionId, snapshotId] = /^(\d+)\/(\d+)\/([^/]+)$/.exec(id) ?? [];
  const ref = { projectId: Number(projectId), regionId: Number(regionId), snapshotId: snapshotId ?? "" };
  if (snapshotId === undefined || formatSnapshotId(ref) !== id) {
    throw new NotFoundError({
      message: `${JSON.stringify(id)} is not the ID of a snapshot; the form is <project>/<region>/<snapshot>`,
    });
  }
  return snapshotIdSchema.safeParse(snapshotId).success ? { ...ref, snapshotId: snapshotId.toLowerCase() } : ref;
}

/** The ID of a CloudFunction: `<project>/<region>/<namespace>/<name>`. */
export function formatFunctionId({ projectId, regionId, namespace, name }: FunctionRef): string {
  return `${projectId}/${regionId}/${namespace}/${name}`;
}

/** The inverse of `formatFunctionId`. */
export function parseFunctionId(id: string): FunctionRef {
  const [, projectId, regionId, namespace = "", name] = /^(\d+)\/(\d+)\/([^/]+)\/([^/]+)$/.exec(id) ?? [];
  const ref = { projectId: Number(projectId), regionId: Number(regionId), namespace, name: name ?? "" };
  if (name === undefined || formatFunctionId(ref) !== id) {
    throw new NotFoundError({
      message: `${JSON.stringify(id)} is not the ID of a function; the form is <project>/<region>/<namespace>/<name>`,
    });
  }
  return ref;
}
