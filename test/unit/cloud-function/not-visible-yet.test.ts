import { fakeClock } from "../api/fake-clock";
import { unknownTask, type TaskTurn } from "../api/task-endpoints";
import { answer, markStarted, id, checkInputs, computedOutputs } from "./functions";
import { claim, captureError, missing, taskFailed, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ taskTimeoutSeconds: 120 });
const settled = { ...inputs, ...computedOutputs };
const building = answer({ status: "BUILDING", build_status: "building", build_message: "line 3: syntax error" });
const slow: TaskTurn[] = ["NEW", "RUNNING", "RUNNING", "RUNNING"];

/** The same where the progress line shows the function, and where it already shows five others. */
const shown = (turns: Turns) => createHandler(turns);
const unseen = (turns: Turns) => createHandler(turns, undefined, 5);

describe("a function that the progress line does not show", () => {
  it("is not read while its task is running, but at the end", async () => {
    const turns = { creates: [["t-1"]], reads: [answer()], tasks: { "t-1": [...slow, "FINISHED"] } };
    const looks = async (world: ReturnType<typeof createHandler>) => {
      expect(await world.handler.create(inputs)).toStrictEqual({ id, state: { ...settled, claim } });
      return world.looks();
    };
    expect(await looks(shown(turns))).toBe(4);
    expect(await looks(unseen(turns))).toBe(1);
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
    const turns = { creates: [["t-1"]], reads: [building, building, answer()], tasks };
    const world: ReturnType<typeof createHandler> = createHandler(turns, { ...clock, sleep }, 5);
    await world.handler.create(inputs);
    expect(world.looks()).toBe(3);
  });

  it.each([
    ["shown", shown],
    ["not shown", unseen],
  ])("is read if only its status can decide: %s", async (_, worldWith) => {
    const unknown = worldWith({ creates: [["t-1"]], reads: [building], tasks: { "t-1": [unknownTask] } });
    expect((await captureError(unknown.handler.create(inputs))).message).toContain("the function itself is BUILDING");

    const odd = worldWith({ creates: [["t-1"]], reads: [building, answer()], tasks: { "t-1": ["PAUSED"] } });
    expect((await odd.handler.create(inputs)).state).toMatchObject(computedOutputs);
    expect(odd.looks()).toBeGreaterThan(2);
  });

  it("does not count as gone before the task of its delete ends", async () => {
    const reads = (changes: number) => (changes === 0 ? answer() : missing);
    const ending = { deletes: [["t-1"]], reads, tasks: { "t-1": [...slow, "FINISHED"] } };
    const { handler, looks } = unseen(ending);
    await expect(handler.delete(id, settled)).resolves.toBeUndefined();
    expect(looks()).toBe(2);

    const stuck = unseen({ ...ending, tasks: { "t-1": slow } });
    expect((await captureError(stuck.handler.delete(id, settled))).message).toContain("timed out after 120 seconds");
    expect(stuck.clock.now()).toBe(120_000);
  });

  it("is saved as before its change after a time-out", async () => {
    const old = answer({ description: "old" });
    const reads = (changes: number) => (changes === 0 ? old : { ...old, status: "UPDATING" });
    const turns = { patches: [["t-1"]], reads, tasks: { "t-1": slow } };
    const change = ({ handler }: ReturnType<typeof createHandler>) =>
      captureError(handler.update(id, { ...settled, description: "old" }, { ...inputs, description: "new" }));
    const state = { description: "old", operation: { kind: "update", tasks: ["t-1"] } };
    expect(await change(shown(turns))).toMatchObject({ state: { ...state, status: "UPDATING" } });
    expect(await change(unseen(turns))).toMatchObject({ state: { ...state, status: "active" } });
  });

  it("is saved as sent if it is not created in time", async () => {
    const turns = { creates: [["t-1"]], reads: [building], tasks: { "t-1": slow } };
    expect(await captureError(unseen(turns).handler.create(inputs))).toMatchObject({
      state: markStarted(inputs, "t-1"),
    });
  });
});

describe("a failed build of a function that the line did not show", () => {
  const failing = { creates: [["t-1"]], tasks: { "t-1": ["RUNNING", taskFailed("build failed")] } };

  it("is reported with its message if the function exists", async () => {
    const error = await captureError(unseen({ ...failing, reads: [building] }).handler.create(inputs));
    expect(error.message).toContain("task t-1 failed: build failed. Build: line 3: syntax error");
  });

  it("is reported with the task's message alone if no function exists", async () => {
    const message = async ({ handler }: ReturnType<typeof createHandler>) =>
      (await captureError(handler.create(inputs))).message;
    const reads = [building, missing];
    expect(await message(shown({ ...failing, reads }))).toBe(
      "task t-1 failed: build failed. Build: line 3: syntax error",
    );
    expect(await message(unseen({ ...failing, reads: [missing] }))).toBe("task t-1 failed: build failed");
  });
});
