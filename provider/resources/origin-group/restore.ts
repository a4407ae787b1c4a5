import { ConflictError } from "../../api/failures/errors";
import type { GroupInputs } from "./schema";

/**
 * Throws if the group cannot be restored on destroy: the resource created it, or adopted it with credentials, which
 * cannot be read.
 */
export function assertRestorable(
  onDestroy: string | undefined,
  restorePoint: GroupInputs | undefined,
): asserts restorePoint is GroupInputs {
  if (onDestroy !== "restore") {
    return;
  }
  if (!restorePoint) {
    throw new ConflictError({
      message: 'onDestroy: "restore" is not possible: the resource created the group itself. Use "delete" or "retain"',
    });
  }
  const buckets = [restorePoint.auth, ...(restorePoint.sources ?? []).map(({ config }) => config)]
    .map((bucket) => bucket?.s3BucketName)
    .filter((name) => name !== undefined);
  if (buckets.length > 0) {
    throw new ConflictError({
      message:
        `onDestroy: "restore" is not possible: the group was found with the bucket ${buckets.join(", ")}, whose ` +
        'credentials the platform does not reveal. Use "retain" or "delete"',
    });
  }
}
