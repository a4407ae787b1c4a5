import { NotFoundError } from "../../../provider/api/failures/errors";
import type { SnapshotAnswer } from "../../../provider/api/calls/snapshots";
import type { Progress } from "../../../provider/core/reconcile";
import {
  planAttributes,
  type Request,
  type Observed,
  type Desired,
} from "../../../provider/resources/snapshot-attributes/plan";
import { answer, ref, snapshotId, taskId } from "./snapshots";

const absent = new NotFoundError({ message: "there is none" });
const patch = { name: "new" };
const request: Request = { kind: "update", patch, isRepeated: true };

const differs = answer();
const same = answer({ name: "new" });
const locked = (snapshot: SnapshotAnswer) => ({ ...snapshot, task_id: taskId });
const ending = (snapshot: SnapshotAnswer, status = "deleting") => ({ ...snapshot, status });

/** Wants the snapshot to be called "new". */
const wanting = (whenAbsent: Desired["whenAbsent"]): Desired => ({
  ref,
  buildPatch: ({ name }) => (name === "new" ? undefined : patch),
  whenAbsent,
});

type Past = Progress<Observed, Request>;

const past: Past = { lostAnswers: 0 };
const lost: Past = { lostAnswers: 1, operation: { kind: "update", unconfirmed: true } };
const accepted: Past = { lostAnswers: 0, accepted: request, operation: { kind: "update", tasks: [] } };
const marked: Past = { lostAnswers: 0, operation: { kind: "update", unconfirmed: true } };

const send = { do: "send", request };
const wait = { do: "wait", shown: `is locked by task ${taskId}` };
const done = { do: "done" };
const goingAway = { do: "fail", isFinal: true, error: { name: "ConflictError" } };

it.each<[string, SnapshotAnswer | undefined, Past, object]>([
  ["it differs: send", differs, past, send],
  ["it is as declared: done", same, past, done],
  ["it differs, and is locked: wait", locked(differs), past, wait],
  ["it is as declared, but locked: done", locked(same), past, done],
  ["it differs, and is being deleted: fail", ending(differs), past, goingAway],
  ["it differs, and is deleted: fail", ending(differs, "deleted"), past, goingAway],
  ["it differs, and its deletion has failed: fail", ending(differs, "error_deleting"), past, goingAway],
  ["it differs, is locked, and is being deleted: fail", locked(ending(differs)), past, goingAway],
  ["it is as declared, but being deleted: done", ending(same), past, done],
  ...["error", "creating", "backing-up", "restoring", "unmanaging", "new word"].map(
    (status): [string, SnapshotAnswer, Past, object] => [
      `it differs, and is in the status ${status}: send`,
      ending(differs, status),
      past,
      send,
    ],
  ),
  ["it does not exist: fail", undefined, past, { do: "fail", error: absent, isFinal: true }],
  ["the answer was lost, and it differs: send", differs, lost, send],
  ["the answer was lost, and it is as declared: done", same, lost, done],
  ["the answer was lost, and it is locked: wait", locked(differs), lost, wait],
  ["the last change has an unknown outcome, and it differs: send", differs, marked, send],
  ["the platform has accepted the change: done", same, accepted, done],
  ["the platform has accepted the change, and shows something else: done", differs, accepted, done],
])("the plan for a snapshot if %s", (_, found, progress, step) => {
  expect(planAttributes(wanting(absent), { actual: found }, progress)).toMatchObject(step);
});

it("on destroy there is nothing to do for a snapshot that does not exist", () => {
  expect(planAttributes(wanting("done"), {}, past)).toEqual(done);
});

it("the error for a snapshot that is being deleted has advice", () => {
  expect(planAttributes(wanting(absent), { actual: ending(differs) }, past)).toMatchObject({
    error: {
      message:
        `snapshot ${snapshotId} is in status "deleting" and can no longer be changed. Remove the resource from the program, ` +
        'or give another snapshotId; with onDestroy: "retain" it can always be destroyed',
    },
  });
});
