import { PermissionError, RateLimitedError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { unknownTask, type TaskTurn } from "../api/task-endpoints";
import { answer, markStarted, id, checkInputs, computedOutputs } from "./functions";
import { busy, claim, captureError, missing, taskFailed, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ description: "new", taskTimeoutSeconds: 120 });
const settled: CloudFunctionState = { ...inputs, ...computedOutputs };
const there = answer({ description: "new" });
const old = answer({ description: "old" });
const building = { ...there, status: "BUILDING" };
const forbidden = new PermissionError({ message: "no", status: 403 });
const slower = new RateLimitedError({ message: "slower", status: 429 });
const resumes = "the next `pulumi up` resumes the wait without sending anything again";

/** A creation whose tasks go like this. */
const create = (tasks: Record<string, TaskTurn[]>, turns: Partial<Turns> = {}, change: JsonObject = {}) => {
  const world = createHandler({ creates: [Object.keys(tasks)], reads: [there], tasks, ...turns });
  return { ...world, result: world.handler.create({ ...inputs, ...change }) };
};

/** A change whose only task goes like this. */
const update = (turns: TaskTurn[], reads: Turns["reads"] = (changes) => (changes === 0 ? old : there)) => {
  const world = createHandler({ patches: [["t-1"]], reads, tasks: { "t-1": turns } });
  return { ...world, result: world.handler.update(id, { ...settled, description: "old" }, inputs) };
};

describe("one task", () => {
  it.each<[string, TaskTurn[], number]>([
    ["finished at once", ["FINISHED"], 1],
    ["new, running, finished", ["NEW", "RUNNING", "RUNNING", "FINISHED"], 4],
    ["finished, with a text in error", [{ state: "FINISHED", error: "a remark" }], 1],
    ["without an id of its own", [{ state: "FINISHED" }], 1],
    ["not known at first", [unknownTask, unknownTask, "NEW", "FINISHED"], 4],
    ["not known for a moment after it was seen", ["RUNNING", unknownTask, "FINISHED"], 3],
    ["queued, which the contract does not know", ["QUEUED", "RUNNING", "FINISHED"], 3],
    ["polls with transient errors", ["NEW", busy, "RUNNING", slower, slower, "FINISHED"], 6],
    ["a first poll with a transient error", [busy, "FINISHED"], 2],
  ])("ends with success: %s", async (_, turns, looks) => {
    const { result, polls } = create({ "t-1": turns });
    expect((await result).state).toStrictEqual({ ...settled, claim });
    expect(polls).toHaveLength(looks);
  });

  it.each<[string, TaskTurn[], string]>([
    ["ERROR", ["NEW", taskFailed("no space left")], "task t-1 failed: no space left"],
    ["ERROR, null", [{ state: "ERROR", error: null }], "task t-1 failed: the platform gives no reason"],
    ["ERROR, empty", [taskFailed("")], "task t-1 failed: the platform gives no reason"],
    ["ERROR, nothing", ["ERROR"], "task t-1 failed: the platform gives no reason"],
    ["ERROR after an unknown state", ["QUEUED", taskFailed("no")], "task t-1 failed: no"],
  ])("ends with an error: %s", async (_, turns, message) => {
    const error = await captureError(create({ "t-1": turns }, { reads: [missing] }).result);
    expect(error).toMatchObject({ name: "TaskFailedError", message });
  });

  it.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [45, "45 seconds"],
    [2400, "2400 seconds"],
  ])("times out with an error that names its state: %d s", async (limit, words) => {
    const { result, clock, verbs } = create({ "t-1": ["NEW", "RUNNING"] }, {}, { taskTimeoutSeconds: limit });
    const error = await captureError(result);
    expect(error.message).toContain(`task t-1 is ${limit === 0 ? "NEW" : "RUNNING"}; timed out after ${words}`);
    expect(error.message).toContain(resumes);
    expect(error.message).toContain("To wait longer, raise taskTimeoutSeconds");
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: markStarted({ ...inputs, taskTimeoutSeconds: limit }, "t-1") });
    expect(clock.now()).toBeCloseTo(limit * 1000, 5);
    expect(verbs()).toEqual(["creates"]);
  });

  it("is named at the deadline if it is not known yet", async () => {
    const error = await captureError(create({ "t-1": [unknownTask] }, {}, { taskTimeoutSeconds: 0 }).result);
    expect(error.message).toContain("t-1");
    expect(error).toBeInstanceOf(PartialFailure);
  });

  it("is polled once with a limit of 0 seconds, which may be enough", async () => {
    const { result, polls, clock } = create({ "t-1": ["FINISHED"] }, {}, { taskTimeoutSeconds: 0 });
    await result;
    expect([polls, clock.slept]).toEqual([["t-1"], []]);
  });
});

