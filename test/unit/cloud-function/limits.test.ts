import { NotFoundError, PermissionError } from "../../../provider/api/failures/errors";
import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import type { TaskTurn } from "../api/task-endpoints";
import { answer, markStarted, id, checkInputs, computedOutputs } from "./functions";
import { conflict, captureError, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ description: "new", taskTimeoutSeconds: 120 });
const settled: CloudFunctionState = { ...inputs, ...computedOutputs };
const there = answer({ description: "new" });
const old = answer({ description: "old" });
const forbidden = new PermissionError({ message: "no", status: 403 });

describe("a refusal with a conflict", () => {
  const refusing = (found: Turns["reads"]) => createHandler({ reads: found, patches: [conflict], deletes: [conflict] });
  const before = { ...settled, description: "old" };

  it.each([
    ["an update", (world: ReturnType<typeof createHandler>) => world.handler.update(id, before, inputs)],
    ["a delete", (world: ReturnType<typeof createHandler>) => world.handler.delete(id, before)],
  ])("ends %s after a minute with the platform's message if nothing explains it", async (_, operate) => {
    const world = refusing([old]);
    expect(await captureError(operate(world))).toBe(conflict);
    expect(world.clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(world.clock.now()).toBeLessThan(67_000);
  });

  it.each([
    [
      "an update",
      "cannot be changed at the moment",
      (world: ReturnType<typeof createHandler>) => world.handler.update(id, before, inputs),
    ],
    [
      "a delete",
      "cannot be deleted at the moment",
      (world: ReturnType<typeof createHandler>) => world.handler.delete(id, before),
    ],
  ])("retries %s until the deadline if the platform's work explains it", async (_, text, operate) => {
    const world = refusing([{ ...old, status: "updating" }]);
    const error = await captureError(operate(world));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(error.message).toBe(`function resize ${text}: ${conflict.message}; timed out after 120 seconds`);
    expect(world.clock.now()).toBe(120_000);
  });
});

describe("a raised taskTimeoutSeconds", () => {
  const pending: CloudFunctionState = { ...settled, operation: { kind: "update", tasks: ["t-1"] } };
  const resume = (state: CloudFunctionState, taskTimeoutSeconds: number, turns: TaskTurn[] = ["RUNNING"]) => {
    const world = createHandler({ reads: [there], tasks: { "t-1": turns } });
    return world.handler.update(id, state, { ...inputs, description: "newer", taskTimeoutSeconds });
  };

  it.each([
    ["an update", pending],
    ["a creation", markStarted(inputs, "t-1")],
  ])("is saved, and nothing else, even if the wait for %s fails", async (_, state) => {
    const error = await captureError(resume(state, 240));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error.state).toStrictEqual({ ...state, taskTimeoutSeconds: 240 });
    expect(error.message).toContain("task t-1 is RUNNING; timed out after 240 seconds");
  });

  it("is saved without changed values that may have been secrets before", async () => {
    const hidden = { code: "old", dependencies: "pkg token-7d793037", envs: { TOKEN: "token-7d793037", MODE: "fast" } };
    const wanted = { ...inputs, envs: { TOKEN: "none", MODE: "fast" }, taskTimeoutSeconds: 240 };
    const world = createHandler({ reads: [there], tasks: { "t-1": ["RUNNING"] } });
    const error = await captureError(world.handler.update(id, { ...pending, ...hidden }, wanted));
    expect(error.state).toMatchObject({ dependencies: "", envs: { MODE: "fast" }, taskTimeoutSeconds: 240 });
    expect(error.state).not.toHaveProperty("code");
    expect(JSON.stringify(error.state)).not.toContain("token-7d793037");
  });

  it("is not saved for a creation with other arguments, as what was sent identifies its function", async () => {
    const world = createHandler({ reads: [there], tasks: { "t-1": ["RUNNING"] } });
    const error = await captureError(
      world.handler.update(id, markStarted(inputs, "t-1"), { ...inputs, code: "newer", taskTimeoutSeconds: 240 }),
    );
    expect(error).not.toBeInstanceOf(PartialFailure);
  });

  it("is saved even if the observation fails", async () => {
    const error = await captureError(
      resume(pending, 240, [new NotFoundError({ message: "x", status: 404 }), forbidden]),
    );
    expect(error.state).toStrictEqual({ ...pending, taskTimeoutSeconds: 240 });
  });

  it("is required to save the state, which otherwise stays as it is after a failed wait", async () => {
    const error = await captureError(resume(pending, 120));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain("task t-1 is RUNNING; timed out after 120 seconds");
  });
});
