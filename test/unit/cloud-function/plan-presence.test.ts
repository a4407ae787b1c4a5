import type { Progress } from "../../../provider/core/reconcile";
import {
  planPresence,
  type Request,
  type Observed,
  type Desired,
} from "../../../provider/resources/cloud-function/plan";
import { answer } from "./functions";
import {
  broken,
  building,
  failed,
  forgotten,
  inputs,
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

type Past = Progress<Observed, Request>;

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
  ["new", "created", "QUEUED ours", "wait for 30 s (unknown word), then dropTasks"],
  ["own", "beganUpdate", "QUEUED ours", "wait for 30 s (unknown word), then dropTasks"],
  ["new", "created", "QUEUED unknown ours", "wait for 30 s (unknown word), then dropTasks"],
  ["new", "created", "QUEUED ERROR absent", "wait"],
];

const tasksFailed: Row[] = [
  ["new", "beganCreate", "ERROR absent", "dropTasks"],
  ["own", "beganUpdate", "ERROR FINISHED theirs", "dropTasks"],
  ["new", "created", "ERROR absent", "fail for good: TaskFailedError"],
  ["new", "createdAfterLoss", "ERROR absent", "fail: TaskFailedError"],
  ["new", "created", "ERROR hidden", "fail: TaskFailedError"],
  ["new", "created", "ERROR ours", "fail: TaskFailedError"],
  ["new", "created", "ERROR theirs", "fail for good: ConflictError"],
  ["own", "updated", "ERROR theirs", "fail for good: TaskFailedError"],
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
  ["new", "created", "FINISHED absent", "wait for 60 s (appearance), then fail: TimeoutError"],
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
  ["own", "updated", "FINISHED broken", "fail: BrokenFunctionError"],
  ["own", "updated", "FINISHED failing", "fail: BrokenFunctionError"],
  ["own", "updated", "FINISHED strange", "done"],
  ["own", "lostUpdate", "broken", "fail: BrokenFunctionError"],
  ["own", "lostUpdate", "brokenTheirs", "send update"],
  ["own", "lostUpdate", "brokenBuilding", "wait"],
  ["new", "created", "FINISHED broken", "fail: BrokenFunctionError"],
  ["new", "lostCreate", "broken", "fail: BrokenFunctionError"],
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
  const presence = (change: Partial<Desired>, seen: Partial<Observed>, past: Past) =>
    planPresence(toDesired(change), { tasks: [], ...seen }, past);

  it("sends what differs, and empties what is no longer declared", () => {
    const found = answer({ description: "theirs", dependencies: "d", envs: { A: "1" } });
    expect(
      presence({ isProven: true, before: { envs: { A: "1" } } }, { actual: found }, progresses.none),
    ).toMatchObject({
      request: { kind: "update", body: { description: "mine", envs: {} } },
    });
  });

  it("sends everything again after a change with an unknown outcome", () => {
    const step = presence(
      { isProven: true, resends: true, before: { envs: { A: "1" } } },
      { actual: ours },
      progresses.none,
    );
    expect(step).toMatchObject({
      request: {
        body: {
          code_text: ours.code_text,
          main_method: "Resize",
          flavor: ours.flavor,
          timeout: 30,
          description: "mine",
          envs: {},
        },
      },
    });
  });

  it("sends everything after a failed build, except disabled after a failed creation", () => {
    const step = presence({ isProven: true, inputs: { ...inputs, timeout: 60 } }, { actual: broken }, progresses.none);
    expect(step).toMatchObject({ request: { body: { code_text: ours.code_text, timeout: 60, description: "mine" } } });
    const disabled = { inputs: { ...inputs, disabled: true } };
    const created = presence(disabled, { actual: broken, tasks: [task("FINISHED")] }, progresses.created);
    expect(summarizeStep(created)).toBe("fail: BrokenFunctionError");
  });

  it("sends nothing but disabled to a function that was just created", () => {
    const disabled = { ...inputs, disabled: true };
    const tasks = [task("FINISHED")];
    expect(presence({ inputs: disabled }, { actual: theirs, tasks }, progresses.created)).toEqual({
      do: "send",
      request: { kind: "update", body: { disabled: true } },
      busy: false,
    });
    expect(presence({ inputs: { ...inputs, disabled: false } }, { actual: theirs, tasks }, progresses.created)).toEqual(
      {
        do: "done",
      },
    );
  });

  it("waits for unknown tasks no longer than the time limit", () => {
    const step = presence({ timeoutSeconds: 5 }, { tasks: [forgotten] }, progresses.created);
    expect(step).toMatchObject({ gracePeriod: { seconds: 5 } });
  });

  it("names the function's status and each running task it waits for", () => {
    const tasks = [task("RUNNING", "3f2a4b"), task("FINISHED", "91bc07"), unknown];
    expect(presence({}, { tasks, actual: building }, progresses.created)).toMatchObject({
      shown: "BUILDING task 3f2a RUNNING, task t-1 not known yet",
      why: "task 3f2a4b is RUNNING, task t-1 is not known to the platform yet",
    });
  });

  it("reports the build message, unless the task's message contains it", () => {
    const found = { ...ours, build_message: "line 3" };
    const messageOf = (seen: Partial<Observed>) => {
      const step = presence({ isProven: true }, seen, progresses.updated);
      return step.do === "fail" ? step.error.message : "";
    };
    expect(messageOf({ tasks: [failed], actual: found })).toBe("task t-1 failed: no space. Build: line 3");
    expect(messageOf({ tasks: [{ ...failed, error: "at line 3." }], actual: found })).toBe(
      "task t-1 failed: at line 3.",
    );
    expect(messageOf({ tasks: [{ ...failed, error: "Bad." }], actual: ours, buildMessage: "line 4" })).toBe(
      "task t-1 failed: Bad. Build: line 4",
    );
  });
});
