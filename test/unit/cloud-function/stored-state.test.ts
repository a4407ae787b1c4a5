import { PartialFailure } from "../../../provider/core/handler";
import type { CloudFunctionInputs, CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { answer, code, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { busy, conflict, captureError, lost, missing, taskFailed, createHandler, type Turns } from "./platform";

const plain = checkInputs({ taskTimeoutSeconds: 120 });
const described = { ...plain, description: "new" };
const settled: CloudFunctionState = { ...plain, ...computedOutputs };

async function kept(turns: Turns, state: CloudFunctionState, wanted: CloudFunctionInputs = described) {
  const world = createHandler(turns);
  const error = await captureError(world.handler.update(id, state, wanted));
  expect(error).toBeInstanceOf(PartialFailure);
  return { ...world, error, state: error.state as CloudFunctionState };
}

describe("a field declared for the first time is saved, to be emptied later,", () => {
  const finished = { "t-1": ["FINISHED"] };
  const emptied = { description: "" };
  /** After an unknown outcome everything is sent, whatever the platform shows. */
  const everything = { ...emptied, code_text: code, main_method: "Resize", flavor: "80mCPU-128MB", timeout: 30 };

  it.each<[string, object, Turns]>([
    ["the observation after a lost answer fails", everything, { reads: [answer(), busy], patches: [lost] }],
    [
      "the observation after the end of the task fails",
      emptied,
      { reads: [answer(), busy], patches: [["t-1"]], tasks: finished },
    ],
    [
      "a lost answer is followed by conflicts that do not end",
      everything,
      { reads: [answer()], patches: [lost, conflict] },
    ],
    [
      "the task fails and its values stay",
      emptied,
      {
        reads: (changes) => answer({ description: changes === 0 ? "" : "new" }),
        patches: [["t-1"]],
        tasks: { "t-1": [taskFailed("no space")] },
      },
    ],
  ])("if %s", async (_, body, turns) => {
    const { state } = await kept(turns, settled);
    expect(state).toHaveProperty("description");
    expect(state.operation?.kind).toBe("update");
    const reads = (changes: number) => answer({ description: changes === 0 ? "new" : "" });
    const next = createHandler({ reads, patches: [["t-2"]], tasks: { ...finished, "t-2": ["FINISHED"] } });
    expect(next.handler.diff(id, state, plain)).toMatchObject({ changes: true });
    expect(await next.handler.update(id, state, plain)).toStrictEqual(settled);
    expect(next.sent).toEqual([{ verb: "patches", body }]);
  });

  it("but not if the function is gone", async () => {
    const { handler } = createHandler({ reads: [answer(), missing], patches: [["t-1"]], tasks: finished });
    const error = await captureError(handler.update(id, settled, described));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain("no longer exists on the platform");
  });
});

describe("a creation with a lost answer that is resumed with fewer arguments", () => {
  const larger = unconfirmed({ ...plain, description: "old", envs: { TOKEN: "token-7d793037" } });
  const there = answer({ description: "old", envs: { TOKEN: "token-7d793037" } });
  const toEmpty = { description: "", envs: {} };

  it.each<[string, Turns]>([
    ["fails", { reads: [there], patches: [["t-1"]], tasks: { "t-1": [taskFailed("no space")] } }],
    ["takes too long", { reads: [there], patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }],
  ])("saves which fields to empty, without their values, if its change %s", async (_, turns) => {
    const { state } = await kept(turns, larger, plain);
    expect(state).toMatchObject(toEmpty);
    const reads = (changes: number) => (changes === 0 ? there : answer());
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const next = createHandler({ reads, patches: [["t-2"]], tasks });
    await next.handler.update(id, state, plain);
    expect(next.sent).toEqual([{ verb: "patches", body: toEmpty }]);
  });

  it("leaves the state as it is if it cannot be read", async () => {
    const { handler } = createHandler({ reads: [busy] });
    expect(await captureError(handler.update(id, larger, plain))).not.toBeInstanceOf(PartialFailure);
  });
});

it("the old value of a changed variable is not saved, since it may have been a secret", async () => {
  const before = { ...settled, envs: { TOKEN: "token-7d793037", MODE: "fast" } };
  const reads = [answer({ envs: before.envs })];
  const wanted = { ...plain, envs: { TOKEN: "none", MODE: "fast" } };
  const { state } = await kept({ reads, patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }, before, wanted);
  expect(state.envs).toEqual({ MODE: "fast" });
});

it("old values of code and dependencies are not saved, only that they change", async () => {
  const before = { ...settled, code: "token-7d793037", dependencies: "pkg token-7d793037" };
  const reads = [answer({ code_text: before.code, dependencies: before.dependencies })];
  const wanted = { ...plain, dependencies: "pkg" };
  const { state } = await kept({ reads, patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }, before, wanted);
  expect(JSON.stringify(state)).not.toContain("token-7d793037");
  expect(state.dependencies).toBe("");
  expect(createHandler({}).handler.diff(id, state, wanted)).toMatchObject({ changes: true });
});
