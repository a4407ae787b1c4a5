import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { checkCloudFunction } from "../../../provider/resources/cloud-function/check";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { unknownTask } from "../api/task-endpoints";
import { answer, args, markStarted, id, checkInputs, optional, ref, computedOutputs, unconfirmed } from "./functions";
import { busy, captureError, missing, taskFailed, createHandler } from "./platform";

const inputs = checkInputs(optional);
const state: CloudFunctionState = { ...inputs, ...computedOutputs };
const full = answer({
  autoscaling: { min_instances: 1, max_instances: 5 },
  dependencies: optional.dependencies,
  description: optional.description,
  enable_api_key: true,
  envs: optional.envs,
  disabled: true,
});

describe("a refresh", () => {
  it("marks a function that is being deleted, so that the next update is not silent", async () => {
    const { handler } = createHandler({ reads: [{ ...full, status: "DELETING" }] });
    const found = await handler.read(id, state);
    expect(found?.state.operation).toEqual({ kind: "delete" });
    const next = createHandler({ reads: [{ ...full, status: "DELETING" }, missing] });
    expect((await captureError(next.handler.update(id, found?.state as CloudFunctionState, inputs))).message).toContain(
      "no longer exists on the platform; run `pulumi refresh`",
    );
    const over = await createHandler({ reads: [full] }).handler.read(id, found?.state as CloudFunctionState);
    expect(over?.state.operation).toBeUndefined();
  });

  it("finds no difference in an unchanged function", async () => {
    const { handler } = createHandler({ reads: [full] });
    expect(await handler.read(id, state)).toEqual({ inputs, state });
  });

  it.each<[string, Partial<FunctionAnswer>, JsonObject]>([
    ["code", { code_text: "x" }, { code: "x" }],
    ["mainMethod", { main_method: "X" }, { mainMethod: "X" }],
    ["runtime", { runtime: "go2" }, { runtime: "go2" }],
    ["flavor", { flavor: "big" }, { flavor: "big" }],
    ["timeout", { timeout: 0 }, { timeout: 0 }],
    [
      "one limit",
      { autoscaling: { min_instances: 0, max_instances: 5 } },
      { autoscaling: { minInstances: 0, maxInstances: 5 } },
    ],
    ["dependencies", { dependencies: "x" }, { dependencies: "x" }],
    ["description", { description: "x" }, { description: "x" }],
    ["description, emptied", { description: null }, { description: "" }],
    ["enableApiKey", { enable_api_key: false }, { enableApiKey: false }],
    ["a variable", { envs: { ...optional.envs, BUCKET: "x" } }, { envs: { ...optional.envs, BUCKET: "x" } }],
    ["a variable more", { envs: { ...optional.envs, C: "" } }, { envs: { ...optional.envs, C: "" } }],
    ["all variables gone", { envs: null }, { envs: {} }],
    ["disabled", { disabled: false }, { disabled: false }],
  ])("finds what was changed by hand: %s", async (_, seen, changed) => {
    const { handler } = createHandler({ reads: [{ ...full, ...seen }] });
    const found = await handler.read(id, state);
    expect(found).toEqual({ inputs: { ...inputs, ...changed }, state: { ...state, ...changed } });
    const { changes } = handler.diff(id, found?.state ?? state, inputs);
    expect(changes).toBe(true);
  });

  it("finds no change in undeclared fields", async () => {
    const declared = checkInputs();
    const { handler } = createHandler({ reads: [full] });
    const found = await handler.read(id, { ...declared, ...computedOutputs });
    expect(found).toEqual({ inputs: declared, state: { ...declared, ...computedOutputs } });
  });

  it("updates the outputs", async () => {
    const { handler } = createHandler({
      reads: [{ ...full, status: "error", endpoint: null, deploy_status: { total: 0 } }],
    });
    const found = await handler.read(id, state);
    expect(found?.state).toMatchObject({ status: "error", deployStatus: { total: 0 } });
    expect(found?.state).not.toHaveProperty("endpoint");
    expect(found?.inputs).toEqual(inputs);
  });

  it("finds nothing if the function is gone", async () => {
    expect(await createHandler({ reads: [missing] }).handler.read(id, state)).toBeUndefined();
  });

  it("fails if the function cannot be read", async () => {
    expect(await captureError(createHandler({ reads: [busy] }).handler.read(id, state))).toBe(busy);
  });
});

