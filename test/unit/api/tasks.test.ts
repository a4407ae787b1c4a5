import { UnavailableError } from "../../../provider/api/errors";
import { followTasks, lookAtTasks, unknownTaskSeconds, type OpenTask } from "../../../provider/api/tasks";
import { fakeClock } from "./fake-clock";
import { tasksOf, unknownTask, type TaskTurn } from "./task-endpoints";

const failed = (error?: string | null): TaskTurn => ({ id: "t", state: "ERROR", error });
const busy = new UnavailableError({ message: "busy", status: 503 });

async function follow(turnsOf: Record<string, TaskTurn[]>, timeoutSeconds = 600) {
  const clock = fakeClock();
  const { tasks, polls } = tasksOf(turnsOf);
  const outcome: unknown = await followTasks(tasks, { ids: Object.keys(turnsOf), timeoutSeconds, clock }).catch(
    (error: unknown) => error,
  );
  return { outcome, polls, clock };
}

const pollsOf = (polls: string[], id: string) => polls.filter((polled) => polled === id).length;

describe("one task", () => {
  it.each<[string, TaskTurn[], number]>([
    ["finished at once", ["FINISHED"], 1],
    ["new, running, finished", ["NEW", "RUNNING", "RUNNING", "FINISHED"], 4],
    ["finished, with a text in error", [{ state: "FINISHED", error: "a remark" }], 1],
    ["without an id of its own", [{ state: "FINISHED" }], 1],
    ["not known at first", [unknownTask, unknownTask, "NEW", "FINISHED"], 4],
    ["not known for a moment after it was seen", ["RUNNING", unknownTask, "FINISHED"], 3],
  ])("ends well: %s", async (_, turns, looks) => {
    const { outcome, polls } = await follow({ t: turns });
    expect(outcome).toBeUndefined();
    expect(polls).toHaveLength(looks);
  });

  it.each<[string, TaskTurn[], string, string]>([
    ["ERROR", ["NEW", failed("no space left")], "TaskFailedError", "task t failed: no space left"],
    ["ERROR, null", [failed(null)], "TaskFailedError", "task t failed: the platform gives no reason"],
    ["ERROR, empty", [failed("")], "TaskFailedError", "task t failed: the platform gives no reason"],
    ["ERROR, nothing", ["ERROR"], "TaskFailedError", "task t failed: the platform gives no reason"],
    ...["PAUSED", "finished", "CANCELLED", ""].map((state): [string, TaskTurn[], string, string] => [
      `the word "${state}"`,
      ["RUNNING", state, "FINISHED"],
      "TaskStateError",
      `task t is in the state "${state}", which is none of NEW, RUNNING, FINISHED and ERROR`,
    ]),
    ["a failing poll", ["NEW", busy, "FINISHED"], "UnavailableError", "busy (503)"],
  ])("ends badly: %s", async (_, turns, name, message) => {
    const { outcome, polls } = await follow({ t: turns });
    expect(outcome).toMatchObject({ name, message });
    expect(polls.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, TaskTurn[]]>([
    ["from the beginning", [unknownTask]],
    ["after it was seen", ["RUNNING", "RUNNING", unknownTask]],
  ])("that the platform does not know is waited for a while, and is then not there: %s", async (_, turns) => {
    const { outcome, clock } = await follow({ t: turns });
    expect(outcome).toMatchObject({ name: "NotFoundError", status: 404 });
    expect((outcome as Error).message).toBe("the platform knows no task t (404)");
    expect(clock.now()).toBeGreaterThan(unknownTaskSeconds * 1000);
    expect(clock.now()).toBeLessThan(unknownTaskSeconds * 1000 * 1.2);
  });

  it("that goes on is waited for as long as it may be, and named with its state", async () => {
    for (const [limit, words] of [
      [0, "0 seconds"],
      [1, "1 second"],
      [45, "45 seconds"],
      [2400, "2400 seconds"],
    ] as const) {
      const { outcome, clock } = await follow({ t: ["NEW", "RUNNING"] }, limit);
      const state = limit === 0 ? "NEW" : "RUNNING";
      expect(outcome).toMatchObject({ name: "TimeoutError", message: `task t is ${state}, still after ${words}` });
      expect(clock.now()).toBeCloseTo(limit * 1000, 5);
    }
  });

  it("that is not known yet says so at the deadline", async () => {
    const { outcome } = await follow({ t: [unknownTask] }, 5);
    expect(outcome).toMatchObject({ message: "task t is not known to the platform yet, still after 5 seconds" });
  });

  it("looks once with 0 seconds, and that may be enough", async () => {
    const { outcome, polls, clock } = await follow({ t: ["FINISHED"] }, 0);
    expect([outcome, polls, clock.slept]).toEqual([undefined, ["t"], []]);
  });
});

describe("several tasks", () => {
  it("are all followed to their end; what has ended is asked no more", async () => {
    const { outcome, polls } = await follow({ a: ["FINISHED"], b: ["NEW", "FINISHED"], c: ["NEW", "NEW", "FINISHED"] });
    expect(outcome).toBeUndefined();
    expect(["a", "b", "c"].map((id) => pollsOf(polls, id))).toEqual([1, 2, 3]);
  });

  it("of which one fails: the others are waited for, then it is said", async () => {
    const { outcome, polls } = await follow({ a: [failed("no space")], b: ["RUNNING", "RUNNING", "FINISHED"] });
    expect(outcome).toMatchObject({ name: "TaskFailedError", message: "task a failed: no space" });
    expect(["a", "b"].map((id) => pollsOf(polls, id))).toEqual([1, 3]);
  });

  it("of which two fail: both are named", async () => {
    const { outcome } = await follow({ a: [failed("no space")], b: ["FINISHED"], c: ["NEW", failed()] });
    expect((outcome as Error).message).toBe("task a failed: no space; task c failed: the platform gives no reason");
  });

  it("of which some go on: these are named at the deadline, not those that have ended", async () => {
    const { outcome } = await follow({ a: ["FINISHED"], b: ["RUNNING"], c: [unknownTask], d: [failed("x")] }, 10);
    expect(outcome).toMatchObject({ name: "TimeoutError" });
    expect((outcome as Error).message).toBe(
      "task b is RUNNING, task c is not known to the platform yet, still after 10 seconds",
    );
  });

  it("are asked for at the same time", async () => {
    let asked = 0;
    const release: (() => void)[] = [];
    const { tasks } = tasksOf({ a: ["FINISHED"], b: ["FINISHED"] });
    const get = async (id: string) => {
      asked += 1;
      await new Promise<void>((resolve) => release.push(resolve));
      return tasks.get(id);
    };
    const following = followTasks({ get } as typeof tasks, { ids: ["a", "b"], timeoutSeconds: 0, clock: fakeClock() });
    expect(asked).toBe(2);
    release.forEach((go) => go());
    await expect(following).resolves.toBeUndefined();
  });

  it("that are none need no look", async () => {
    const { outcome, polls } = await follow({}, 0);
    expect([outcome, polls]).toEqual([undefined, []]);
  });
});

describe("a state that nobody knows", () => {
  it("is said when the other tasks have ended", async () => {
    const { outcome, polls } = await follow({ a: ["PAUSED"], b: ["RUNNING", "RUNNING", "FINISHED"] });
    expect(outcome).toMatchObject({ name: "TaskStateError" });
    expect(["a", "b"].map((id) => pollsOf(polls, id))).toEqual([1, 3]);
  });

  it("is less than a failure, and more than a task that is forgotten", async () => {
    const failure = await follow({ a: ["PAUSED"], b: [failed("no space")] });
    expect(failure.outcome).toMatchObject({ name: "TaskFailedError", message: "task b failed: no space" });
    const doubt = await follow({ a: [unknownTask], b: ["PAUSED"] });
    expect(doubt.outcome).toMatchObject({ name: "TaskStateError" });
  });
});

describe("who watches", () => {
  it("is told after each look which tasks go on", async () => {
    const clock = fakeClock();
    const told: [pauses: number, open: readonly OpenTask[]][] = [];
    const { tasks } = tasksOf({ a: [unknownTask, "NEW", "FINISHED"], b: ["RUNNING", "FINISHED"] });
    const onLook = (open: readonly OpenTask[]) => void told.push([clock.slept.length, open]);
    await followTasks(tasks, { ids: ["a", "b"], timeoutSeconds: 60, onLook, clock });
    expect(told).toEqual([
      [
        0,
        [
          { id: "a", state: undefined },
          { id: "b", state: "RUNNING" },
        ],
      ],
      [1, [{ id: "a", state: "NEW" }]],
    ]);
  });
});

describe("a look at tasks", () => {
  it("tells those that are not known to have ended, in order", async () => {
    const turns = { n: ["NEW"], e: [failed("x")], r: ["RUNNING"], f: ["FINISHED"], u: [unknownTask], p: ["PAUSED"] };
    const { tasks, polls } = tasksOf(turns);
    expect((await lookAtTasks(tasks, ["u", "r", "e", "n", "f", "p"])).open).toEqual([
      { id: "u", state: undefined },
      { id: "r", state: "RUNNING" },
      { id: "n", state: "NEW" },
      { id: "p", state: "PAUSED" },
    ]);
    expect(polls).toHaveLength(6);
    expect(await lookAtTasks(tasks, [])).toEqual({ open: [], areFinished: true });
  });

  it.each([
    [["f", "g"], true],
    [["f", "e"], false],
    [["f", "u"], false],
    [["f", "r"], false],
    [["p"], false],
  ])("tells whether all have ended well: %j", async (ids, areFinished) => {
    const turns = {
      e: [failed("x")],
      r: ["RUNNING"],
      f: ["FINISHED"],
      g: ["FINISHED"],
      u: [unknownTask],
      p: ["PAUSED"],
    };
    expect((await lookAtTasks(tasksOf(turns).tasks, ids)).areFinished).toBe(areFinished);
  });

  it("cannot be told where the call fails", async () => {
    await expect(lookAtTasks(tasksOf({ t: [busy] }).tasks, ["t"])).rejects.toThrow("busy (503)");
  });
});
