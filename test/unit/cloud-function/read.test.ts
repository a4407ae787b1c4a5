import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { unknownTask, type TaskTurn } from "../api/task-endpoints";
import {
  answer,
  checkInputs,
  computedOutputs,
  id,
  markStarted,
  optional,
  optionalAnswer,
  ref,
  unconfirmed,
} from "./functions";
import { busy, captureError, createHandler, finished, missing, taskFailed, type Turns } from "./platform";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { CloudFunctionState } from "./functions";

const inputs = checkInputs(optional);
const state: CloudFunctionState = { ...inputs, ...computedOutputs };
const full = answer(optionalAnswer);

/** The result of a read, if the platform has this function and these tasks. */
const read = (seen: FunctionAnswer | Error, known: Partial<CloudFunctionState> = state, tasks: Turns["tasks"] = {}) =>
  createHandler({ reads: [seen], tasks }).handler.read(id, known);
const { handler } = createHandler({});

describe("a refresh", () => {
  it("finds no difference in an unchanged function, nor in undeclared fields", async () => {
    expect(await read(full)).toEqual({ inputs, state });
    const declared = checkInputs();
    const known = { ...declared, ...computedOutputs };
    expect(await read(full, known)).toEqual({ inputs: declared, state: known });
  });

  it("marks a function that is being deleted, so that the next update is not silent", async () => {
    const deleting = { ...full, status: "DELETING" };
    const found = (await read(deleting))!;
    expect(found.state.operation).toEqual({ kind: "delete" });
    const next = createHandler({ reads: [deleting, missing] });
    expect((await captureError(next.handler.update(id, found.state, inputs))).message).toContain(
      "no longer exists on the platform; run `pulumi refresh`",
    );
    expect((await read(full, found.state))?.state.operation).toBeUndefined();
  });

  it.each<[string, Partial<FunctionAnswer>, JsonObject]>([
    ["code", { code_text: "x" }, { code: "x" }],
    ["runtime", { runtime: "go2" }, { runtime: "go2" }],
    [
      "a limit",
      { autoscaling: { min_instances: 0, max_instances: 5 } },
      { autoscaling: { minInstances: 0, maxInstances: 5 } },
    ],
    ["description, emptied", { description: null }, { description: "" }],
    ["a variable", { envs: { ...optional.envs, BUCKET: "x" } }, { envs: { ...optional.envs, BUCKET: "x" } }],
    ["a variable more", { envs: { ...optional.envs, C: "" } }, { envs: { ...optional.envs, C: "" } }],
    ["all variables gone", { envs: null }, { envs: {} }],
    ["disabled", { disabled: false }, { disabled: false }],
  ])("finds what was changed by hand: %s", async (_, seen, changed) => {
    const found = (await read({ ...full, ...seen }))!;
    expect(found).toEqual({ inputs: { ...inputs, ...changed }, state: { ...state, ...changed } });
    expect(handler.diff(id, found.state, inputs).changes).toBe(true);
  });

  it("updates the outputs", async () => {
    const found = (await read({ ...full, status: "error", endpoint: null, deploy_status: { total: 0 } }))!;
    expect(found).toEqual({
      inputs,
      state: { ...state, endpoint: undefined, status: "error", deployStatus: { total: 0 } },
    });
    expect(found.state).not.toHaveProperty("endpoint");
  });

  it("leaves adopted, onDestroy and the claim in the state, and disabled if it is not reported", async () => {
    const own = { adopted: true, onDestroy: "delete", claim: "aaaa0001" } as const;
    const found = await read({ ...full, disabled: undefined }, { ...state, ...own });
    expect(found).toStrictEqual({ inputs: { ...inputs, onDestroy: "delete" }, state: { ...state, ...own } });
  });

  const doubtful: CloudFunctionState = { ...state, operation: { kind: "update", unconfirmed: true } };
  const created: CloudFunctionState = { ...state, operation: { kind: "create", tasks: ["t-1"] } };
  const begun = markStarted(inputs, "t-1");
  const failed = { "t-1": [taskFailed("no space")] };
  it.each<[string, FunctionAnswer | Error, Partial<CloudFunctionState>, Turns["tasks"]?]>([
    ["is gone", missing, state],
    ["is gone after a change with an unknown outcome", missing, doubtful],
    ["is gone, although its creation seems to run", missing, created, { "t-1": ["RUNNING"] }],
    ["is not there after a failed creation", missing, begun, failed],
    ["is not there after a finished creation", missing, begun, finished],
    ["is another owner's after a failed creation", answer({ code_text: "theirs" }), begun, failed],
    ["is not there for `.get`", missing, {}],
  ])("finds nothing if the function %s", async (_, seen, known, tasks = {}) => {
    expect(await read(seen, known, tasks)).toBeUndefined();
  });

  it("keeps what a failed creation has left as it was sent, for the next update", async () => {
    expect(await read(full, begun, failed)).toEqual({ inputs, state: begun });
  });

  it.each(["description", "dependencies", "envs"])(
    "takes no list entry without %s, even if that is empty",
    async (field) => {
      const declared = checkInputs({ description: "", dependencies: "", envs: {} });
      const known = { ...declared, ...computedOutputs };
      for (const [listed, looks] of [
        [answer(), 0],
        [answer({ [field]: undefined }), 1],
      ] as const) {
        const world = createHandler({ listed, reads: [answer()] });
        expect(await world.handler.read(id, known)).toEqual({ inputs: declared, state: known });
        expect(world.looks()).toBe(looks);
      }
    },
  );

  it("fails if the function or a task cannot be read", async () => {
    expect(await captureError(read(busy))).toBe(busy);
    const pending = { ...state, operation: { kind: "update", tasks: ["t-1"] } } as const;
    expect(await captureError(read(full, pending, { "t-1": [busy] }))).toBe(busy);
  });
});

