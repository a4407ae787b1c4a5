import type { SnapshotAnswer, SnapshotPatch, SnapshotRef } from "../../api/calls/snapshots";
import { ConflictError } from "../../api/failures/errors";
import { finalStatuses } from "./schema";
import type { Progress, Step } from "../../core/job";

/** A change of a snapshot; the client may repeat it. */
export interface Request {
  kind: "update";
  patch: SnapshotPatch;
  isRepeated: true;
}

/** What was observed of a snapshot. */
export interface Observed {
  /** Undefined if the platform has no such snapshot. */
  actual?: SnapshotAnswer;
}

/** The name and the tags that the snapshot should have: declared or restored. */
export interface Desired {
  ref: SnapshotRef;
  /** The patch for the actual snapshot; undefined if nothing differs. */
  buildPatch: (snapshot: SnapshotAnswer) => SnapshotPatch | undefined;
  /** What to do if there is no such snapshot: fail with this error, or nothing. */
  whenAbsent: Error | "done";
}

/** The next step towards the desired name and tags. */
export function planAttributes(
  desired: Desired,
  { actual }: Observed,
  { accepted }: Progress<Observed, Request>,
): Step<Request> {
  const { ref, buildPatch, whenAbsent } = desired;
  if (accepted) {
    return { do: "done" };
  }
  if (!actual) {
    return whenAbsent === "done" ? { do: "done" } : { do: "fail", error: whenAbsent, isFinal: true };
  }
  const patch = buildPatch(actual);
  if (!patch) {
    return { do: "done" };
  }
  if (finalStatuses.includes(actual.status)) {
    const message =
      `snapshot ${ref.snapshotId} is in status "${actual.status}" and can no longer be changed. Remove the resource from ` +
      'the program, or give another snapshotId; with onDestroy: "retain" it can always be destroyed';
    return { do: "fail", error: new ConflictError({ message }), isFinal: true };
  }
  return typeof actual.task_id === "string"
    ? { do: "wait", shown: `is locked by task ${actual.task_id}` }
    : { do: "send", request: { kind: "update", patch, isRepeated: true } };
}
