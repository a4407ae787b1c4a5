import { RateLimitedError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { fakeClock } from "../api/fake-clock";
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
      `${text}. The platform goes on; the function stays in the state, and ${resumes}. To wait longer, raise ` +
        "taskTimeoutSeconds",
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

/** The same where the progress line shows the function, and where it already shows five others. */
const shown = (turns: Turns) => createHandler(turns);
const unseen = (turns: Turns) => createHandler(turns, undefined, 5);

describe("a function that the progress line does not show", () => {
  it("is not read while its task is running, but at the end", async () => {
    const turns = { creates: [["t-1"]], reads: [there], tasks: { "t-1": [...slow, "FINISHED"] } };
    const looks = await Promise.all(
      [shown(turns), unseen(turns)].map(async ({ handler, looks }) => {
        expect(await handler.create(inputs)).toStrictEqual({ id, state: { ...settled, claim } });
        return looks();
      }),
    );
    expect(looks).toEqual([4, 1]);
  });

  it("is read as soon as it has a place on the line", async () => {
    const clock = fakeClock();
    const sleep = async (ms: number) => {
      await clock.sleep(ms);
      if (clock.slept.length === 4) {
        world.endOthers();
        await new Promise(setImmediate);
      }
    };
    const tasks = { "t-1": [...slow, "RUNNING", "RUNNING", "FINISHED"] };
    const turns = { creates: [["t-1"]], reads: [building, building, there], tasks };
    const world: ReturnType<typeof createHandler> = createHandler(turns, { ...clock, sleep }, 5);
    await world.handler.create(inputs);
    expect(world.looks()).toBe(3);
  });

  it("is read if only its status can decide", async () => {
    const unknown = unseen({ creates: [["t-1"]], reads: [building], tasks: { "t-1": [unknownTask] } });
    expect((await captureError(unknown.handler.create(inputs))).message).toContain("does not find it at");
    const odd = unseen({ creates: [["t-1"]], reads: [building, there], tasks: { "t-1": ["PAUSED"] } });
    expect((await odd.handler.create(inputs)).state).toMatchObject(computedOutputs);
    expect(odd.looks()).toBeGreaterThan(2);
  });

  it("does not count as gone before the task of its delete ends", async () => {
    const reads = turnInto(there, missing);
    const ending = { deletes: [["t-1"]], reads, tasks: { "t-1": [...slow, "FINISHED"] } };
    const { handler, looks } = unseen(ending);
    await expect(handler.delete(id, settled)).resolves.toBeUndefined();
    expect(looks()).toBe(2);

    const stuck = unseen({ ...ending, tasks: { "t-1": slow } });
    expect((await captureError(stuck.handler.delete(id, settled))).message).toContain("timed out after 120 seconds");
    expect(stuck.clock.now()).toBe(120_000);
  });

  it("is saved as before its change after a time-out, and as sent if it was to be created", async () => {
    const old = answer({ description: "old" });
    const reads = turnInto(old, { ...old, status: "UPDATING" });
    const keptBy = ({ handler }: ReturnType<typeof createHandler>) =>
      captureKept(handler.update(id, { ...settled, description: "old" }, inputs));
    const turns = { patches: [["t-1"]], reads, tasks: { "t-1": slow } };
    const state = { description: "old", operation: { kind: "update", tasks: ["t-1"] } };
    expect(await keptBy(shown(turns))).toMatchObject({ state: { ...state, status: "UPDATING" } });
    expect(await keptBy(unseen(turns))).toMatchObject({ state: { ...state, status: "active" } });
    const creating = unseen({ creates: [["t-1"]], reads: [building], tasks: { "t-1": slow } });
    expect((await captureKept(creating.handler.create(inputs))).state).toStrictEqual(markStarted(inputs, "t-1"));
  });

  it.each([
    ["shown, with its message, even if it has gone since", shown, [building, missing], ". Build: line 3: syntax error"],
    ["unseen, with its message if it exists", unseen, [building], ". Build: line 3: syntax error"],
    ["unseen, with the task's message alone if it does not exist", unseen, [missing], ""],
  ])("has a failed build reported: %s", async (_, worldWith, reads, build) => {
    const tasks = { "t-1": ["RUNNING", taskFailed("build failed")] };
    const { handler } = worldWith({ creates: [["t-1"]], reads, tasks });
    const { message } = await captureError(handler.create(inputs));
    expect(message).toContain(`task t-1 failed: build failed${build}`);
    expect(message.includes("Build:")).toBe(build !== "");
  });
});
