import { isOwn, planAbsence, type Observed } from "../../../provider/resources/cloud-function/plan";
import { checkInputs } from "./functions";
import {
  failed,
  forgotten,
  inputs,
  summarizeStep,
  ours,
  progresses,
  parseObserved,
  task,
  theirs,
  toDesired,
  desiredFunctions,
  type Row,
} from "./plans";

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
  ["new", "beganCreate", "ERROR absent", "done"],
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
  ["own", "deleted", "RUNNING absent", "wait for 30 s (gone), then dropTasks"],
  ["own", "deleted", "unknown ours", "wait for 30 s (unknown tasks), then dropTasks"],
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

  it("waits for earlier tasks no longer than the time limit", () => {
    const step = planAbsence(toDesired({ timeoutSeconds: 20 }), { tasks: [task("RUNNING")] }, progresses.beganUpdate);
    expect(step).toMatchObject({ gracePeriod: { seconds: 20, then: { do: "dropTasks" } } });
  });

  it("waits at most a minute for earlier tasks and for a function to appear", () => {
    const patient = toDesired({ timeoutSeconds: 600 });
    const busy = planAbsence(patient, { tasks: [task("RUNNING")] }, progresses.beganUpdate);
    const unseen = planAbsence(patient, { tasks: [] }, progresses.beganCreate);
    expect([busy, unseen]).toMatchObject([
      { gracePeriod: { seconds: 60, then: { do: "dropTasks" } } },
      { gracePeriod: { seconds: 60, then: { do: "done" } } },
    ]);
  });
});

describe("ownership of a function", () => {
  it.each<[string, boolean, keyof typeof progresses, Partial<Observed>, boolean]>([
    ["yes: the state has its ID", true, "none", { actual: theirs }, true],
    ["no: nothing was sent", false, "none", { actual: ours }, false],
    ["no: there is no function", false, "lostCreate", {}, false],
    ["yes: its task has finished", false, "beganCreate", { tasks: [task("FINISHED")], actual: theirs }, true],
    [
      "no: one of its tasks has not finished",
      false,
      "beganCreate",
      { tasks: [task("FINISHED"), forgotten], actual: theirs },
      false,
    ],
    ["yes: its task has failed, but it is what was sent", false, "created", { tasks: [failed], actual: ours }, true],
    [
      "no: its task has failed, and it is not what was sent",
      false,
      "created",
      { tasks: [failed], actual: theirs },
      false,
    ],
    ["yes: the answer was lost, but it is what was sent", false, "lostCreate", { actual: ours }, true],
    ["no: the answer was lost, and it is not what was sent", false, "lostCreate", { actual: theirs }, false],
    ["yes: this run has changed it since", false, "updated", { tasks: [failed], actual: theirs }, true],
  ])("%s", (_, known, past, seen, own) => {
    expect(isOwn(toDesired({ isProven: known }), { tasks: [], ...seen }, progresses[past])).toBe(own);
  });

  it("considers everything sent now or before", () => {
    const sent = [inputs, checkInputs({ description: "theirs" })];
    expect(isOwn(toDesired({ sent }), { tasks: [], actual: theirs }, progresses.unconfirmed)).toBe(true);
  });
});
