import { PermissionError, ValidationError } from "../../../provider/api/failures/errors";
import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { toCreateBody } from "../../../provider/resources/cloud-function/wire";
import { unknownTask, type TaskTurn } from "../api/task-endpoints";
import { answer, markStarted, id, checkInputs, computedOutputs } from "./functions";
import { busy, claim, captureError, lost, missing, taskFailed, createHandler, type Turns } from "./platform";

const inputs = checkInputs({ taskTimeoutSeconds: 120 });
const made = { verb: "creates", body: toCreateBody(inputs) };
const building = answer({ status: "BUILDING", build_status: "building", build_message: "resize.go:3: syntax error" });

describe("a creation", () => {
  it("sends once without a GET before, follows the task, and reads the function", async () => {
    const { handler, sent, polls, looks } = createHandler({
      creates: [["t-1"]],
      reads: [answer()],
      tasks: { "t-1": ["NEW", "NEW", "FINISHED"] },
    });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: { ...inputs, ...computedOutputs, claim } });
    expect([sent, polls, looks()]).toEqual([[made], ["t-1", "t-1", "t-1"], 1]);
  });

  it("follows every task that it starts", async () => {
    const { handler, polls } = createHandler({
      creates: [["t-1", "t-2"]],
      reads: [answer()],
      tasks: { "t-1": ["FINISHED"], "t-2": ["NEW", "RUNNING", "FINISHED"] },
    });
    await handler.create(inputs);
    expect(polls).toEqual(["t-1", "t-2", "t-2", "t-2"]);
  });

  it("saves what was sent if the function never appears", async () => {
    const { handler, clock } = createHandler({ creates: [["t-1"]], reads: [missing], tasks: { "t-1": ["FINISHED"] } });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: markStarted(inputs, "t-1") });
    expect(error.state).not.toHaveProperty("functionId");
    expect(error.message).toContain("function resize is not visible yet; timed out after 60 seconds");
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(67_000);
  });
});

describe("a task in ERROR", () => {
  const failing = { creates: [["t-1"]], tasks: { "t-1": ["RUNNING", taskFailed("build failed")] } };

  it("saves no state if no function exists", async () => {
    const error = await captureError(createHandler({ ...failing, reads: [missing] }).handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "TaskFailedError", message: "task t-1 failed: build failed" });
  });

  it("saves the function if it exists nevertheless", async () => {
    const left = answer({ status: "error" });
    const error = await captureError(createHandler({ ...failing, reads: [left] }).handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    const operation = { kind: "create", tasks: ["t-1"] };
    expect(error).toMatchObject({ id, state: { ...inputs, ...computedOutputs, status: "error", operation } });
    expect(error.message).toBe(
      "task t-1 failed: build failed. The function exists on the platform nevertheless and stays in the state",
    );
  });

  it("saves what was sent if the function cannot be read", async () => {
    const error = await captureError(createHandler({ ...failing, reads: [busy] }).handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: markStarted(inputs, "t-1") });
    expect(error.message).toBe("task t-1 failed: build failed");
  });

  it.each<[string, TaskTurn]>([
    ["beside the task's own message", taskFailed("build failed")],
    ["if the task repeats it", taskFailed("build failed: resize.go:3: syntax error")],
    ["in place of a missing message of the task", { state: "ERROR", error: null }],
  ])("reports the build message once: %s", async (_, turn) => {
    const tasks = { "t-1": ["RUNNING", turn] };
    const error = await captureError(
      createHandler({ creates: [["t-1"]], reads: [building, missing], tasks }).handler.create(inputs),
    );
    expect(error.name).toBe("TaskFailedError");
    expect(error.message.split("resize.go:3: syntax error")).toHaveLength(2);
    expect(error.message).toMatch(/^task t-1 failed: /);
  });

  it("reports a build message that appears only after the failure", async () => {
    const tasks = { "t-1": ["NEW", taskFailed("build failed")] };
    const { handler } = createHandler({ creates: [["t-1"]], reads: [{ ...building, status: "error" }], tasks });
    expect((await captureError(handler.create(inputs))).message).toContain("resize.go:3: syntax error");
  });

  it("ends the wait only when all tasks have ended", async () => {
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["RUNNING", "FINISHED"] };
    const { handler, polls } = createHandler({ creates: [["t-1", "t-2"]], reads: [missing], tasks });
    expect((await captureError(handler.create(inputs))).message).toContain("task t-1 failed: no space");
    expect(polls).toEqual(["t-1", "t-2", "t-2"]);
  });
});

