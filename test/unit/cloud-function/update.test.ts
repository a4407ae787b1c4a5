import { PermissionError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { unknownTask, type TaskTurn } from "../api/task-endpoints";
import { steadyClock, useFakeTime, useRealTime } from "../hosts/fake-time";
import { answer, checkInputs, code, computedOutputs, id } from "./functions";
import {
  captureKept,
  captureUnkept,
  conflict,
  createHandler,
  finished,
  lost,
  missing,
  taskFailed,
  turnInto,
  type Turns,
} from "./platform";
import type { CloudFunctionState } from "./functions";

const limit = { taskTimeoutSeconds: 120 };
const stateOf = (declared: JsonObject): CloudFunctionState => ({
  ...checkInputs({ ...limit, ...declared }),
  ...computedOutputs,
});
const before = stateOf({ description: "old", envs: { A: "1" } });
const wanted = checkInputs({ ...limit, description: "new", timeout: 0 });
const settled = { ...wanted, ...computedOutputs };
const patch = { description: "new", timeout: 0, envs: {} };
const old = answer({ description: "old", envs: { A: "1" } });
const done = answer({ description: "new", timeout: 0 });
const forbidden = new PermissionError({ message: "no", status: 403 });

const update = (turns: Turns, state = before, inputs = wanted) => {
  const world = createHandler({ tasks: finished, ...turns });
  return { ...world, result: world.handler.update(id, state, inputs) };
};

describe("an update", () => {
  it("observes, sends the differences once, follows the tasks, and reads the function", async () => {
    const tasks = { "t-1": ["NEW", "FINISHED"], "t-2": ["FINISHED"] };
    const { result, sent, polls } = update({ reads: [old, done], patches: [["t-1", "t-2"]], tasks });
    expect(await result).toStrictEqual(settled);
    expect([sent, polls]).toEqual([[{ verb: "patches", body: patch }], ["t-1", "t-2", "t-1"]]);
  });

  it("sends nothing if nothing differs, whatever the state holds", async () => {
    const { result, sent, clock } = update({ reads: [done] });
    expect(await result).toStrictEqual(settled);
    expect([sent, clock.slept]).toEqual([[], []]);
  });

  it.each<[string, Turns]>([
    ["is gone", { reads: [missing] }],
    ["disappears after the observation", { reads: [old], patches: [missing] }],
    ["is gone at the end", { reads: [old, missing], patches: [["t-1"]] }],
  ])("fails with advice if the function %s", async (_, turns) => {
    expect((await captureUnkept(update(turns).result)).message).toMatch(
      /^function 12\/7\/images\/resize no longer exists on the platform; run `pulumi refresh` to drop it from the state/,
    );
  });

  it("keeps what was declared before if its task fails, and reports the build message once", async () => {
    const failed = { ...old, status: "error", build_message: "line 3" };
    const tasks = { "t-1": ["RUNNING", taskFailed("build failed")] };
    const kept = await captureKept(update({ patches: [["t-1"]], tasks, reads: [old, failed] }).result);
    expect(kept.message).toBe("task t-1 failed: build failed. Build: line 3");
    const operation = { kind: "update", tasks: ["t-1"], failed: true };
    expect(kept.state).toMatchObject({ description: "old", timeout: 30, status: "error", operation });
  });

  it("is sent again after a conflict, and the function observed before each attempt", async () => {
    const reads = [old, { ...old, timeout: 0 }, done];
    const { result, sent } = update({ reads, patches: [conflict, ["t-1"]] });
    expect(await result).toStrictEqual(settled);
    expect(sent.map(({ body }) => body)).toEqual([patch, { description: "new", envs: {} }]);
  });

  it("stays unconfirmed after three lost answers, and is then sent again as a whole", async () => {
    const { result, verbs } = update({ reads: [old], patches: [lost] });
    const { message, state } = await captureKept(result);
    expect(message).toBe(
      `${lost.message}; it is not known whether the change was carried out. The next \`pulumi up\` sends it again`,
    );
    expect(state).toMatchObject({ operation: { kind: "update", unconfirmed: true }, functionId: "f-1001" });
    expect(verbs()).toEqual(["patches", "patches", "patches"]);
    const everything = { ...patch, code_text: code, main_method: "Resize", flavor: done.flavor };
    for (const seen of [done, old]) {
      const next = update({ reads: turnInto(seen, done), patches: [["t-1"]] }, state);
      expect(await next.result).toStrictEqual(settled);
      expect(next.sent).toEqual([{ verb: "patches", body: everything }]);
    }
  });
});

describe("a wait that ends before its task", () => {
  const resumes = "the next `pulumi up` resumes the wait without sending anything again";

  it.each<[string, TaskTurn[], string, number]>([
    ["the time is over", ["NEW", "RUNNING"], "task t-1 is RUNNING; timed out after 120 seconds", 120_000],
    ["a failing call", [forbidden], "no (403)", 0],
  ])("saves the task, the previously declared values, and what must be emptied: %s", async (_, turns, message, ms) => {
    const { result, clock } = update({ reads: [old], patches: [["t-1"]], tasks: { "t-1": turns } });
    const kept = await captureKept(result);
    const operation = { kind: "update", tasks: ["t-1"] };
    expect(kept.state).toMatchObject({ operation, description: "old", envs: {}, timeout: 30 });
    expect(kept.message).toContain(message);
    expect(kept.message).toContain(resumes);
    expect(clock.now()).toBe(ms);
  });

  it("lets the next update empty what was no longer declared", async () => {
    const inputs = checkInputs(limit);
    const first = update({ reads: [old], patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }, before, inputs);
    const { state } = await captureKept(first.result);
    const tasks = { ...finished, "t-1": [taskFailed("no space")] };
    const second = update({ reads: turnInto(old, answer()), patches: [["t-2"]], tasks }, state, inputs);
    expect(await second.result).toStrictEqual({ ...inputs, ...computedOutputs });
    expect(second.sent).toEqual([{ verb: "patches", body: { description: "", envs: {} } }]);
  });
});

describe("the progress line", () => {
  beforeEach(useFakeTime);
  afterEach(useRealTime);

  it("shows the state of a task", async () => {
    const reads = [old, old, done];
    const tasks = { "3f2a4b": [unknownTask, "NEW", "RUNNING", "FINISHED"] };
    const world = createHandler({ reads, patches: [["3f2a4b"]], tasks }, steadyClock);
    const result = world.handler.update(id, before, wanted);
    await jest.advanceTimersByTimeAsync(60_000);
    await result;
    expect(world.said).toEqual([
      "0 s task 3f2a not known: function resize",
      "1 s task 3f2a NEW: function resize",
      "2 s task 3f2a RUNNING: function resize",
    ]);
  });
});
