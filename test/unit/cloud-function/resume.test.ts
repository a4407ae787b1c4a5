import { PermissionError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import type { TaskTurn } from "../api/task-endpoints";
import { answer, checkInputs, code, computedOutputs, id, markStarted, unconfirmed } from "./functions";
import {
  busy,
  captureKept,
  captureUnkept,
  claim,
  conflict,
  createHandler,
  finished,
  lost,
  missing,
  taskFailed,
  turnInto,
  type Turns,
} from "./platform";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { CloudFunctionInputs, CloudFunctionState } from "./functions";

const inputs = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const settled = { ...inputs, ...computedOutputs, claim };
const pending = markStarted(inputs, "t-1");
const failed = { ...finished, "t-1": [taskFailed("no space")] };

const update = (turns: Turns, state: CloudFunctionState, change: JsonObject = {}) => {
  const world = createHandler({ tasks: finished, ...turns });
  return { ...world, result: world.handler.update(id, state, { ...inputs, ...change }) };
};

describe("an update after a wait that ended before its task", () => {
  it("continues the wait, and sends nothing again", async () => {
    const { result, sent, polls } = update({ reads: [ours], tasks: { "t-1": ["RUNNING", "FINISHED"] } }, pending);
    expect(await result).toStrictEqual(settled);
    expect([sent, polls]).toEqual([[], ["t-1", "t-1"]]);
  });

  it("creates the function again after a failed creation", async () => {
    const { result, sent } = update({ reads: turnInto(missing, ours), creates: [["t-2"]], tasks: failed }, pending);
    expect(await result).toStrictEqual(settled);
    expect(sent).toEqual([{ verb: "creates", body: functionKind.toCreateBody(inputs) }]);
  });

  it.each<[string, TaskTurn[], string, number]>([
    ["is still running", ["RUNNING"], "task t-1 is RUNNING; timed out after 120 seconds", 120_000],
    ["cannot be read", [new PermissionError({ message: "no", status: 403 })], "no (403)", 0],
  ])("fails without a request if its task %s, and leaves the state as it is", async (_, turns, message, ms) => {
    const { result, sent, clock } = update({ reads: [ours], tasks: { "t-1": turns } }, pending);
    const error = await captureUnkept(result);
    expect(error.message).toContain(message);
    expect(error.message).toContain("the next `pulumi up` resumes the wait without sending anything again");
    expect([sent, clock.now()]).toEqual([[], ms]);
  });
});

const plain = checkInputs({ taskTimeoutSeconds: 120 });
const known: CloudFunctionState = { ...plain, ...computedOutputs };
const described = { ...plain, description: "new" };

/** The state that an update keeps. */
async function keptBy(turns: Turns, state: CloudFunctionState, wanted: CloudFunctionInputs) {
  return (await captureKept(createHandler({ tasks: finished, ...turns }).handler.update(id, state, wanted))).state;
}

describe("a field declared for the first time is saved, to be emptied later,", () => {
  const emptied = { description: "" };
  const turnedNew = turnInto(answer({ description: "" }), answer({ description: "new" }));
  /** After an unknown outcome everything is sent, whatever the platform shows. */
  const everything = { ...emptied, code_text: code, main_method: "Resize", flavor: "80mCPU-128MB", timeout: 30 };

  it.each<[string, object, Turns]>([
    ["the observation after a lost answer fails", everything, { reads: [answer(), busy], patches: [lost] }],
    ["the observation after the end of the task fails", emptied, { reads: [answer(), busy], patches: [["t-1"]] }],
    ["a lost answer is followed by endless conflicts", everything, { reads: [answer()], patches: [lost, conflict] }],
    ["the task fails and its values stay", emptied, { reads: turnedNew, patches: [["t-1"]], tasks: failed }],
  ])("if %s", async (_, body, turns) => {
    const state = await keptBy(turns, known, described);
    expect(state).toHaveProperty("description");
    expect(state.operation?.kind).toBe("update");
    const reads = turnInto(answer({ description: "new" }), answer({ description: "" }));
    const next = createHandler({ reads, patches: [["t-2"]], tasks: finished });
    expect(next.handler.diff(id, state, plain)).toMatchObject({ changes: true });
    expect(await next.handler.update(id, state, plain)).toStrictEqual(known);
    expect(next.sent).toEqual([{ verb: "patches", body }]);
  });
});

describe("a creation with a lost answer that is resumed with fewer arguments", () => {
  const token = { TOKEN: "token-7d793037" };
  const larger = unconfirmed({ ...plain, description: "old", envs: token });
  const there = answer({ description: "old", envs: token });

  it.each([
    ["fails", failed],
    ["takes too long", { "t-1": ["RUNNING"] }],
  ])("saves what the platform has, so that removed fields are emptied, if its change %s", async (_, tasks) => {
    const state = await keptBy({ reads: [there], patches: [["t-1"]], tasks }, larger, plain);
    expect(state).toMatchObject({ description: "old", envs: {} });
    const next = createHandler({ reads: turnInto(there, answer()), patches: [["t-2"]], tasks: failed });
    await next.handler.update(id, state, plain);
    expect(next.sent).toEqual([{ verb: "patches", body: { description: "", envs: {} } }]);
  });

  it("leaves the state as it is if it cannot be read", async () => {
    await captureUnkept(createHandler({ reads: [busy] }).handler.update(id, larger, plain));
  });
});
