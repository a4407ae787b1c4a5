import type { SnapshotAnswer, SnapshotPatch, SnapshotRef } from "../../api/calls/snapshots";
import { ConflictError } from "../../api/failures/errors";
import type { Progress, Step } from "../../core/reconcile";
import { finalStatuses } from "./schema";

/** A change of a snapshot. The client repeats it: the same merge patch once more changes nothing. */
export interface Request {
  kind: "update";
  patch: SnapshotPatch;
  isRepeated: true;
}

/** What a look shows. */
export interface Seen {
  /** Undefined if there is none. */
  found?: SnapshotAnswer;
}

/** What is declared. */
export interface Wanted {
  ref: SnapshotRef;
  /** What must be sent, given what the platform has; undefined if nothing must. */
  patchFor: (snapshot: SnapshotAnswer) => SnapshotPatch | undefined;
  /** What it means that there is no such snapshot: an error, or that nothing is left to do. */
  whenAbsent: Error | "done";
}

/** What brings a snapshot's name and tags to what is declared, or back to what was found. */
export function plan(wanted: Wanted, { found }: Seen, { accepted }: Progress<Seen, Request>): Step<Request> {
  const { ref, patchFor, whenAbsent } = wanted;
  if (accepted) {
    return { do: "done" };
  }
  if (!found) {
    return whenAbsent === "done" ? { do: "done" } : { do: "fail", error: whenAbsent, isFinal: true };
  }
  const patch = patchFor(found);
  if (!patch) {
    return { do: "done" };
  }
  if (finalStatuses.includes(found.status)) {
    return { do: "fail", error: goingAway(ref, found), isFinal: true };
  }
  return typeof found.task_id === "string"
    ? { do: "wait", shown: `is locked by task ${found.task_id}` }
    : { do: "send", request: { kind: "update", patch, isRepeated: true } };
}

function goingAway({ snapshotId }: SnapshotRef, { status }: SnapshotAnswer): Error {
  return new ConflictError({
    message:
      `snapshot ${snapshotId} is in status "${status}" and can no longer be changed. Remove the resource from the ` +
      'program, or give another snapshotId; with onDestroy: "retain" it can always be destroyed',
  });
}
