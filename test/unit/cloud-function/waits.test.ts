import { RateLimitedError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { unknownTask, type TaskTurn } from "../api/task-endpoints";
import { answer, checkInputs, computedOutputs, id, markStarted } from "./functions";
import {
  busy,
  captureError,
  captureKept,
  claim,
  createHandler,
  missing,
  taskFailed,
  turnInto,
  type Turns,
} from "./platform";

const inputs = checkInputs({ description: "new", taskTimeoutSeconds: 120 });
const settled = { ...inputs, ...computedOutputs };
const there = answer({ description: "new" });
const building = { ...there, status: "BUILDING", build_status: "building", build_message: "line 3: syntax error" };
const resumes = "the next `pulumi up` resumes the wait without sending anything again";

/** A creation whose tasks go like this. */
const create = (tasks: Record<string, TaskTurn[]>, turns: Partial<Turns> = {}, change: JsonObject = {}) => {
  const world = createHandler({ creates: [Object.keys(tasks)], reads: [there], tasks, ...turns });
  return { ...world, result: world.handler.create({ ...inputs, ...change }) };
};

describe("one task", () => {
  it.each<[string, TaskTurn[]]>([
    ["new, running, finished", ["NEW", "RUNNING", "RUNNING", "FINISHED"]],
    ["not known at first, then not for a moment", [unknownTask, "NEW", "RUNNING", unknownTask, "FINISHED"]],
    ["a first poll with a transient error", [busy, "FINISHED"]],
    ["transient errors", ["NEW", busy, "RUNNING", new RateLimitedError({ message: "slow", status: 429 }), "FINISHED"]],
  ])("ends with success: %s", async (_, turns) => {
    const { result, polls } = create({ "t-1": turns });
    expect((await result).state).toStrictEqual({ ...settled, claim });
    expect(polls).toHaveLength(turns.length);
  });

  it.each([
    [0, "task t-1 is NEW; timed out after 0 seconds"],
    [1, "task t-1 is RUNNING; timed out after 1 second"],
    [2400, "task t-1 is RUNNING; timed out after 2400 seconds"],
  ])("times out with an error that names its state: %d s", async (taskTimeoutSeconds, text) => {
    const tasks = { "t-0": ["FINISHED"], "t-1": ["NEW", "RUNNING"] };
    const { result, clock, verbs } = create(tasks, {}, { taskTimeoutSeconds });
    const { message, state } = await captureKept(result);
    expect(message).toBe(
      `${text}. The platform goes on with task t-1; the function stays in the state, and ${resumes}. To wait longer, ` +
        "raise taskTimeoutSeconds",
    );
    expect(state).toStrictEqual(markStarted({ ...inputs, taskTimeoutSeconds }, "t-0", "t-1"));
    expect(clock.now()).toBeCloseTo(taskTimeoutSeconds * 1000, 5);
    expect(verbs()).toEqual(["creates"]);
  });

  it.each([
    ["is there", there],
    ["is not", missing],
  ])("that was never known is an error with the task path, whether the function %s", async (_, seen) => {
    const { result, clock, verbs } = create({ "t-1": [unknownTask], "t-2": ["FINISHED"] }, { reads: [seen] });
    const { message, state } = await captureKept(result);
    expect(message).toContain(
      "the platform started task t-1, but does not find it at /cloud/v1/tasks. " +
        "If the platform serves its tasks at another path, set edgecloud:taskPath",
    );
    expect(state).toStrictEqual(markStarted(inputs, "t-1", "t-2"));
    expect(clock.now()).toBeLessThan(36_000);
    expect(verbs()).toEqual(["creates"]);
  });
});

const slow: TaskTurn[] = ["NEW", "RUNNING", "RUNNING", "RUNNING"];

describe("while a task runs, the function", () => {
  it("is not read, but at the end", async () => {
    const { result, looks } = create({ "t-1": [...slow, "FINISHED"] });
    expect(await result).toStrictEqual({ id, state: { ...settled, claim } });
    expect(looks()).toBe(1);
  });

  it("is read if only its status can decide", async () => {
    const { result, looks } = create({ "t-1": ["PAUSED"] }, { reads: [building, there] });
    expect((await result).state).toMatchObject(computedOutputs);
    expect(looks()).toBeGreaterThan(2);
  });

  it("does not count as gone before the task of its delete ends", async () => {
    const ending = { deletes: [["t-1"]], reads: turnInto(there, missing) };
    const { handler, looks } = createHandler({ ...ending, tasks: { "t-1": [...slow, "FINISHED"] } });
    await expect(handler.delete(id, settled)).resolves.toBeUndefined();
    expect(looks()).toBe(2);

    const stuck = createHandler({ ...ending, tasks: { "t-1": slow } });
    expect((await captureError(stuck.handler.delete(id, settled))).message).toContain("timed out after 120 seconds");
    expect(stuck.clock.now()).toBe(120_000);
  });

  it("is saved as before its change after a time-out", async () => {
    const { handler } = createHandler({
      patches: [["t-1"]],
      reads: [answer({ description: "old" })],
      tasks: { "t-1": slow },
    });
    const operation = { kind: "update", tasks: ["t-1"] };
    const { state } = await captureKept(handler.update(id, { ...settled, description: "old" }, inputs));
    expect(state).toMatchObject({ description: "old", status: "active", operation });
  });

  it.each([
    ["with its message if it exists", building, ". Build: line 3: syntax error"],
    ["with the task's message alone if it does not", missing, ""],
  ])("has a failed build reported, %s", async (_, seen, build) => {
    const { result } = create({ "t-1": ["RUNNING", taskFailed("build failed")] }, { reads: [seen] });
    expect((await captureError(result)).message).toBe(`task t-1 failed: build failed${build}`);
  });
});
