import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import { answer, checkInputs } from "./functions";
import {
  broken,
  building,
  failed,
  goal,
  doubtful,
  summarizeStep,
  ours,
  progresses,
  parseObserved,
  task,
  theirs,
  unknown,
  toDesired,
  desiredFunctions,
  type Row,
} from "./plans";
import { planAbsence } from "../../../provider/tasks/absence";
import type { Observed, TaskProgress } from "../../../provider/tasks/apply";
import { planPresence, type Desired } from "../../../provider/tasks/presence";

const tasksRun: Row[] = [
  ["new", "created", "NEW absent", "wait"],
  ["new", "created", "RUNNING ours", "wait"],
  ["own", "updated", "RUNNING hidden", "wait"],
  ["own", "beganUpdate", "RUNNING theirs", "wait"],
  ["new", "created", "ERROR RUNNING absent", "wait"],
  ["new", "created", "unknown NEW absent", "wait"],
  ["new", "created", "unknown absent", "wait for 30 s (unknown tasks), then fail: UnknownTaskError"],
  ["new", "created", "unknown FINISHED absent", "wait for 30 s (unknown tasks), then fail: UnknownTaskError"],
  ["new", "created", "forgotten absent", "wait for 30 s (unknown tasks), then dropTasks"],
  ["new", "beganCreate", "unknown absent", "wait for 30 s (unknown tasks), then dropTasks"],
  ["own", "beganUpdate", "unknown ours", "wait for 30 s (unknown tasks), then dropTasks"],
  ["new", "created", "QUEUED absent", "wait"],
  ["new", "created", "QUEUED building", "wait"],
  ["new", "created", "QUEUED ours", "wait for 30 s (unknown tasks), then dropTasks"],
  ["own", "beganUpdate", "QUEUED ours", "wait for 30 s (unknown tasks), then dropTasks"],
  ["new", "created", "QUEUED unknown ours", "wait for 30 s (unknown tasks), then dropTasks"],
  ["new", "created", "QUEUED ERROR absent", "wait"],
  ["new", "created", "ERROR unknown absent", "wait for 30 s (unknown tasks), then fail: TaskFailedError"],
  ["new", "created", "ERROR forgotten absent", "wait for 30 s (unknown tasks), then fail: TaskFailedError"],
  ["own", "updated", "ERROR forgotten theirs", "wait for 30 s (unknown tasks), then fail: TaskFailedError"],
  ["own", "updated", "QUEUED ERROR theirs", "wait for 30 s (unknown tasks), then fail: TaskFailedError"],
  ["own", "beganUpdate", "ERROR forgotten theirs", "wait for 30 s (unknown tasks), then dropTasks"],
];

const tasksFailed: Row[] = [
  ["new", "beganCreate", "ERROR absent", "dropTasks"],
  ["own", "beganUpdate", "ERROR FINISHED theirs", "dropTasks"],
  ["new", "created", "ERROR absent", "fail for good: TaskFailedError"],
  ["new", "createdAfterLoss", "ERROR absent", "fail: TaskFailedError"],
  ["new", "created", "ERROR hidden", "fail: TaskFailedError"],
  ["new", "created", "ERROR ours", "fail: TaskFailedError"],
  ["new", "created", "ERROR theirs", "fail for good: TaskFailedError"],
  ["own", "updated", "ERROR theirs", "fail: TaskFailedError"],
  ["own", "updated", "ERROR ours", "fail: TaskFailedError"],
  ["own", "updated", "ERROR hidden", "fail: TaskFailedError"],
  ["own", "updated", "ERROR absent", "fail: TaskFailedError"],
  ["new", "updated", "ERROR theirs", "fail: TaskFailedError"],
];

const isAbsent: Row[] = [
  ["new", "none", "absent", "send create"],
  ["new", "beganCreate", "FINISHED absent", "send create"],
  ["new", "unconfirmed", "absent", "send create"],
  ["new", "lostCreate", "absent", "send create"],
  ["own", "none", "absent", "fail for good: whenAbsent"],
  ["own", "beganUpdate", "FINISHED absent", "fail for good: whenAbsent"],
  ["adopted", "none", "absent", "fail for good: whenAbsent"],
  ["new", "created", "FINISHED absent", "wait for 60 s (appearance)"],
  ["new", "updated", "FINISHED absent", "fail for good: NotFoundError"],
  ["own", "updated", "FINISHED absent", "fail for good: whenAbsent"],
];