describe("a request that the platform refuses", () => {
  it("is reported with the user's property names, and no state is saved", async () => {
    const fields = [
      { location: ["code_text"], message: "Bad." },
      { location: ["autoscaling", "min_instances"], message: "Too many." },
      { location: ["envs", "MY_KEY"], message: "Odd." },
    ];
    const refused = new ValidationError({ message: "invalid", status: 400 }, fields);
    const { handler, verbs } = createHandler({ creates: [refused] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toBe("code: Bad.\nautoscaling.minInstances: Too many.\nenvs.MY_KEY: Odd. (400)");
    expect(verbs()).toEqual(["creates"]);
  });

  it.each([
    ["for lack of permission", new PermissionError({ message: "no capacity", status: 403 }), "no capacity (403)"],
    ["temporarily", busy, "busy (503)"],
    ["because the namespace does not exist", unknownTask, 'project 12, region 7 seems to have no namespace "images"'],
  ])("%s is an error, and no state is saved", async (_, refusal, message) => {
    const { handler, looks } = createHandler({ creates: [refusal] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain(message);
    expect(looks()).toBe(0);
  });
});

describe("the argument disabled", () => {
  it("is sent once the function exists", async () => {
    const { handler, sent } = createHandler({
      creates: [["t-1"]],
      patches: [["t-2"]],
      reads: (changes) => answer({ disabled: changes > 1 }),
      tasks: { "t-1": ["FINISHED"], "t-2": ["NEW", "FINISHED"] },
    });
    const wanted = { ...inputs, disabled: true };
    expect((await handler.create(wanted)).state).toStrictEqual({ ...wanted, ...computedOutputs, claim });
    expect(sent).toEqual([made, { verb: "patches", body: { disabled: true } }]);
  });

  it.each([answer(), answer({ disabled: null })])("is not sent if it is false", async (seen) => {
    const { handler, verbs } = createHandler({ creates: [["t-1"]], reads: [seen], tasks: { "t-1": ["FINISHED"] } });
    expect((await handler.create({ ...inputs, disabled: false })).state.disabled).toBe(false);
    expect(verbs()).toEqual(["creates"]);
  });

  it.each([
    ["is refused", [busy], {}, { kind: "create", tasks: ["t-1"] }],
    ["fails", [["t-2"]], { "t-2": [taskFailed("no")] }, { kind: "update", tasks: ["t-2"] }],
    ["takes too long", [["t-2"]], { "t-2": ["RUNNING"] }, { kind: "update", tasks: ["t-2"] }],
  ])("leaves the function and the operation in the state if its update %s", async (_, patches, tasks, operation) => {
    const { handler } = createHandler({
      creates: [["t-1"]],
      patches,
      reads: [answer()],
      tasks: { "t-1": ["FINISHED"], ...tasks },
    });
    const error = await captureError(handler.create({ ...inputs, disabled: true }));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { ...inputs, ...computedOutputs, disabled: false, operation } });
  });

  const unfinished: [string, Turns][] = [
    ["outlasts the wait", { creates: [["t-1"]], reads: [missing], tasks: { "t-1": ["RUNNING"] } }],
    ["gets no answer", { creates: [lost], reads: [missing] }],
    [
      "ends with a failed build",
      {
        creates: [["t-1"]],
        reads: [answer({ build_status: "failed", disabled: undefined })],
        tasks: { "t-1": ["FINISHED"] },
      },
    ],
  ];
  it.each(
    unfinished.flatMap(([how, turns]) => [[how, "at once", turns] as const, [how, "after a refresh", turns] as const]),
  )("is sent by the next update if the creation %s, %s, even if no answer has it", async (_, when, turns) => {
    const wanted = { ...inputs, disabled: true };
    const error = await captureError(createHandler(turns).handler.create(wanted));
    const kept = JSON.parse(JSON.stringify(error.state)) as CloudFunctionState;
    const { handler, sent } = createHandler({
      reads: [answer({ disabled: undefined })],
      patches: [["t-2"]],
      tasks: { "t-1": ["FINISHED"], "t-2": ["FINISHED"] },
    });
    const state = when === "at once" ? kept : (await handler.read(id, kept))!.state;
    expect(handler.diff(id, state, wanted).changes).toBe(true);
    expect((await handler.update(id, state, wanted)).disabled).toBe(true);
    expect(sent).toEqual([{ verb: "patches", body: { disabled: true } }]);
  });
});
