import type { Connection } from "../../api/connection";
import type { SnapshotAnswer, SnapshotPatch } from "../../api/calls/snapshots";
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
import { warnOfIgnoredChange } from "../../core/ignored-changes";
import { resolveLimit, type Limit } from "../../core/limit";
import { reconcile, type UnfinishedOperation, type Outcome } from "../../core/reconcile";
import { mapValues } from "../../values/json";
import { planAttributes, type Request, type Observed, type Desired } from "./plan";
import { readAttributes, toPropertyPath } from "./wire";

/** What the handler gives an operation. */
export interface SnapshotDependencies {
  connection: Connection;
  context: OperationContext;
  clock?: Clock;
}

/** The snapshot that an operation works on. */
export interface Target extends Desired {
  lockTimeoutSeconds: number;
  /** The unfinished operation, according to the state. */
  operation?: UnfinishedOperation;
  /** The error after a lost answer, with the state to keep; `before` is the snapshot before anything was sent. */
  toPartialFailure?: (error: Error, before: SnapshotAnswer, operation: UnfinishedOperation | undefined) => Error;
}

/** Brings the name and the tags of a snapshot to what is desired; tells whether the platform has ignored a part. */
export async function applyAttributes(
  target: Target,
  { connection, context, clock }: SnapshotDependencies,
): Promise<Outcome<Observed, Request> & { isIgnored: boolean }> {
  const { ref, toPartialFailure } = target;
  const { snapshots } = connection;
  const limit = resolveLimit(context, target.lockTimeoutSeconds, "lockTimeoutSeconds");
  try {
    const outcome = await reconcile<Observed, Request>({
      noun: "snapshot",
      name: ref.snapshotId,
      timeoutSeconds: limit.timeoutSeconds,
      operationSeconds: limit.operationSeconds,
      waits: context.waits,
      clock,
      operation: target.operation,
      observe: async (_, { isPoll }) => ({ actual: await snapshots.get(ref, isPoll).catch(ignoreNotFound) }),
      plan: (observed, progress) => planAttributes(target, observed, progress),
      apply: async ({ patch }) => ({ observed: { actual: await snapshots.patch(ref, patch) } }),
      isTransient: (error) => error instanceof ConflictError,
      explain: (error) => explainRefusal(error, target),
      toPartialFailure: (error, { initial, lostAnswers, operation }) => {
        if (lostAnswers === 0) {
          return error;
        }
        return toPartialFailure && initial?.actual
          ? toPartialFailure(
              explainUnknownOutcome(error, "The next `pulumi up` sends everything again"),
              initial.actual,
              operation,
            )
          : explainUnknownOutcome(error, "Run the same command again");
      },
    });
    const { observed, progress } = outcome;
    let isIgnored = false;
    if (observed.actual && progress.accepted) {
      const compared = compareWithSent(observed.actual, progress.accepted.patch);
      const isRestore = target.whenAbsent === "done";
      isIgnored = warnOfIgnoredChange(context, `snapshot ${ref.snapshotId}`, compared, { isRestore });
    }
    return { ...outcome, isIgnored };
  } catch (error) {
    throw error instanceof TimeoutError ? explainLock(error, limit) : error;
  }
}

/** What was sent, as it is on the platform and as it should be; removed tags are undefined. */
function compareWithSent(snapshot: SnapshotAnswer, { name, tags = {} }: SnapshotPatch): [object, object] {
  const actual = readAttributes(snapshot);
  const values = new Map(actual.allTags.map(({ key, value }) => [key, value]));
  return [
    { name: name === undefined ? undefined : actual.name, tags: mapValues(tags, (_, key) => values.get(key)) },
    { name, tags: mapValues(tags, (value) => value ?? undefined) },
  ];
}

function explainRefusal(error: Error, { whenAbsent }: Desired): Error {
  if (error instanceof NotFoundError && whenAbsent !== "done") {
    return whenAbsent;
  }
  return error instanceof ValidationError ? error.translatePaths(toPropertyPath) : error;
}

function explainLock({ message }: TimeoutError, { setting }: Limit): TimeoutError {
  return new TimeoutError({
    message: `${message}; nothing was changed. Try again later, or raise ${setting}`,
  });
}

function explainUnknownOutcome({ message }: Error, advice: string): OutcomeUnknownError {
  return new OutcomeUnknownError({
    message: `${message}; it is not known whether the snapshot was changed. ${advice}`,
  });
}