describe("a refresh while a creation is in progress", () => {
  const pending = markStarted(inputs, "t-1", "t-2");

  it.each([
    ["is running", ["RUNNING"]],
    ["is new", ["NEW"]],
    ["is not known to the platform yet", [unknownTask]],
    ["is in an unknown state", ["PAUSED"]],
  ])("leaves the state as sent while a task %s, whether the function is visible or not", async (_, turns) => {
    for (const seen of [missing, full]) {
      const { handler } = createHandler({ reads: [seen], tasks: { "t-1": ["FINISHED"], "t-2": turns } });
      expect(await handler.read(id, pending)).toEqual({ inputs, state: pending });
      expect(handler.diff(id, pending, inputs)).toMatchObject({
        changes: false,
        unfinished: expect.stringContaining("first waits") as string,
      });
    }
  });

  it.each([
    ["failed", [taskFailed("no space")]],
    ["finished", ["FINISHED"]],
  ])("finds nothing if all tasks have %s and there is no function", async (_, turns) => {
    const { handler } = createHandler({ reads: [missing], tasks: { "t-1": turns, "t-2": turns } });
    expect(await handler.read(id, pending)).toBeUndefined();
  });

  it("ends the operation if all tasks have ended", async () => {
    const { handler } = createHandler({ reads: [full], tasks: { "t-1": ["FINISHED"], "t-2": ["FINISHED"] } });
    const found = await handler.read(id, pending);
    expect(found).toStrictEqual({ inputs, state });
    expect(handler.diff(id, found?.state ?? pending, inputs)).toEqual({ changes: false });
  });

  it.each([
    ["there is no function yet", missing],
    ["there is the function that was sent", full],
    ["there is another function of the same name", answer()],
    ["the function cannot be read", busy],
  ])("leaves the state as sent if the outcome is unknown: %s", async (_, seen) => {
    const doubtful = unconfirmed(inputs);
    expect(await createHandler({ reads: [seen] }).handler.read(id, doubtful)).toStrictEqual({
      inputs,
      state: doubtful,
    });
  });

  it("decides by the function alone once the state has its ID", async () => {
    const known: CloudFunctionState = { ...state, operation: { kind: "create", tasks: ["t-1"] } };
    const { handler } = createHandler({ reads: [full], tasks: { "t-1": ["FINISHED"] } });
    expect(await handler.read(id, known)).toStrictEqual({ inputs, state });
    expect(
      await createHandler({ reads: [missing], tasks: { "t-1": ["RUNNING"] } }).handler.read(id, known),
    ).toBeUndefined();
  });
});

describe("a refresh while an update is in progress", () => {
  const pending: CloudFunctionState = {
    ...state,
    description: "old",
    operation: { kind: "update", tasks: ["t-1", "t-2"] },
  };
  const tasks = { "t-1": ["RUNNING"], "t-2": ["FINISHED"] };

  it("leaves the running tasks and the previously declared values in the state", async () => {
    const { handler } = createHandler({ reads: [full], tasks });
    const found = await handler.read(id, pending);
    expect(found?.state).toStrictEqual({ ...pending, operation: { kind: "update", tasks: ["t-1"] } });
    expect(handler.diff(id, found?.state ?? state, inputs)).toMatchObject({
      changes: true,
      unfinished: expect.stringContaining("first") as string,
    });
  });

  it("reads what is on the platform if all tasks have ended", async () => {
    const { handler } = createHandler({ reads: [full], tasks: { "t-1": ["FINISHED"], "t-2": [taskFailed("no")] } });
    expect(await handler.read(id, pending)).toStrictEqual({ inputs, state });
  });

  it("leaves the operation in the state while the function is in transition", async () => {
    const ended = { "t-1": ["FINISHED"], "t-2": ["FINISHED"] };
    const { handler } = createHandler({ reads: [{ ...full, status: "updating" }], tasks: ended });
    const found = await handler.read(id, pending);
    expect(found?.state).toMatchObject({ description: "old", operation: { kind: "update", tasks: [] } });
  });

  it("fails if a task cannot be read", async () => {
    const { handler } = createHandler({ reads: [full], tasks: { "t-1": [busy], "t-2": [busy] } });
    expect(await captureError(handler.read(id, pending))).toBe(busy);
  });
});

