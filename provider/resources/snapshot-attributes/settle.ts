import type { SnapshotAnswer, SnapshotPatch, SnapshotRef, SnapshotsEndpoint } from "../../api/endpoints/snapshots";
import { ConflictError, OutcomeUnknownError, TimeoutError, ValidationError } from "../../api/errors";
import type { Clock, Look } from "../../api/wait";
import type { WaitDisplay } from "../../pulumi/wait-display";
import { finalStatuses } from "./schema";
import { propertyPathOf } from "./wire";

/** A change of one snapshot. */
export interface Change {
  ref: SnapshotRef;
  /** What must be sent, given what the platform has; undefined if nothing must. */
  patchFor(snapshot: SnapshotAnswer): SnapshotPatch | undefined;
  lockTimeoutSeconds: number;
  /** What to throw if nobody can tell whether the change was carried out. */
  unsettled?(before: SnapshotAnswer, lost: Error): Error;
}

/** The snapshot before anything was sent, and after all was done. */
export interface Settled {
  before: SnapshotAnswer;
  after: SnapshotAnswer;
}

/** What a settling needs of the world. */
export interface World {
  snapshots: SnapshotsEndpoint;
  waits: WaitDisplay;
  clock?: Clock;
}

/**
 * Looks at the snapshot and sends what must change, if anything must. A locked snapshot, or a refusal because it has
 * been locked meanwhile, is waited for; each attempt looks anew.
 */
export async function settle(world: World, change: Change): Promise<Settled> {
  const { ref, lockTimeoutSeconds } = change;
  let firstSent: SnapshotAnswer | undefined;

  const attempt = async (): Promise<Look<Settled>> => {
    const seen = await world.snapshots.get(ref);
    const patch = change.patchFor(seen);
    const before = firstSent ?? seen;
    if (!patch) {
      return { done: { before, after: seen } };
    }
    assertChangeable(ref, seen);
    if (typeof seen.task_id === "string") {
      return { pending: `is locked by task ${seen.task_id}` };
    }
    firstSent = before;
    return send(world, change, patch, before);
  };

  try {
    const { waits, clock } = world;
    return await waits.wait("snapshot", ref.snapshotId, { look: attempt, timeoutSeconds: lockTimeoutSeconds, clock });
  } catch (error) {
    throw error instanceof TimeoutError ? lockedTooLong(error) : error;
  }
}

async function send(
  { snapshots }: World,
  change: Change,
  patch: SnapshotPatch,
  before: SnapshotAnswer,
): Promise<Look<Settled>> {
  const { ref } = change;
  try {
    return { done: { before, after: await snapshots.patch(ref, patch) } };
  } catch (error) {
    if (error instanceof ConflictError) {
      return { pending: `takes no changes at the moment: ${error.message}` };
    }
    if (error instanceof OutcomeUnknownError) {
      const after = await snapshots.get(ref).catch(() => undefined);
      if (after && !change.patchFor(after)) {
        return { done: { before, after } };
      }
      throw change.unsettled?.(before, error) ?? error;
    }
    throw error instanceof ValidationError ? error.inTermsOf(propertyPathOf) : error;
  }
}

function assertChangeable({ snapshotId }: SnapshotRef, { status }: SnapshotAnswer): void {
  if (finalStatuses.includes(status)) {
    throw new ConflictError({
      message:
        `snapshot ${snapshotId} is in status "${status}" and takes no more changes. Take the resource out of the ` +
        'program, or give another snapshotId; with onDestroy: "retain" it can always be destroyed',
    });
  }
}

function lockedTooLong({ message }: TimeoutError): TimeoutError {
  return new TimeoutError({
    message: `${message}; nothing was changed. Try again later, or raise lockTimeoutSeconds`,
  });
}
