import type { FunctionRef } from "../api/calls/functions";
import type { SnapshotRef } from "../api/calls/snapshots";
import { NotFoundError } from "../api/failures/errors";
import { snapshotIdSchema } from "./snapshot-answer";

/** The ID of a SnapshotAttributes: `<project>/<region>/<snapshot>`. */
export function formatSnapshotId({ projectId, regionId, snapshotId }: SnapshotRef): string {
  return `${projectId}/${regionId}/${snapshotId}`;
}

/** The one form of an ID that may have its UUID in capitals, since the platform ignores their case. */
export function normalizeSnapshotId(id: string): string {
  const start = id.lastIndexOf("/") + 1;
  const snapshotId = id.slice(start);
  return snapshotIdSchema.safeParse(snapshotId).success ? id.slice(0, start) + snapshotId.toLowerCase() : id;
}

/** The inverse of `formatSnapshotId`, for any form of the ID. */
export function parseSnapshotId(id: string): SnapshotRef {
  const [, projectId, regionId, snapshotId] = /^(\d+)\/(\d+)\/([^/]+)$/.exec(normalizeSnapshotId(id)) ?? [];
  const ref = { projectId: Number(projectId), regionId: Number(regionId), snapshotId: snapshotId ?? "" };
  if (snapshotId === undefined || formatSnapshotId(ref) !== normalizeSnapshotId(id)) {
    throw new NotFoundError({
      message: `${JSON.stringify(id)} is not the ID of a snapshot; the form is <project>/<region>/<snapshot>`,
    });
  }
  return ref;
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
