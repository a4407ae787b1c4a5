import type { Connection } from "../../api/connection";
import type { SnapshotAnswer, SnapshotPatch, SnapshotRef } from "../../api/calls/snapshots";
import { camelCase } from "../../api/calls/naming";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  TimeoutError,
  ValidationError,
  ignoreNotFound,
} from "../../api/failures/errors";
import type { Clock } from "../../api/transport/stop";
import type { OperationContext } from "../../core/handler";
import { resolveLimit, type Progress, type Step, type UnfinishedOperation } from "../../core/job";
import { reconcile, type Outcome } from "../../core/reconcile";
import { finalStatuses } from "./schema";

/** A change of a snapshot; the client may repeat it. */
export interface Request {
  kind: "update";
  patch: SnapshotPatch;
  isRepeated: true;
}

/** What was observed of a snapshot; without `actual`, the platform has no such snapshot. */
export interface Observed {
  actual?: SnapshotAnswer;
}

/** What an operation wants of a snapshot. */
export interface Target {
  ref: SnapshotRef;
  /** The patch for the actual snapshot; undefined if nothing differs. */
  buildPatch: (snapshot: SnapshotAnswer) => SnapshotPatch | undefined;
  /** What to do if there is no such snapshot: fail with this error, or nothing. */
  whenAbsent: Error | "done";
  lockTimeoutSeconds: number;
  /** The unfinished operation, according to the state. */
  operation?: UnfinishedOperation;
  /** The error after a lost answer, with the state to keep; `before` is the snapshot before anything was sent. */
  toPartialFailure?: (error: Error, before: SnapshotAnswer, operation: UnfinishedOperation | undefined) => Error;
}

/** The next step towards the name and the tags that the snapshot should have. */
export function planAttributes(
  { ref, buildPatch, whenAbsent }: Target,
  { actual }: Observed,
  { accepted }: Progress<Observed, Request>,
): Step<Request> {
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
    const message = `snapshot ${ref.snapshotId} is in status "${actual.status}" and can no longer be changed`;
    return { do: "fail", error: new ConflictError({ message }), isFinal: true };
  }
  return typeof actual.task_id === "string"
    ? { do: "wait", shown: `is locked by task ${actual.task_id}` }
    : { do: "send", request: { kind: "update", patch, isRepeated: true } };
}

/** Brings the name and the tags of a snapshot to what is desired. */
export function applyAttributes(
  target: Target,
  { connection, context, clock }: { connection: Connection; context: OperationContext; clock?: Clock },
): Promise<Outcome<Observed, Request>> {
  const { ref, whenAbsent, toPartialFailure } = target;
  const { snapshots } = connection;
  const { setting, ...limit } = resolveLimit(context, target.lockTimeoutSeconds, "lockTimeoutSeconds");
  return reconcile<Observed, Request>({
    noun: "snapshot",
    name: ref.snapshotId,
    ...limit,
    waits: context.waits,
    clock,
    operation: target.operation,
    observe: async () => ({ actual: await snapshots.get(ref).catch(ignoreNotFound) }),
    plan: (observed, progress) => planAttributes(target, observed, progress),
    apply: async ({ patch }) => ({ observed: { actual: await snapshots.patch(ref, patch) } }),
    isTransient: (error) => error instanceof ConflictError,
    explain: (error) => {
      if (error instanceof NotFoundError && whenAbsent !== "done") {
        return whenAbsent;
      }
      // Names below `tags` are the user's own.
      return error instanceof ValidationError
        ? error.translatePaths(([field = "", ...rest]) => [camelCase(field), ...rest].join("."))
        : error;
    },
    toPartialFailure: (error, { initial, lostAnswers, operation }) => {
      if (lostAnswers === 0) {
        return error;
      }
      const before = toPartialFailure && initial?.actual;
      const advice = before ? "The next `pulumi up` sends everything again" : "Run the same command again";
      const message = `${error.message}; it is not known whether the snapshot was changed. ${advice}`;
      const unknown = new OutcomeUnknownError({ message });
      return before ? toPartialFailure(unknown, before, operation) : unknown;
    },
  }).catch((error: unknown) => {
    const advice = `nothing was changed. Try again later, or raise ${setting}`;
    throw error instanceof TimeoutError ? new TimeoutError({ message: `${error.message}; ${advice}` }) : error;
  });
}