const isThere: Row[] = [
  ["new", "none", "ours", "fail for good: ConflictError"],
  ["new", "none", "theirs", "fail for good: ConflictError"],
  ["new", "lostCreate", "ours", "done"],
  ["new", "lostCreate", "building", "wait"],
  ["new", "lostCreate", "theirs", "fail for good: ConflictError"],
  ["new", "unconfirmed", "ours", "done"],
  ["new", "unconfirmed", "theirs", "fail for good: ConflictError"],
  ["new", "created", "FINISHED ours", "done"],
  ["new", "created", "FINISHED building", "done"],
  ["new", "created", "FINISHED theirs", "done"],
  ["new", "created", "theirs", "done"],
  ["new", "created", "building", "wait"],
  ["new", "beganCreate", "FINISHED theirs", "send update"],
  ["new", "beganCreate", "FINISHED building", "wait"],
  ["own", "none", "ours", "done"],
  ["own", "none", "building", "wait"],
  ["own", "none", "theirs", "send update"],
  ["own", "none", "changing", "send update busy"],
  ["own", "lostUpdate", "changing", "wait"],
  ["own", "lostUpdate", "theirs", "send update"],
  ["own", "lostUpdate", "ours", "done"],
  ["own", "beganUpdate", "FINISHED theirs", "send update"],
  ["own", "updated", "FINISHED ours", "done"],
  ["own", "updated", "FINISHED theirs", "done"],
  ["own", "updated", "FINISHED building", "done"],
  ["own", "updated", "building", "wait"],
  ["new", "updated", "theirs", "done"],
  ["doubtful", "none", "ours", "send update"],
  ["doubtful", "updated", "FINISHED ours", "done"],
  ["adopted", "none", "theirs", "send update"],
  ["adopted", "none", "ours", "done"],
  ["adopted", "none", "otherRuntime", "fail for good: ConflictError"],
];

const isBroken: Row[] = [
  ["own", "none", "broken", "send update"],
  ["own", "none", "failing", "send update"],
  ["own", "none", "brokenTheirs", "send update"],
  ["own", "none", "brokenBuilding", "wait"],
  ["own", "none", "strange", "done"],
  ["own", "beganUpdate", "FINISHED broken", "send update"],
  ["own", "updated", "FINISHED broken", "fail: BrokenObjectError"],
  ["own", "updated", "FINISHED failing", "fail: BrokenObjectError"],
  ["own", "updated", "FINISHED strange", "done"],
  ["own", "lostUpdate", "broken", "fail: BrokenObjectError"],
  ["own", "lostUpdate", "brokenTheirs", "send update"],
  ["own", "lostUpdate", "brokenBuilding", "wait"],
  ["new", "created", "FINISHED broken", "fail: BrokenObjectError"],
  ["new", "lostCreate", "broken", "fail: BrokenObjectError"],
  ["new", "lostCreate", "brokenTheirs", "fail for good: ConflictError"],
  ["new", "unconfirmed", "broken", "send update"],
  ["new", "beganCreate", "FINISHED broken", "send update"],
  ["new", "none", "broken", "fail for good: ConflictError"],
  ["adopted", "none", "broken", "send update"],
  ["doubtful", "none", "broken", "send update"],
];

describe.each([
  ["tasks that have not ended", tasksRun],
  ["tasks of which one has failed", tasksFailed],
  ["no function", isAbsent],
  ["a function", isThere],
  ["a function whose build has failed", isBroken],
])("presence with %s", (_, rows) => {
  it.each(rows)("%s, %s, %s: %s", (wanted, past, seen, step) => {
    expect(summarizeStep(planPresence(desiredFunctions[wanted], parseObserved(seen), progresses[past]))).toBe(step);
  });
});

describe("presence", () => {
  const presence = (change: Partial<Desired>, seen: Partial<Observed>, past: TaskProgress) =>
    planPresence(toDesired(change), { tasks: [], ...seen }, past);
  /** What the next step sends to an own function of which the state has a variable. */
  const bodyFor = (change: Partial<Desired>, actual: FunctionAnswer) => {
    const desired = { isProven: true, state: { ...goal, envs: { A: "1" } }, ...change };
    const step = presence(desired, { actual }, progresses.none);
    return step.do === "send" && step.request.kind === "update" ? step.request.body : step;
  };

  it("sends what differs, and empties what is no longer declared", () => {
    const found = answer({ description: "theirs", dependencies: "d", envs: { A: "1" } });
    expect(bodyFor({}, found)).toEqual({ description: "mine", envs: {} });
  });

  it("sends everything again after a change with an unknown outcome, and after a failed build", () => {
    const { code_text, main_method, flavor } = ours;
    const everything = { code_text, main_method, flavor, timeout: 30, description: "mine", envs: {} };
    expect(bodyFor({ state: { ...doubtful, envs: { A: "1" } } }, ours)).toEqual(everything);
    expect(bodyFor({ goal: { ...goal, timeout: 60 } }, broken)).toEqual({ ...everything, timeout: 60 });
  });

  it("sends nothing but disabled to a function that was just created, unless its build has failed", () => {
    const justCreated = (disabled: boolean, actual: FunctionAnswer) =>
      presence({ goal: { ...goal, disabled } }, { actual, tasks: [task("FINISHED")] }, progresses.created);
    const request = { kind: "update", body: { disabled: true } };
    expect(justCreated(true, theirs)).toEqual({ do: "send", request, busy: false });
    expect(justCreated(false, theirs)).toEqual({ do: "done" });
    expect(summarizeStep(justCreated(true, broken))).toBe("fail: BrokenObjectError");
  });

  it("recognizes a function by everything that was sent, now or before", () => {
    const sent = [goal, checkInputs({ description: "theirs" })];
    expect(summarizeStep(presence({ sent }, { actual: theirs }, progresses.unconfirmed))).toBe("send update");
  });

  it("names each task it waits for", () => {
    const tasks = [task("RUNNING", "3f2a4b"), task("FINISHED", "91bc07"), unknown];
    expect(presence({}, { tasks, actual: building }, progresses.created)).toMatchObject({
      shown: "task 3f2a RUNNING, task t-1 not known",
      why: "task 3f2a4b is RUNNING, task t-1 is not known to the platform yet",
    });
  });

  it("reports what the build has printed, unless the task's message contains it", () => {
    const messageOf = (error: string, build_message: string) => {
      const seen = { tasks: [{ ...failed, error }], actual: { ...ours, build_message } };
      const step = presence({ isProven: true }, seen, progresses.updated);
      return step.do === "fail" ? step.error.message : "";
    };
    expect(messageOf("no space", "line 3")).toBe("task t-1 failed: no space. Build: line 3");
    expect(messageOf("at line 3.", "line 3")).toBe("task t-1 failed: at line 3.");
    expect(messageOf("Bad.", "line 4")).toBe("task t-1 failed: Bad. Build: line 4");
  });
});

