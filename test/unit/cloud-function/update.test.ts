import { PermissionError, ValidationError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { steadyClock, useFakeTime, useRealTime } from "../hosts/fake-time";
import { unknownTask } from "../api/task-endpoints";
import { answer, id, checkInputs, computedOutputs } from "./functions";
import { conflict, captureError, lost, missing, taskFailed, createHandler, type Turns } from "./platform";

const limit = { taskTimeoutSeconds: 120 };
const stateOf = (declared: JsonObject): CloudFunctionState => ({
  ...checkInputs({ ...limit, ...declared }),
  ...computedOutputs,
});
const before = stateOf({ description: "old", envs: { A: "1" } });
const wanted = checkInputs({ ...limit, description: "new", timeout: 0 });
const patch = { description: "new", timeout: 0, envs: {} };
const old = answer({ description: "old", envs: { A: "1" } });
const done = answer({ description: "new", timeout: 0 });
const finished = { "t-1": ["FINISHED"] };

const update = (turns: Turns, state = before, inputs = wanted) => {
  const world = createHandler(turns);
  return { ...world, result: world.handler.update(id, state, inputs) };
};

describe("an update", () => {
  it("observes, sends the differences once, follows the tasks, and reads the function", async () => {
    const tasks = { "t-1": ["NEW", "FINISHED"], "t-2": ["FINISHED"] };
    const { result, sent, polls } = update({ reads: [old, done], patches: [["t-1", "t-2"]], tasks });
    expect(await result).toStrictEqual({ ...wanted, ...computedOutputs });
    expect(sent).toEqual([{ verb: "patches", body: patch }]);
    expect(polls).toEqual(["t-1", "t-2", "t-1"]);
  });

  it("sends nothing if nothing differs, whatever the state holds", async () => {
    const { result, sent, clock } = update({ reads: [done] });
    expect(await result).toStrictEqual({ ...wanted, ...computedOutputs });
    expect([sent, clock.slept]).toEqual([[], []]);
  });

  it("sends nothing for taskTimeoutSeconds alone", async () => {
    const { result, sent } = update(
      { reads: [done] },
      { ...wanted, ...computedOutputs },
      { ...wanted, taskTimeoutSeconds: 5 },
    );
    expect([(await result).taskTimeoutSeconds, sent]).toEqual([5, []]);
  });

  it("sends nothing for undeclared fields, even if they were changed by hand", async () => {
    const { result, sent } = update({ reads: [answer({ description: "by hand" })] }, stateOf({}), checkInputs(limit));
    expect(await result).not.toHaveProperty("description");
    expect(sent).toEqual([]);
  });

  it("fails with advice if the function is gone", async () => {
    const error = await captureError(update({ reads: [missing] }).result);
    expect(error.message).toMatch(
      /^function 12\/7\/images\/resize no longer exists on the platform; run `pulumi refresh` to drop it from the state/,
    );
  });

  it("fails with the same error if the function disappears after the observation", async () => {
    const error = await captureError(update({ reads: [old], patches: [missing] }).result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toMatch(
      /^function 12\/7\/images\/resize no longer exists on the platform; run `pulumi refresh`/,
    );
  });

  it("fails with the user's property names if it is refused", async () => {
    const refused = new ValidationError({ message: "invalid", status: 400 }, [
      { location: ["code_text"], message: "Bad." },
    ]);
    const error = await captureError(update({ reads: [old], patches: [refused] }).result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toBe("code: Bad. (400)");
  });
});

describe("a task in ERROR", () => {
  const failing = { patches: [["t-1"]], tasks: { "t-1": ["RUNNING", taskFailed("build failed")] } };
  const failed = (build_message: string) => ({ ...old, status: "error", build_message });

  it("leaves the state as it was, and reports the build message once", async () => {
    const error = await captureError(update({ ...failing, reads: [old, failed("line 3")] }).result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe("TaskFailedError");
    expect(error.message).toMatch(/^task t-1 failed: build failed\b.*line 3$/);
    expect(error.message.split("line 3")).toHaveLength(2);
  });
});

describe("a wait that ends before its task", () => {
  it.each([
    ["the time is over", ["NEW", "RUNNING"], "task t-1 is RUNNING; timed out after 120 seconds", 120_000],
    ["a failing call", [new PermissionError({ message: "no", status: 403 })], "no (403)", 0],
  ])("saves the task, the previously declared values, and what must be emptied: %s", async (_, turns, message, ms) => {
    const { result, clock } = update({ reads: [old], patches: [["t-1"]], tasks: { "t-1": turns } });
    const error = await captureError(result);
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({
      id,
      state: { operation: { kind: "update", tasks: ["t-1"] }, description: "old", envs: {}, timeout: 30 },
    });
    expect(error.message).toContain(message);
    expect(error.message).toContain("the next `pulumi up` resumes the wait without sending anything again");
    expect(clock.now()).toBe(ms);
  });

  it("lets the next update empty what was no longer declared", async () => {
    const inputs = checkInputs(limit);
    const first = update({ reads: [old], patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }, before, inputs);
    const { state } = (await captureError(first.result)) as unknown as { state: CloudFunctionState };
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const again = (changes: number) => (changes === 0 ? old : answer());
    const second = update({ reads: again, patches: [["t-2"]], tasks }, state, inputs);
    expect(await second.result).toStrictEqual({ ...inputs, ...computedOutputs });
    expect(second.sent).toEqual([{ verb: "patches", body: { description: "", envs: {} } }]);
  });
});

describe("a function that cannot be changed at the moment", () => {
  it("is waited for, and observed again before each attempt", async () => {
    const reads = [old, { ...old, timeout: 0 }, done];
    const { result, sent } = update({ reads, patches: [conflict, ["t-1"]], tasks: finished });
    expect(await result).toStrictEqual({ ...wanted, ...computedOutputs });
    expect(sent.map(({ body }) => body)).toEqual([patch, { description: "new", envs: {} }]);
  });

  it("fails after too long, and saves no state", async () => {
    const { result, clock } = update({ reads: [{ ...old, status: "updating" }], patches: [conflict] });
    const error = await captureError(result);
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({
      name: "TimeoutError",
      message: `function resize cannot be changed at the moment: ${conflict.message}; timed out after 120 seconds`,
    });
    expect(clock.now()).toBe(120_000);
  });
});

describe("a lost answer", () => {
  it("leaves the operation unconfirmed after three attempts", async () => {
    const { result, verbs } = update({ reads: [old], patches: [lost] });
    const error = await captureError(result);
    expect(error.message).toContain(lost.message);
    const operation = { kind: "update", unconfirmed: true };
    expect(error).toMatchObject({ name: "PartialFailure", id, state: { operation, functionId: "f-1001" } });
    expect(error.message).toContain(
      "it is not known whether the change was carried out. The next `pulumi up` sends it again",
    );
    expect(verbs()).toEqual(["patches", "patches", "patches"]);
  });

  it("adds no claim, as the function belonged to the resource before", async () => {
    const { result } = update({ reads: [old, done], patches: [lost] });
    expect(await result).not.toHaveProperty("claim");
  });
});

describe("the progress line", () => {
  beforeEach(useFakeTime);
  afterEach(useRealTime);

  it("shows the state of a task and that of the function", async () => {
    const reads = [old, old, { ...old, status: "BUILDING" }, done];
    const turns = { reads, patches: [["3f2a4b"]] };
    const world = createHandler(
      { ...turns, tasks: { "3f2a4b": [unknownTask, "NEW", "RUNNING", "FINISHED"] } },
      steadyClock,
    );
    const result = world.handler.update(id, before, wanted);
    await jest.advanceTimersByTimeAsync(60_000);
    await result;
    expect(world.said).toEqual([
      "0 s active task 3f2a not known yet: function resize",
      "1 s task 3f2a NEW: function resize",
      "2 s BUILDING task 3f2a RUNNING: function resize",
    ]);
  });
});