describe("a refresh after a change with an unknown outcome", () => {
  const doubtful: CloudFunctionState = { ...state, operation: { kind: "update", unconfirmed: true } };

  it.each([
    ["is there", full],
    ["is not", answer({ description: "old" })],
  ])("keeps the unconfirmed mark and the declared values, whether the change %s", async (_, seen) => {
    const { handler } = createHandler({ reads: [seen] });
    const found = await handler.read(id, doubtful);
    expect(found).toStrictEqual({ inputs, state: doubtful });
    expect(handler.diff(id, found?.state ?? state, inputs).unfinished).toContain("is sent again as a whole");
  });

  it("finds nothing if the function is gone", async () => {
    expect(await createHandler({ reads: [missing] }).handler.read(id, doubtful)).toBeUndefined();
  });
});

it("a refresh leaves adopted, onDestroy and the claim in the state", async () => {
  const own = { adopted: true, onDestroy: "delete", claim: "aaaa0001" } as const;
  const found = await createHandler({ reads: [full] }).handler.read(id, { ...state, ...own });
  expect(found).toStrictEqual({ inputs: { ...inputs, onDestroy: "delete" }, state: { ...state, ...own } });
});

it("a refresh leaves disabled as it was if the platform does not report it", async () => {
  const { handler } = createHandler({ reads: [{ ...full, disabled: undefined }] });
  expect(await handler.read(id, state)).toStrictEqual({ inputs, state });
});

describe("`.get`", () => {
  it("reads everything, in a form that the check accepts", async () => {
    const found = await createHandler({ reads: [full] }).handler.read(id, {});
    expect(found).toEqual({ inputs, state });
    expect(checkCloudFunction({ ...found?.inputs }, {})).toEqual({ inputs, failures: [] });
  });

  it("reads a function with few fields", async () => {
    const bare: FunctionAnswer = { name: "resize", runtime: "go1.16.6", code_text: "x" };
    const found = await createHandler({ reads: [bare] }).handler.read(id, {});
    expect(found?.state).toStrictEqual({
      ...ref,
      runtime: "go1.16.6",
      code: "x",
      functionId: "resize",
      taskTimeoutSeconds: 2400,
      adopted: false,
    });
  });

  it("finds nothing for a missing function", async () => {
    expect(await createHandler({ reads: [missing] }).handler.read(id, {})).toBeUndefined();
  });

  it.each(["", "resize", "12/7/resize", `${id}/x`])("fails for the invalid ID %p", async (wrong) => {
    const { handler, looks } = createHandler({ reads: [full] });
    expect((await captureError(handler.read(wrong, {}))).message).toContain(`"${wrong}" is not the ID of a function`);
    expect(looks()).toBe(0);
  });
});

it("a state of an older version, without fields that were added later, can be read", async () => {
  const old = { ...args(), functionId: "f-1001", colour: "red" } as unknown as CloudFunctionState;
  const found = await createHandler({ reads: [answer()] }).handler.read(id, old);
  expect(found?.inputs).toEqual(checkInputs());
  expect(found?.state).not.toHaveProperty("colour");
});