const absence: Row[] = [
  ["own", "none", "ours", "send delete"],
  ["own", "none", "theirs", "send delete"],
  ["own", "none", "building", "send delete busy"],
  ["own", "none", "absent", "done"],
  ["own", "lostDelete", "building", "wait"],
  ["own", "lostDelete", "ours", "send delete"],
  ["own", "lostDelete", "absent", "done"],
  ["own", "none", "hidden", "fail: hidden"],
  ["own", "beganUpdate", "RUNNING ours", "wait for 60 s (earlier tasks), then dropTasks"],
  ["own", "beganUpdate", "unknown ours", "wait for 60 s (earlier tasks), then dropTasks"],
  ["own", "beganUpdate", "PAUSED absent", "wait for 60 s (earlier tasks), then dropTasks"],
  ["own", "beganUpdate", "FINISHED ours", "send delete"],
  ["own", "beganUpdate", "ERROR ours", "send delete"],
  ["new", "beganCreate", "FINISHED theirs", "send delete"],
  ["new", "beganCreate", "ERROR ours", "send delete"],
  ["new", "beganCreate", "ERROR theirs", "done"],
  ["new", "beganCreate", "FINISHED ERROR theirs", "done"],
  ["new", "beganCreate", "ERROR absent", "done"],
  ["new", "beganCreate", "FINISHED absent", "wait for 60 s (coming), then done"],
  ["own", "beganCreate", "FINISHED absent", "done"],
  ["new", "beganCreate", "absent", "wait for 60 s (coming), then done"],
  ["new", "beganCreate", "ours", "send delete"],
  ["new", "beganCreate", "theirs", "done"],
  ["new", "unconfirmed", "absent", "wait for 60 s (coming), then done"],
  ["new", "unconfirmed", "ours", "send delete"],
  ["new", "unconfirmed", "theirs", "done"],
  ["own", "deleted", "NEW unseen", "wait"],
  ["own", "deleted", "RUNNING unseen", "wait"],
  ["own", "deleted", "RUNNING ours", "wait"],
  ["own", "deleted", "RUNNING hidden", "wait"],
  ["own", "deleted", "RUNNING absent", "wait for 30 s (delete), then dropTasks"],
  ["own", "deleted", "unknown ours", "wait for 30 s (delete), then dropTasks"],
  ["own", "deleted", "ERROR unknown ours", "wait for 30 s (delete), then fail: TaskFailedError"],
  ["own", "deleted", "ERROR unknown hidden", "wait for 30 s (delete), then fail: TaskFailedError"],
  ["own", "deleted", "ERROR unknown absent", "wait for 30 s (delete), then dropTasks"],
  ["own", "deleted", "FINISHED absent", "done"],
  ["own", "deleted", "FINISHED ours", "wait"],
  ["own", "deleted", "ERROR ours", "fail: TaskFailedError"],
  ["own", "deleted", "ERROR hidden", "fail: TaskFailedError"],
  ["own", "deleted", "ERROR absent", "done"],
  ["own", "deleted", "absent", "done"],
];

describe("absence", () => {
  it.each(absence)("%s, %s, %s: %s", (wanted, past, seen, step) => {
    expect(summarizeStep(planAbsence(desiredFunctions[wanted], parseObserved(seen), progresses[past]))).toBe(step);
  });
});