describe("several tasks", () => {
  it("are named at the deadline only if they have not ended", async () => {
    const tasks = { a: ["FINISHED"], b: ["RUNNING"], c: [unknownTask], d: [taskFailed("x")] };
    const error = await captureError(create(tasks, {}, { taskTimeoutSeconds: 10 }).result);
    expect(error.message).toMatch(
      /^task b is RUNNING, task c is not known to the platform yet; timed out after 10 seconds\. /,
    );
  });
});

describe("a failed poll", () => {
  it("saves what was sent and the task after transient errors until the deadline", async () => {
    const { result, clock } = create({ "t-1": ["NEW", busy] });
    const error = await captureError(result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: markStarted(inputs, "t-1") });
    expect(error.message).toContain("function resize cannot be read: busy (503); timed out after 120 seconds");
    expect(error.message).toContain(
      `The platform goes on with task t-1; the function stays in the state, and ${resumes}`,
    );
    expect(clock.now()).toBe(120_000);
  });

  it.each<[string, TaskTurn[], number]>([
    ["at once", [forbidden], 0],
    ["later", ["NEW", forbidden], 750],
  ])("ends the wait after a final error, and saves what was sent and the task: %s", async (_, turns, ms) => {
    for (const { result, clock, verbs } of [create({ "t-1": turns }), update(turns)]) {
      const error = await captureError(result);
      expect(error).toBeInstanceOf(PartialFailure);
      expect(error).toMatchObject({ id, state: { operation: { tasks: ["t-1"] } } });
      expect(error.message).toContain("no (403). The platform goes on with task t-1");
      expect(error.message).toContain(resumes);
      expect(error.message).not.toContain("raise taskTimeoutSeconds");
      expect([clock.now(), verbs().length]).toEqual([ms, 1]);
    }
  });
});

describe("a task that was never known", () => {
  it.each([
    ["BUILDING", building, "the function itself is BUILDING"],
    ["active", there, "the function itself is active"],
    ["absent", missing, "the function itself is not visible"],
  ])(
    "ends the wait of a creation with an error that names the task path and the function's status: %s",
    async (_, seen, status) => {
      const { result, clock, verbs } = create({ "t-1": [unknownTask] }, { reads: [seen] });
      const error = await captureError(result);
      expect(error.message).toContain(
        `the platform started task t-1, but does not find it at /cloud/v1/tasks; ${status}. ` +
          "If the platform serves its tasks at another path, set edgecloud:taskPath",
      );
      expect(error).toBeInstanceOf(PartialFailure);
      expect(error).toMatchObject({ id, state: markStarted(inputs, "t-1") });
      expect(clock.now()).toBeGreaterThanOrEqual(30_000);
      expect(clock.now()).toBeLessThan(36_000);
      expect(verbs()).toEqual(["creates"]);
    },
  );

  it("is named alone beside a finished one", async () => {
    const { result } = create({ a: ["FINISHED"], b: [unknownTask] });
    expect((await captureError(result)).message).toContain("the platform started task b, but does not find it");
  });
});

describe("a task that is no longer known", () => {
  it.each<[string, FunctionTurns]>([
    ["ready", [building, there]],
    ["still being built", [building, building, building, building, building, there]],
  ])("is dropped after a while; then the function decides: %s", async (_, reads) => {
    const { result, clock } = create({ "t-1": ["RUNNING", unknownTask] }, { reads });
    expect((await result).state.status).toBe("active");
    expect(clock.now()).toBeGreaterThanOrEqual(30_000);
  });
});

describe("an unknown task state", () => {
  it.each(["PAUSED", "finished", "CANCELLED", "QUEUED", ""])(
    "ends the wait a while after the function is there and ready: %p",
    async (word) => {
      for (const { result, clock } of [create({ "t-1": [word] }), update([word])]) {
        await result;
        expect(clock.now()).toBeGreaterThanOrEqual(30_000);
        expect(clock.now()).toBeLessThan(36_000);
      }
    },
  );

  it.each([
    ["not there", missing],
    ["being built", building],
  ])("is named at the deadline if the function is %s", async (_, seen) => {
    const { result, clock } = create({ "t-1": ["PAUSED"] }, { reads: [seen] });
    const error = await captureError(result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: markStarted(inputs, "t-1") });
    expect(error.message).toContain('task t-1 is in the state "PAUSED"; timed out after 120 seconds');
    expect(clock.now()).toBe(120_000);
  });
});

type FunctionTurns = Extract<NonNullable<Turns["reads"]>, unknown[]>;
