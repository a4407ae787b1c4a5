import { ConflictError } from "../../api/failures/errors";
import type { GroupInputs } from "./schema";

/** Throws if the group cannot be restored on destroy. */
export function assertRestorable(
  onDestroy: string | undefined,
  restorePoint: GroupInputs | undefined,
): asserts restorePoint is GroupInputs {
  const problem = explainUnrestorable(onDestroy, restorePoint);
  if (problem !== undefined) {
    throw problem;
  }
}

/** Why the group cannot be restored on destroy; undefined if it can, or is not to be. */
export function explainUnrestorable(
  onDestroy: string | undefined,
  restorePoint: GroupInputs | undefined,
): Error | undefined {
  const problem = onDestroy === "restore" ? findRestoreProblem(restorePoint) : undefined;
  return problem === undefined ? undefined : new ConflictError({ message: `onDestroy ${problem}` });
}

/**
 * Says why a group cannot be restored to `restorePoint`: the resource created it, or adopted it with credentials, which
 * cannot be read.
 */
export function findRestoreProblem(restorePoint: GroupInputs | undefined): string | undefined {
  if (!restorePoint) {
    return 'cannot be "restore": the resource created the group itself. Use "delete" or "retain"';
  }
  const buckets = [restorePoint.auth, ...(restorePoint.sources ?? []).map(({ config }) => config)]
    .map((bucket) => bucket?.s3BucketName)
    .filter((name) => name !== undefined);
  return buckets.length > 0
    ? `cannot be "restore": the group was found with the bucket ${buckets.join(", ")}, whose credentials the platform ` +
        'does not reveal. Use "retain" or "delete"'
    : undefined;
}
