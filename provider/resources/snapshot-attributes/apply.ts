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
import { resolveLimit } from "../../core/limit";
import { reconcile, type Outcome } from "../../core/reconcile";
import { mapValues } from "../../values/json";
import { planAttributes, type Request, type Observed, type Desired } from "./plan";
import { readAttributes, toPropertyPath } from "./wire";
import { type UnfinishedOperation } from "../../core/job";
import { warnOfIgnoredChange } from "../../core/notices";

interface Dependencies {
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
  { connection, context, clock }: Dependencies,
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
      explain: (error) => {
        if (error instanceof NotFoundError && target.whenAbsent !== "done") {
          return target.whenAbsent;
        }
        return error instanceof ValidationError ? error.translatePaths(toPropertyPath) : error;
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
    if (error instanceof TimeoutError) {
      const message = `${error.message}; nothing was changed. Try again later, or raise ${limit.setting}`;
      throw new TimeoutError({ message });
    }
    throw error;
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