describe("a refresh while a creation is in progress", () => {
  const pending = markStarted(inputs, "t-1", "t-2");

  it.each<[string, TaskTurn[]]>([
    ["is running", ["RUNNING"]],
    ["is new", ["NEW"]],
    ["is not known to the platform yet", [unknownTask]],
    ["is in an unknown state", ["PAUSED"]],
  ])("leaves the state as sent while a task %s, whether the function is visible or not", async (_, turns) => {
    for (const seen of [missing, full]) {
      expect(await read(seen, pending, { ...finished, "t-2": turns })).toEqual({ inputs, state: pending });
    }
    const { changes, unfinished } = handler.diff(id, pending, inputs);
    expect([changes, unfinished]).toEqual([false, expect.stringContaining("first waits")]);
  });

  it("ends the operation if all tasks have ended, or the state has the function's ID", async () => {
    const known: CloudFunctionState = { ...state, operation: { kind: "create", tasks: ["t-1"] } };
    for (const before of [pending, known]) {
      expect(await read(full, before, finished)).toStrictEqual({ inputs, state });
    }
    expect(handler.diff(id, state, inputs)).toEqual({ changes: false });
  });

  it.each([
    ["there is no function yet", missing],
    ["there is the function that was sent", full],
    ["there is another function of the same name", answer()],
    ["the function cannot be read", busy],
  ])("leaves the state as sent if the outcome is unknown: %s", async (_, seen) => {
    const doubtful = unconfirmed(inputs);
    expect(await read(seen, doubtful)).toStrictEqual({ inputs, state: doubtful });
  });
});

describe("a refresh while an update is in progress", () => {
  const operation = { kind: "update", tasks: ["t-1", "t-2"] } as const;
  const pending: CloudFunctionState = { ...state, description: "old", operation };

  it("leaves the running tasks and the previously declared values in the state", async () => {
    const found = (await read(full, pending, { ...finished, "t-1": ["RUNNING"] }))!;
    expect(found.state).toStrictEqual({ ...pending, operation: { kind: "update", tasks: ["t-1"] } });
    const { changes, unfinished } = handler.diff(id, found.state, inputs);
    expect([changes, unfinished]).toEqual([true, expect.stringContaining("first")]);
  });

  it.each<[string, TaskTurn[]]>([
    ["is not known to the platform", [unknownTask]],
    ["is in an unknown state", ["PAUSED"]],
  ])("still names the task of a change that has failed if another %s", async (_, turns) => {
    const failed: CloudFunctionState = { ...pending, operation: { ...operation, failed: true } };
    const found = (await read(full, failed, { "t-1": [taskFailed("no")], "t-2": turns }))!;
    expect(found.state).toStrictEqual(failed);
  });

  it("reads what is on the platform if all tasks have ended", async () => {
    expect(await read(full, pending, { ...finished, "t-2": [taskFailed("no")] })).toStrictEqual({ inputs, state });
  });

  it("leaves the operation in the state while the function is in transition", async () => {
    const found = await read({ ...full, status: "updating" }, pending, finished);
    expect(found?.state).toMatchObject({ description: "old", operation: { kind: "update", tasks: [] } });
  });

  it.each([
    ["is there", full],
    ["is not", answer({ description: "old" })],
  ])("keeps an unconfirmed mark and the declared values, whether the change %s", async (_, seen) => {
    const doubtful: CloudFunctionState = { ...state, operation: { kind: "update", unconfirmed: true } };
    expect(await read(seen, doubtful)).toStrictEqual({ inputs, state: doubtful });
    expect(handler.diff(id, doubtful, inputs).unfinished).toContain("is sent again as a whole");
  });
});

describe("`.get`", () => {
  it("reads everything, in a form that the check accepts", async () => {
    const found = await read(full, {});
    expect(found).toEqual({ inputs, state });
    expect(functionKind.check({ ...found?.inputs }, {})).toEqual({ inputs, failures: [] });
  });

  it("reads a function with few fields", async () => {
    const bare = { runtime: "go1.16.6", code_text: "x" };
    const outputs = { functionId: "resize", taskTimeoutSeconds: 2400, adopted: false };
    const found = await read({ name: "resize", ...bare }, {});
    expect(found?.state).toStrictEqual({ ...ref, runtime: "go1.16.6", code: "x", ...outputs });
  });
});
